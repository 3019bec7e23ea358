"""Use a language model behind an OpenAI-compatible endpoint as a classifier.

For ``openai:URL#NAME``, litgen calls ``URL/chat/completions`` or, with ``--chat-template none``,
``URL/completions``. It stores the unchanged text of a reply, whether the model reasoned and, if the
server returns them, the log probabilities of the first token. The API key comes only from the
environment.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import logging
import math
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litgen.exceptions import LitgenError, UsageError, did_you_mean
from litgen.models.loading import ModelSpec
from litgen.models.prompts import Prompt, default_prompt, load_prompt
from litgen.models.protocol import Answer, Reply
from litgen.models.reading import AnswerReader
from litgen.version import install_command

if TYPE_CHECKING:
    import openai

logger = logging.getLogger(__name__)

INSTALL = install_command("endpoints")
KEYS = ("LITGEN_API_KEY", "OPENAI_API_KEY")
NO_KEY = "none"  #: the key sent to a local server that needs no key
FIRST_RETRIES, RETRIES = 2, 12  #: retries per call before and after the endpoint's first response
GARBAGE = 6  #: attempts at a call if the responses are not completions
PATIENCE, CONNECT = 300.0, 10.0  #: timeouts in seconds for a reply and for a connection
TOP_CHAT, TOP_TEXT = 20, 5  #: candidate first tokens to request, the maximum that servers return
WINDOW = 65536  #: pairs per batch; only at its end do calls wait for the slowest one
#: Parameters that some servers reject; litgen leaves them out after the first rejection.
_OPTIONAL = ("top_logprobs", "logprobs", "temperature", "stop")
#: Reasoning efforts, and the maximum number of tokens in an answer that includes reasoning.
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh")
REASONING_TOKENS = 8192
LARGEST, TRANSFER = 64 * 2**20, 60.0  #: maximum size (bytes) and transfer time (seconds) of a reply
_STOPS = 4  #: maximum number of stop strings that servers accept
#: finish reasons of a reply that is cut off
_LENGTH = ("length", "max_tokens", "model_length", "max_output_tokens")
_OWN = ("model", "messages", "prompt", "stream", "n")  #: parameters that --extra-body must not set
_FILTERED = ("content_filter", "content_policy_violation")  #: error codes of content filters


@dataclass(eq=False)
class Endpoint:
    """A ``PairClassifier`` that calls an endpoint."""

    url: str  # such as `http://localhost:8000/v1`
    model: str  # the model's name on the server
    prompt: Prompt
    spec: ModelSpec  # the options
    kind: str = field(default="openai", init=False)
    dtype: str | None = field(default=None, init=False)
    window: int = field(default=WINDOW, init=False)

    def __post_init__(self) -> None:
        import openai

        self.labels = self.prompt.labels
        self.calls = 0
        self.chat = self.spec.chat_template == "auto"  # whether to send conversations, not text
        extra = extra_parameters(self.spec.extra_body)
        further = {"reasoning_effort": self.spec.reasoning_effort, "extra_body": extra}
        self._further = {name: value for name, value in further.items() if value}
        self._reasons = self.spec.reasoning_effort not in (None, "none")
        default = REASONING_TOKENS if self._reasons else self.prompt.max_tokens
        self.max_tokens = self.spec.max_tokens or default
        self._reader = AnswerReader(self.prompt)
        keys = (os.environ.get(each, "").strip() for each in KEYS)
        self._key = next(filter(None, keys), NO_KEY)
        timeout = openai.Timeout(PATIENCE, connect=CONNECT)
        self._client = openai.OpenAI(base_url=self.url, api_key=self._key, timeout=timeout)
        self._heard = False
        self._left_out: set[str] = set()
        self._lock = threading.Lock()

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """Yield the replies as they arrive, from ``concurrency`` simultaneous calls.

        Raises:
            LitgenError: the endpoint does not respond, rejects the key or has no such model,
                or ``max_calls`` calls have been made; pending replies are yielded first.
        """
        pool = ThreadPoolExecutor(self.spec.concurrency)
        flying: dict[Future[Reply], int] = {}
        failure: Exception | None = None
        waiting: Iterator[tuple[int, tuple[str, str]]] = iter(enumerate(pairs))
        try:
            while True:
                # Queue twice as many calls, so that connections stay busy while replies are stored.
                for place, pair in itertools.islice(
                    waiting, 2 * self.spec.concurrency - len(flying)
                ):
                    flying[pool.submit(self._ask, *pair)] = place
                if not flying:
                    break
                done, _ = wait(flying, return_when=FIRST_COMPLETED)
                found = []
                for future in done:
                    place = flying.pop(future)
                    try:
                        found.append((place, future.result()))
                    except LitgenError as error:
                        failure = failure or error
                if failure is not None:
                    waiting = iter(())
                    flying = {each: flying[each] for each in flying if not each.cancel()}
                if found:
                    yield found
        finally:
            # If the caller stops iterating, close the connections of pending calls.
            if flying:
                self._client.close()
            pool.shutdown(wait=not flying, cancel_futures=True)
        if failure is not None:
            raise failure

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        """Return the label in a reply, or the reason why there is none."""
        text = reply["text"] or reply["refusal"] or ""
        cut = str(reply["finish"]).casefold() in _LENGTH
        outcome, by_text = self._reader.generated(premise, hypothesis, text, cut)
        if reply["refusal"] or reply["finish"] == "content_filter":
            outcome, by_text = "refused", None
        scores, begins = self._reader.first_token(premise, hypothesis, reply["first"] or ())
        by_token = None if scores is None else max(scores, key=lambda label: scores[label])
        readings = {"text": by_text, "first-token": by_token}
        if outcome in ("refused", "empty") or (outcome == "cut off" and not begins):
            return Answer(None, None, outcome, text, readings)
        if self.spec.answer_by == "first-token":
            label, outcome = by_token, "unreadable" if by_token is None else "answered"
            return Answer(label, scores, outcome, text, readings)
        agrees = self.spec.answer_by == "auto" and begins and by_token == by_text
        return Answer(by_text, scores if agrees else None, outcome, text, readings)

    def request(self, premise: str, hypothesis: str) -> Any:
        return {"url": self.url, "model": self.model, **self._asked(premise, hypothesis)}

    def describe(self) -> Mapping[str, Any]:
        return {
            "name": self.model,
            "url": self.url,
            "prompt": self.prompt.describe(),
            "shots": [list(shot) for shot in self.spec.shots],
            "chat": self.chat,
            "answer_by": self.spec.answer_by,
            "max_tokens": self.max_tokens,
            **self._further,
        }

    def usage(self, replies: Iterable[Reply]) -> Mapping[str, Any]:
        """Count the calls in this run, and the tokens and finish reasons of the replies."""
        tokens: Counter[str] = Counter()
        finished: Counter[str] = Counter()
        for reply in replies:
            tokens.update(reply["tokens"])
            finished[str(reply["finish"])] += 1
        return {
            "calls": self.calls,
            "concurrency": self.spec.concurrency,
            "tokens": dict(tokens),
            "finish_reasons": dict(sorted(finished.items())),
            "left_out_parameters": sorted(self._left_out),
        }

    def _asked(self, premise: str, hypothesis: str) -> dict[str, Any]:
        asked: dict[str, Any] = {"temperature": 0, "max_tokens": self.max_tokens, **self._further}
        # Servers also apply stop strings to the reasoning, which may repeat the question.
        if self.prompt.stop and not self._reasons:
            asked["stop"] = list(self.prompt.stop[:_STOPS])
        if self.chat:
            asked["messages"] = self.prompt.messages(premise, hypothesis, self.spec.shots)
            return asked | {"logprobs": True, "top_logprobs": TOP_CHAT}
        asked["prompt"] = self.prompt.text(premise, hypothesis, self.spec.shots)
        return asked | {"logprobs": TOP_TEXT}

    def _ask(self, premise: str, hypothesis: str) -> Reply:
        asked = self._asked(premise, hypothesis)
        for attempt in range(GARBAGE):
            body = self._call(asked)
            try:
                return kept(json.loads(body), self.chat)
            except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
                if attempt + 1 < GARBAGE:
                    time.sleep(min(8.0, 0.1 * 2**attempt))  # the reply was not a completion
        shown = " ".join(body[:80].decode("utf-8", "replace").split())
        raise LitgenError(
            f"{self.url}: {GARBAGE} replies to the same call were not completions but {shown!r}; "
            "use the URL of an OpenAI-compatible endpoint, which usually ends in /v1"
        )

    def _call(self, asked: Mapping[str, Any]) -> bytes:
        """Return the body of a reply; retry if the endpoint is busy or rejects a parameter."""
        import openai

        while True:
            self._count()
            left_out = set(self._left_out)
            given = {name: value for name, value in asked.items() if name not in left_out}
            if "max_tokens" in left_out:
                given["max_completion_tokens"] = asked["max_tokens"]
            heard = self._heard
            client = self._client.with_options(max_retries=RETRIES if heard else FIRST_RETRIES)
            streamed = (client.chat if self.chat else client).completions
            create = streamed.with_streaming_response.create
            try:
                with create(model=self.model, **given) as response:
                    self._heard = True
                    return self._body(response.iter_bytes())
            except (openai.OpenAIError, RuntimeError) as error:
                if isinstance(error, openai.APIStatusError):
                    self._heard = True
                    if _code(error) in _FILTERED:
                        choice = {"message": {}, "text": "", "finish_reason": "content_filter"}
                        return json.dumps({"choices": [choice]}).encode()
                    if error.status_code in (400, 422) and self._leave_out(given, str(error)):
                        continue
                    if not heard and (error.status_code == 429 or error.status_code >= 500):
                        continue
                elif isinstance(error, openai.APIConnectionError) and self._heard and not heard:
                    continue  # the endpoint has responded to another call in the meantime
                raise self._failed(error) from None

    def _body(self, parts: Iterator[bytes]) -> bytes:
        """Return the body of a reply, or the part received before the connection broke."""
        found = bytearray()
        started = time.monotonic()
        begun = False
        try:
            for part in parts:
                found += part
                if not begun:
                    found = found.lstrip()  # servers send spaces to keep a connection open
                    if begun := bool(found):
                        started = time.monotonic()
                        if not found.startswith(b"{"):
                            break  # not a JSON object, but a page or a stream of events
                seconds = time.monotonic() - started
                if len(found) > LARGEST or seconds > (TRANSFER if begun else PATIENCE):
                    raise LitgenError(
                        f"{self.url}: a reply did not end ({len(found) / 2**20:,.1f} MiB in "
                        f"{seconds:,.0f} seconds); use an OpenAI-compatible endpoint (earlier "
                        "replies are kept)"
                    )
        except LitgenError:
            raise
        except Exception as error:  # an error in the client's transport layer
            logger.info("%s: the connection broke during a reply: %s", self.url, error)
        return bytes(found)

    def _count(self) -> None:
        with self._lock:
            if self.spec.max_calls is not None and self.calls >= self.spec.max_calls:
                raise LitgenError(
                    f"--max-calls {self.spec.max_calls}: litgen has made this number of calls and "
                    "kept the replies; repeat the command to resume"
                )
            self.calls += 1

    def _leave_out(self, given: Mapping[str, Any], message: str) -> bool:
        """Record optional parameters that an error message names; return False if it names none."""
        names = [
            name for name in (*_OPTIONAL, "max_tokens")
            if name in given and re.search(rf"\b{name}\b", message)
        ]  # fmt: skip
        if not names:
            return False
        with self._lock:
            self._left_out.update(names)
            if "logprobs" in names:
                self._left_out.add("top_logprobs")
        logger.info("%s rejects %s; litgen omits it from now on", self.url, ", ".join(names))
        return True

    def _failed(self, error: Exception) -> LitgenError:
        """Return an error with a one-line message that does not contain the key."""
        reason = str(getattr(error, "message", error))
        if cause := error.__cause__:
            reason = f"{reason} ({type(cause).__name__}: {cause})"
        status = getattr(error, "status_code", None)
        advice = "earlier replies are kept, so repeat the command to resume"
        if status in (401, 403):
            advice = f"set {' or '.join(KEYS)} to a valid key"
        elif status in (400, 422) and self.spec.reasoning_effort and "reasoning" in reason:
            advice = "use another --reasoning-effort, or omit it"
        elif status == 404:
            advice = f"check that the server has a model {self.model!r} and the URL ends in /v1"
        reason = " ".join(reason.split())[:300]
        if self._key != NO_KEY:
            reason = reason.replace(self._key, "***")
        return LitgenError(f"{self.url}: {reason}; {advice}")


def load_endpoint(name: str, **options: Any) -> Endpoint:
    """Build the classifier for an endpoint (``URL#NAME``) and a prompt, without making a call.

    See ``load_model`` for options and errors.
    """
    if importlib.util.find_spec("openai") is None:
        raise UsageError(f"the model openai:{name} needs the package openai; run {INSTALL}")
    spec = ModelSpec(name, **options)
    url, _, model = name.partition("#")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or not model:
        raise UsageError(
            f"openai:{name}: this is not openai:URL#NAME; use a name such as "
            "openai:http://localhost:8000/v1#SmolLM2-135M-Instruct"
        )
    if parts.username or parts.password or parts.query:
        raise UsageError(
            "openai: the URL contains a user name, password or query, which litgen would write to "
            f"files; set {' or '.join(KEYS)} to the key instead"
        )
    prompt = load_prompt(spec.prompt or default_prompt("openai"))
    if not prompt.generates():
        raise UsageError(
            f"the answers of the prompt {prompt.name!r} contain the pair and can only be scored "
            "by causal: models; use another prompt for an endpoint"
        )
    for option in ("concurrency", "max_tokens"):
        value = getattr(spec, option)
        if value is not None and value < 1:
            raise UsageError(f"--{option.replace('_', '-')} {value}: the value must be at least 1")
    if checked_effort(spec.reasoning_effort) is not None and spec.chat_template != "auto":
        raise UsageError(
            "--reasoning-effort applies only to conversations; omit it or --chat-template none"
        )
    return Endpoint(url.rstrip("/"), model, prompt, spec)


def checked_effort(effort: str | None) -> str | None:
    """Return a reasoning effort; raise a UsageError if it is not one of ``EFFORTS``."""
    if effort is not None and effort not in EFFORTS:
        raise UsageError(f"--reasoning-effort {effort}: {did_you_mean(effort, EFFORTS)}")
    return effort


def extra_parameters(given: str | None) -> dict[str, Any]:
    """Parse extra request parameters from JSON; reject those that litgen sets."""
    if given is None:
        return {}
    try:
        found = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--extra-body: the value is not valid JSON: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(
            f'--extra-body {given[:60]}: the value must be a JSON object, such as {{"top_k": 1}}'
        )
    if own := [name for name in _OWN if name in found]:
        raise UsageError(f"--extra-body: litgen sets {', '.join(own)}; omit it from the value")
    return found


def _code(error: openai.APIStatusError) -> str | None:
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error") if isinstance(body.get("error"), dict) else body
    return str(inner.get("code")) if inner else None


def kept(found: Any, chat: bool) -> dict[str, Any]:
    """Return the parts of a completion that litgen stores; raise an error if it is malformed."""
    choice = found["choices"][0]
    message = choice["message"] if chat else {"content": choice["text"]}
    text, refusal = _text(message.get("content")), message.get("refusal")
    finish = choice.get("finish_reason")
    reasoning = any(message.get(name) for name in ("reasoning_content", "reasoning"))
    if text is None and not (refusal or reasoning or finish):
        raise ValueError("no text")
    usage = found.get("usage")
    tokens = usage if isinstance(usage, dict) else {}
    return {
        "text": text,
        "refusal": refusal if isinstance(refusal, str) else None,
        "reasoning": reasoning,
        "finish": finish if isinstance(finish, str) else None,
        "first": _first(choice.get("logprobs"), chat),
        "tokens": {
            name: tokens[name] for name in ("prompt_tokens", "completion_tokens")
            if type(tokens.get(name)) is int
        },
    }  # fmt: skip


def _text(content: Any) -> str | None:
    """Return the text of a message, which may consist of parts; omit its reasoning."""
    if isinstance(content, list):
        parts = [each["text"] for each in content if each["type"] in ("text", "output_text")]
        content = "".join(parts)
    if not isinstance(content, str | None):
        raise ValueError("no text")
    return content


def _first(logprobs: Any, chat: bool) -> list[list[Any]] | None:
    """Return the most probable first tokens with their log probabilities, or None."""
    try:
        if chat:
            (first, *_) = logprobs["content"]
            top = first.get("top_logprobs") or [first]
            pairs = [(each["token"], each["logprob"]) for each in top]
        else:
            pairs = list(logprobs["top_logprobs"][0].items())
    except (AttributeError, LookupError, TypeError, ValueError):
        return None
    known = [
        [token, min(0.0, logprob)] for token, logprob in pairs
        if isinstance(token, str) and isinstance(logprob, int | float) and not math.isnan(logprob)
    ]  # fmt: skip
    return known or None
