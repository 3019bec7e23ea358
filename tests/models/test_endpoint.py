"""A model behind an endpoint: a server in this process, with faults."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import litgen
from litgen.cli import run
from litgen.evaluation.evaluate import evaluate
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import LitgenError, UsageError
from litgen.models import ModelSpec, answers, endpoint, load_model
from tests.evaluation.makers import make_contrast_set, record
from tests.models.loopback import Server, by_length, serving

PAIR = ("A man rides.", "A man moves.")
KEY = "sk-secret-0123456789"


@pytest.fixture(autouse=True)
def no_key(monkeypatch):
    for name in endpoint.KEYS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def contrast_set(tmp_path):
    records = [
        record(f"a{i}", "past;future", "neutral", "entailment",
               hypothesis=f"Hypothesis {'x' * i}.") for i in range(60)
    ]  # fmt: skip
    return make_contrast_set(tmp_path / "contrast", records).path


def ask(server: Server, **options):
    """The answer about one pair."""
    model = load_model(ModelSpec(f"openai:{server.url}#m", **options))
    return answers(model, [PAIR])[0]


def bytes_of(folder: Path) -> bytes:
    return (folder / "predictions.jsonl").read_bytes()


def test_faults_change_no_prediction_and_nothing_answered_is_asked_again(contrast_set, tmp_path):
    with serving(Server()) as good:
        evaluate(contrast_set, f"openai:{good.url}#m", tmp_path / "good")
    with serving(Server(drop=0.1, busy=0.2, garbage=0.05)) as bad:
        result = evaluate(contrast_set, f"openai:{bad.url}#m", tmp_path / "bad")
    assert bytes_of(tmp_path / "good") == bytes_of(tmp_path / "bad")
    assert set(bad.answered.values()) == {1} and len(bad.answered) == result.classified == 120
    assert sum(bad.asked.values()) > 130  # there were faults
    info = Predictions(tmp_path / "bad").info
    assert info.model["kind"] == "openai" and info.name == "m"
    run_json = json.loads((tmp_path / "bad" / "run.json").read_text())
    assert run_json["tokens"] == {"prompt_tokens": 1200, "completion_tokens": 240}


def test_at_most_so_many_calls_at_a_time(contrast_set, tmp_path):
    with serving(Server(latency=0.02)) as server:
        evaluate(contrast_set, ModelSpec(f"openai:{server.url}#m", concurrency=5), tmp_path / "p")
    assert server.most == 5


COMMAND = "import sys; from litgen.cli import main; main(sys.argv[1:])"


@pytest.mark.slow
def test_killed_in_the_middle_and_gone_on_with(contrast_set, tmp_path):
    with serving(Server(latency=0.02)) as server:
        model = f"openai:{server.url}#m"
        args = ["evaluate", str(contrast_set), "--model", model, "--concurrency", "2"]
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *args, "-o", str(tmp_path / "p")],
            stdout=subprocess.DEVNULL,
        )
        while sum(server.answered.values()) < 30:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not (tmp_path / "p" / "manifest.json").exists()
        assert run([*args, "-o", str(tmp_path / "p")]) == 0
        # What was under way when it was killed was never heard.
        assert sum(server.answered.values()) <= 120 + 2 + 2
        evaluate(contrast_set, model, tmp_path / "whole")
    for name in ("predictions.jsonl", "manifest.json"):
        assert (tmp_path / "p" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_calls_are_limited_and_the_same_command_goes_on(contrast_set, tmp_path):
    with serving(Server()) as server:
        spec = ModelSpec(f"openai:{server.url}#m", max_calls=50)
        for _ in range(2):
            with pytest.raises(LitgenError, match="--max-calls 50"):
                evaluate(contrast_set, spec, tmp_path / "p")
        assert evaluate(contrast_set, spec, tmp_path / "p").classified == 20
    assert sum(server.asked.values()) == 120


def test_an_endpoint_that_goes_down_loses_nothing(contrast_set, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(endpoint, "RETRIES", 0)
    with serving(Server()) as server:
        url = server.url

        def fails(text):
            if sum(server.answered.values()) >= 40:
                return 503, {"x-should-retry": "false"}, b'{"error": {"message": "overloaded"}}'
            return by_length(text)

        server.answer = fails
        assert run(["evaluate", str(contrast_set), "--model", f"openai:{url}#m", "-o",
                    str(tmp_path / "p"), "--concurrency", "1"]) == 1  # fmt: skip
        (line,) = capsys.readouterr().err.splitlines()
        assert url in line and "overloaded" in line and "repeat the command" in line
        server.answer = by_length
        assert evaluate(contrast_set, f"openai:{url}#m", tmp_path / "p").classified == 80


def test_an_endpoint_that_is_not_there(contrast_set, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(endpoint, "FIRST_RETRIES", 0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
        model = f"openai:http://127.0.0.1:{taken.getsockname()[1]}/v1#m"
        assert (
            run(["evaluate", str(contrast_set), "--model", model, "-o", str(tmp_path / "p")]) == 1
        )
    (line,) = capsys.readouterr().err.splitlines()
    assert "Connection error" in line and "refused" in line
    assert not (tmp_path / "p" / "manifest.json").exists()


def test_the_key_is_sent_and_written_nowhere(contrast_set, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    monkeypatch.setenv("LITGEN_API_KEY", KEY)
    with serving(Server(busy=0.2)) as server:
        model = f"openai:{server.url}#m"
        assert run(["evaluate", str(contrast_set), "--model", model, "-o", str(tmp_path / "p"),
                    "--json"]) == 0  # fmt: skip
        assert server.headers[0]["authorization"] == f"Bearer {KEY}"
        body = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}}).encode()
        server.answer = lambda text: (401, {}, body)
        assert run(["--debug", "evaluate", str(contrast_set), "--model", model, "-o",
                    str(tmp_path / "q")]) == 1  # fmt: skip
    said = capsys.readouterr()
    assert "LITGEN_API_KEY" in said.err and KEY not in said.err + said.out
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"replies.sqlite", "predictions.jsonl"} <= {path.name for path in files}
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_replies_are_read_anew_without_a_call(contrast_set, tmp_path):
    def says(text):
        top = [{"token": t, "logprob": p, "bytes": None} for t, p in (("neutral", -0.1), ("x", -4))]
        content = {"token": "neutral", "logprob": -0.1, "bytes": None, "top_logprobs": top}
        return {
            "message": {"role": "assistant", "content": "It is a contradiction."},
            "logprobs": {"content": [content], "refusal": None},
        }

    with serving(Server(says)) as server:
        spec = ModelSpec(f"openai:{server.url}#m", answer_by="first-token")
        evaluate(contrast_set, spec, tmp_path / "p")
        calls = sum(server.asked.values())
        first = next(iter(Predictions(tmp_path / "p")))
        assert first.label == "neutral" and first.scores["neutral"] == 1
        again = spec._replace(answer_by="text")
        evaluate(contrast_set, again, tmp_path / "p", reread=True)
        second = next(iter(Predictions(tmp_path / "p")))
        assert second.label == "contradiction" and second.scores is None
        readings = {"text": "contradiction", "first-token": "neutral"}
        assert first.readings == second.readings == readings
        other = spec._replace(prompt="one-word")
        with pytest.raises(UsageError, match="has not replied to this prompt for 120 of 120 pairs"):
            evaluate(contrast_set, other, tmp_path / "p", reread=True)
        assert sum(server.asked.values()) == calls
        assert next(iter(Predictions(tmp_path / "p"))) == second
    with pytest.raises(UsageError, match="is not an endpoint; omit --reread"):
        evaluate(contrast_set, "json:loads", tmp_path / "q", reread=True)


OUTCOMES = {
    "unreadable": "A man rides.",
    "cut off": "<think>Is it entailment, or a contradiction? Let me",
    "empty": "",
    "refused": "I'm sorry, I can't help with that.",
}


def test_outcomes_are_counted_and_no_labels(contrast_set, tmp_path):
    said = {f"Hypothesis {'x' * i}.": each for i, each in enumerate(OUTCOMES.values())}

    def says(text):
        hypothesis = text.partition("Hypothesis: ")[2]
        return said.get(hypothesis, "neutral")

    with serving(Server(says)) as server:
        result = evaluate(contrast_set, f"openai:{server.url}#m", tmp_path / "p")
    assert result.info.outcomes == {
        "contrast": dict.fromkeys(OUTCOMES, 1), "original": dict.fromkeys(OUTCOMES, 0),
    }  # fmt: skip
    assert result.accuracy["contrast"] == 1
    found = {each.outcome: each for each in Predictions(tmp_path / "p") if each.label is None}
    assert {outcome: each.raw for outcome, each in found.items()} == OUTCOMES
    assert Predictions(tmp_path / "p").info == result.info


def test_refusals_that_the_endpoint_names():
    message = {"role": "assistant", "content": None, "refusal": "That is entailment, but no."}
    with serving(Server(lambda text: {"message": message})) as server:
        assert ask(server).outcome == "refused"
    body = b'{"error": {"code": "content_filter", "message": "filtered"}}'
    with serving(Server(lambda text: (400, {}, body))) as server:
        assert ask(server).outcome == "refused"


def test_an_answer_of_100_kb(contrast_set, tmp_path):
    long = "word " * 20_000 + "\nneutral"
    with serving(Server(lambda text: long)) as server:
        evaluate(contrast_set, f"openai:{server.url}#m", tmp_path / "p")
    first = next(iter(Predictions(tmp_path / "p")))
    assert first.label == "neutral" and len(first.raw) == 2000


def test_plain_text_goes_to_completions():
    with serving(Server(lambda text: " neutral")) as server:
        assert ask(server, chat_template="none", prompt="one-word").label == "neutral"
        (body,) = server.bodies
    assert body["prompt"].endswith("Answer:") and "messages" not in body
    assert body["temperature"] == 0 and body["logprobs"] == 5


def test_parameters_that_a_server_refuses_are_left_out():
    with serving(Server(lambda text: "neutral")) as server:
        server.refused_parameters = ("logprobs", "max_tokens", "temperature")
        assert ask(server).label == "neutral"
        last = server.bodies[-1]
    assert last["max_completion_tokens"] == 32
    assert not {"logprobs", "top_logprobs", "temperature", "max_tokens"} & last.keys()


def test_other_faults_of_a_call_are_said():
    body = b'{"error": {"message": "maximum context length exceeded"}}'
    with serving(Server(lambda text: (400, {}, body))) as server:
        with pytest.raises(LitgenError, match="maximum context length"):
            ask(server)
        assert sum(server.asked.values()) == 1
    missing = Server(lambda text: (404, {}, b'{"error": {"message": "no model"}}'))
    with serving(missing), pytest.raises(LitgenError, match="the server has a model 'm'"):
        ask(missing)


def test_an_endpoint_that_is_none(monkeypatch):
    monkeypatch.setattr(endpoint.time, "sleep", lambda seconds: None)
    page = Server(lambda text: (200, {}, b"<html>welcome</html>"))
    with serving(page), pytest.raises(LitgenError, match="OpenAI-compatible"):
        ask(page)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("http://localhost/v1", {}, "URL#NAME"),
        ("localhost#m", {}, "URL#NAME"),
        ("http://me:pw@localhost/v1#m", {}, "password"),
        ("http://localhost/v1?key=1#m", {}, "query"),
        ("http://localhost/v1#m", {"prompt": "right"}, "only be scored"),
        ("http://localhost/v1#m", {"concurrency": 0}, "at least 1"),
        ("http://localhost/v1#m", {"max_tokens": 0}, "--max-tokens 0: the value must be at least"),
        ("http://localhost/v1#m", {"reasoning_effort": "lo"}, "did you mean"),
        ("http://localhost/v1#m", {"extra_body": "{"}, "--extra-body: the value is not valid JSON"),
        ("http://localhost/v1#m", {"extra_body": "[1]"}, "must be a JSON object"),
        (
            "http://localhost/v1#m",
            {"extra_body": '{"stream": true}'},
            "litgen sets stream; omit it",
        ),
        (
            "http://localhost/v1#m",
            {"reasoning_effort": "low", "chat_template": "none"},
            "only to conversations",
        ),
    ],
)
def test_names_and_options_that_are_at_fault(name, options, message):
    with pytest.raises(UsageError, match=message):
        load_model(ModelSpec(f"openai:{name}", **options))


def test_worker_processes_are_for_models_that_compute_here(contrast_set, tmp_path):
    for how in ({"jobs": 2}, {"scheduler": "tcp://localhost:1"}):
        with pytest.raises(UsageError, match=f"--{min(how)} is only for .* --concurrency"):
            evaluate(contrast_set, "openai:http://localhost:1/v1#m", tmp_path / "p", **how)


def test_without_the_package(monkeypatch):
    monkeypatch.setattr(endpoint.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"litgen-nli\[endpoints\]"):
        load_model(ModelSpec("openai:http://localhost/v1#m"))


def test_calls_end_when_nobody_listens_any_more():
    with serving(Server(latency=0.05)) as server:
        model = load_model(ModelSpec(f"openai:{server.url}#m", concurrency=3))
        replies = model.replies([(f"P{i}", "H") for i in range(50)])
        next(replies)
        replies.close()
        time.sleep(0.3)
        assert sum(server.asked.values()) <= 8


def test_connections_do_not_idle_while_replies_are_kept():
    with serving(Server()) as server:
        model = load_model(ModelSpec(f"openai:{server.url}#m", concurrency=2))
        replies = model.replies([(f"P{i}", "H") for i in range(50)])
        next(replies)  # and nothing more is taken
        for _ in range(1000):
            if sum(server.answered.values()) == 4:
                break
            time.sleep(0.01)
        replies.close()
        assert sum(server.answered.values()) == 4


def message(content, finish="stop", **more):
    """A choice of a conversation."""
    said = {"role": "assistant", "content": content, **more}
    return {"message": said, "finish_reason": finish}


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (message("<think>Is it a contradiction? Let me", "length"), "cut off"),
        (message("<think>Is it a contradiction? Let me", "stop"), "cut off"),
        (message("Is it entailment, or a contradiction? Let me", "length"), "cut off"),
        (message("Entailment, because whoever", "length"), "entailment"),
        (message("", "length", reasoning_content="It is neutral"), "cut off"),
        (message(None, "length", reasoning="It is neutral"), "cut off"),
        (message(None, "stop", reasoning="It is neutral"), "empty"),
        (message("", "stop", reasoning_content="It is neutral"), "empty"),
        (message("neutral", "stop", reasoning_content="a contradiction?"), "neutral"),
        (message("The premise", "max_tokens"), "cut off"),
        (message([{"type": "thinking", "thinking": []}, {"type": "text", "text": "neutral"}]),
         "neutral"),
    ],
)  # fmt: skip
def test_reasoning_and_answers_that_are_cut(choice, expected):
    with serving(Server(lambda text: choice)) as server:
        answer = ask(server)
    assert (answer.label or answer.outcome) == expected


def test_what_was_cut_is_said_with_what_to_raise(contrast_set, tmp_path, capsys):
    cut = message("<think> Is it entailment, or a contradiction? Let me", "length")
    with serving(Server(lambda text: cut)) as server:
        command = ["evaluate", str(contrast_set), "--model", f"openai:{server.url}#m", "-o",
                   str(tmp_path / "p"), "--max-tokens", "16"]  # fmt: skip
        for _ in range(2):
            assert run(command) == 0
            said = capsys.readouterr()
            line = "120 of 120 answers were cut off at 16 tokens; raise --max-tokens"
            assert line in said.err
    info = Predictions(tmp_path / "p").info
    assert info.outcomes["contrast"]["cut off"] == 60 and info.model["max_tokens"] == 16
    assert run(["report", str(tmp_path / "p"), "-o", str(tmp_path / "r")]) == 0
    report = (tmp_path / "r" / "report.md").read_text()
    assert "m: 120 of 120 answers were cut off at 16 tokens; raise --max-tokens." in report
    assert "--max-tokens 16" in report


def test_parameters_that_a_call_has():
    with serving(Server(lambda text: "neutral")) as server:
        ask(server)
        ask(server, max_tokens=7, extra_body='{"top_k": 1}')
        ask(server, reasoning_effort="low")
        ask(server, reasoning_effort="none")
        first, second, third, fourth = server.bodies
    assert first["max_tokens"] == 32 and first["stop"] == ["\nPremise:", "\nHypothesis:"]
    assert not {"reasoning_effort", "top_k"} & first.keys()
    assert second["max_tokens"] == 7 and second["top_k"] == 1
    # A server looks for stop strings in the reasoning, too.
    assert third["reasoning_effort"] == "low" and "stop" not in third
    assert third["max_tokens"] == endpoint.REASONING_TOKENS
    assert fourth["reasoning_effort"] == "none" and fourth["max_tokens"] == 32


def test_parameters_determine_the_predictions(contrast_set, tmp_path):
    spec = {"max_tokens": 9, "reasoning_effort": "low", "extra_body": '{"top_k": 1}'}
    with serving(Server()) as server:
        model = ModelSpec(f"openai:{server.url}#m", **spec)
        result = evaluate(contrast_set, model, tmp_path / "p")
        with pytest.raises(UsageError, match="max_tokens"):
            evaluate(contrast_set, model._replace(max_tokens=8), tmp_path / "p")
        said = litgen.evaluate(contrast_set, f"openai:{server.url}#m", max_tokens=9,
                               reasoning_effort="low", extra_body={"top_k": 1})  # fmt: skip
    for info in (result.info, said.info):
        found = {name: info.model[name] for name in spec}
        assert found == {**spec, "extra_body": {"top_k": 1}}
    with pytest.raises(
        UsageError, match="max_tokens: this option is only for models given by name"
    ):
        litgen.evaluate(contrast_set, lambda pairs: ["neutral"] * len(pairs), max_tokens=9)


def test_an_effort_that_a_server_does_not_know():
    body = b'{"error": {"message": "unknown reasoning_effort low"}}'
    unknown = Server(lambda text: (400, {}, body))
    with serving(unknown), pytest.raises(LitgenError, match="use another --reasoning-effort"):
        ask(unknown, reasoning_effort="low")


def test_the_first_token_counts_where_the_text_agrees():
    def says(content, token):
        top = {"token": token, "logprob": -0.1, "bytes": None}
        return message(content) | {"logprobs": {"content": [{**top, "top_logprobs": [top]}]}}

    with serving(Server(lambda text: says("No information is given.", "No"))) as server:
        assert ask(server, prompt="few-shot").outcome == "unreadable"
        assert ask(server, prompt="few-shot", answer_by="first-token").label == "contradiction"
        server.answer = lambda text: says("No, he sleeps.", "No")
        answer = ask(server, prompt="few-shot")
        assert answer.label == "contradiction" and answer.scores["contradiction"] == 1


GARBAGE = [
    b"<html>welcome</html>", b"", b"null", b"[]", b"42", b'"neutral"', b'{"choices": {}}',
    b'{"choices": [null]}', b'{"choices": [{"message": null}]}', b"\xff\xfe{}", b"data: {}\n\n" * 9,
    b'{"choices": [{"message": {"content": 1}, "finish_reason": "stop"}]}',
    b'{"choices": [{"message": {"content": [1]}}]}', b'{"choices": "neutral"}', b"[" * 100_000,
    b'{"error": {"message": "neutral"}}',
]  # fmt: skip


@pytest.mark.parametrize("body", GARBAGE, ids=lambda body: repr(body[:30]))
def test_what_is_no_completion_is_never_a_label(monkeypatch, body):
    monkeypatch.setattr(endpoint.time, "sleep", lambda seconds: None)
    garbage = Server(lambda text: (200, {}, body))
    with serving(garbage), pytest.raises(LitgenError, match="6 replies to the same call were not"):
        ask(garbage)


@pytest.mark.parametrize(
    "logprobs",
    [{"content": [{"token": "neutral", "logprob": "x"}]}, {"content": 3}, [], {"content": [None]},
     {"content": [{"token": 1, "logprob": -1, "top_logprobs": []}]}, "neutral"],
)  # fmt: skip
def test_logprobs_of_a_wrong_shape_are_none(logprobs):
    with serving(Server(lambda text: message("neutral") | {"logprobs": logprobs})) as server:
        answer = ask(server)
    assert (answer.label, answer.scores) == ("neutral", None)


@pytest.mark.parametrize("begins", [b'{"choices": [{"message": {"content": "', b" ", b"data: x\n"])
def test_a_reply_that_never_ends(monkeypatch, begins):
    monkeypatch.setattr(endpoint, "LARGEST", 2**20)
    monkeypatch.setattr(endpoint, "PATIENCE", 1.0)
    monkeypatch.setattr(endpoint.time, "sleep", lambda seconds: None)

    def stream(connection):
        with connection:
            connection.recv(65536)
            head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
            connection.sendall(head + begins)
            with contextlib.suppress(OSError):
                while True:
                    connection.sendall((b" " if begins == b" " else b"neutral ") * 10_000)

    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    threading.Thread(target=stream, args=(connection,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        model = ModelSpec(f"openai:http://127.0.0.1:{listening.getsockname()[1]}/v1#m")
        with pytest.raises(LitgenError, match=r"did not end|were not completions"):
            answers(load_model(model), [PAIR])
