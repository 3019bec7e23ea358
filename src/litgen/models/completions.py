"""What is kept of a completion of an OpenAI-compatible endpoint: text, first token, tokens."""

from __future__ import annotations

from typing import Any


def kept(found: Any, chat: bool) -> dict[str, Any]:
    """What is kept of a completion.

    Args:
        found: what the client made of what came.
        chat: whether a conversation was sent.

    Raises:
        AttributeError, IndexError, TypeError, ValueError: it is none.
    """
    choice = found.choices[0]
    text = choice.message.content if chat else choice.text
    refusal = getattr(choice.message, "refusal", None) if chat else None
    if not isinstance(text, str | None) or (text is None and not (refusal or choice.finish_reason)):
        raise ValueError("no text")
    usage = getattr(found, "usage", None)
    tokens = {name: getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")}
    return {
        **nothing_said(choice.finish_reason),
        "text": text,
        "refusal": refusal,
        "first": _first(choice.logprobs, chat),
        "tokens": {name: number for name, number in tokens.items() if isinstance(number, int)},
    }


def nothing_said(finish: str | None) -> dict[str, Any]:
    """A reply without a text.

    >>> nothing_said("content_filter")["finish"]
    'content_filter'
    """
    return {"text": None, "refusal": None, "finish": finish, "first": None, "tokens": {}}


def _first(logprobs: Any, chat: bool) -> list[list[Any]] | None:
    """The likeliest first tokens with their log probabilities; None where there are none."""
    if chat:
        content = getattr(logprobs, "content", None)
        if not content:
            return None
        found = [[each.token, each.logprob] for each in content[0].top_logprobs or content[:1]]
    else:
        top = getattr(logprobs, "top_logprobs", None)
        if not top:
            return None
        found = [[token, logprob] for token, logprob in dict(top[0]).items()]
    return found or None
