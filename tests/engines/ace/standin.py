"""A program that speaks ACE's protocol for one-clause sentences, and misbehaves on demand.

``The dog barks.`` is parsed (nouns and verbs below, present, past and future) and generated from.
A noun of ``MISBEHAVIOUR`` misbehaves where it is parsed, a verb where it is generated from:

    The hang barks.   never answers the parser's question
    The dog dies.     dies in the middle of the generator's answer

``$STANDIN_FAULTS`` makes it misbehave whatever the item, such as ``generate:kill:0.1`` (one in ten
items, the same ones for the same ``$STANDIN_SEED``): ``exit``, ``kill``, ``hang``, ``half``,
``spill`` (standard output without end), ``flood`` (standard error), or as it starts ``start-kill``,
``start-exit``, ``start-hang``, ``start-segv``; several are separated by spaces.

An *umpire* is parsed as the ERG parses a word that its lexicon lacks, and not generated.
Every start is noted in the file that ``$STANDIN_LOG`` names.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time

MISBEHAVIOUR = (
    "hang", "die", "stumble", "half", "babble", "flood", "starve", "kill", "tire", "choke", "cut",
    "nap", "spill", "toil", "shut", "work",
)  # fmt: skip
UNKNOWN = "umpire"
NOUNS = ("dog", "cat", "man", "table", UNKNOWN, *MISBEHAVIOUR)
VERBS = ("bark", "sleep", "pass", "pause", *MISBEHAVIOUR)
RUN = 'NOTE: tsdb run: (:application . "answer") (:grammar . "ERG (1214)") (:rules . 2)'
MRS = (
    "[ LTOP: h0 INDEX: e2 [ e SF: {force} TENSE: {tense} MOOD: indicative PROG: - PERF: - ] "
    "RELS: < "
    "[ _the_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 NUM: sg IND: + ] RSTR: h5 BODY: h6 ] "
    "[ _{predicate}<4:{end}> LBL: h7 ARG0: x3 ] [ _{verb}_v_1<8:12> LBL: h1 ARG0: e2 ARG1: x3 ] > "
    "HCONS: < h0 qeq h1 h5 qeq h7 > ]"
)
SENTENCE = re.compile(r"(?:The|the) (\w+) (will )?(\w+?)(s|ed)?\.")
QUESTION = re.compile(r"(Does|Did|Will) the (\w+) (\w+)\?")


def main() -> None:
    arguments = sys.argv[1:]
    if "-V" in arguments:
        print("ACE version 0.9.30\ncompiled for tests")
        return
    generating = "-e" in arguments
    with open(os.environ["STANDIN_LOG"], "a", encoding="utf-8") as log:
        log.write(("generate" if generating else "parse") + "\n")
    if os.environ.get("STANDIN_REFUSES"):
        sys.exit(
            "version mismatch: this is ACE version 0.9.30, but this grammar image was compiled"
        )
    if os.path.getsize(arguments[arguments.index("-g") + 1]) < int(os.environ["STANDIN_WHOLE"]):
        misbehave("segv")  # as ACE 0.9.30 does
    fault("start-", generating)
    time.sleep(float(os.environ.get("STANDIN_STARTS_SLOWLY", 0)))
    say(RUN)
    for line in sys.stdin:
        if os.environ.get("STANDIN_BEARS_NO_QUESTION") and ("rains" in line or "unknown" in line):
            os._exit(134)
        fault("", generating)
        (generate if generating else parse)(line.strip())


def fault(when: str, generating: bool) -> None:
    """Misbehave, if it is time for it."""
    for each in os.environ.get("STANDIN_FAULTS", "").split():
        task, name, rate = each.split(":")
        if task != ("generate" if generating else "parse"):
            continue
        if name.startswith("start-") != bool(when):
            continue
        count = os.environ["STANDIN_LOG"] + "." + name
        with open(count, "a", encoding="utf-8") as file:
            file.write(".")
            calls = file.tell()
        if random.Random(f"{os.environ.get('STANDIN_SEED', 0)} {calls}").random() < float(rate):
            misbehave(name.removeprefix("start-"))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(name: str | None) -> str | None:
    """Do what a name says; the error to report, if there is one."""
    if name == "hang":
        time.sleep(1000)
    if name == "half":
        sys.stdout.write('(:ninputs . 5) (:results . (((:result-id . 0) (:mrs ."[ LTOP')
        sys.stdout.flush()
        time.sleep(1000)
    if name == "die":
        sys.stdout.write("(:ninputs . 5) (:resul")
        sys.stdout.flush()
        sys.stderr.write("ERROR: DEADLY SIGNAL!\n")
        os._exit(255)
    if name == "exit":
        os._exit(3)
    if name == "shut":  # lives on and says no more
        os.close(1)
        time.sleep(1000)
    if name == "spill":
        while True:
            sys.stdout.write("NOTE: more and more\n" * 10_000)
    if name == "work":  # half a second of it
        while time.process_time() < 0.5:
            pass
    if name == "toil":  # to the end of its time
        seconds = float(sys.argv[sys.argv.index("--timeout") + 1])
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        return "timeout"
    if name == "cut":
        say("(:ninputs . 5) (:results . (((:result-id . 0) (:mrs . \n\n\n")
    if name == "stumble" and not os.path.exists(os.environ["STANDIN_LOG"] + ".stumbled"):
        open(os.environ["STANDIN_LOG"] + ".stumbled", "w").close()
        os._exit(255)
    if name == "nap" and not os.path.exists(os.environ["STANDIN_LOG"] + ".napped"):
        open(os.environ["STANDIN_LOG"] + ".napped", "w").close()
        return "timeout"  # an alarm that an earlier item left set
    if name == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "babble":
        say('\x00 )))( \\" \u2028 nonsense\n(((\n\n\nNOTE: tsdb parse: what\n')
    if name == "flood":
        for _ in range(40):
            sys.stderr.write("ERROR: trigger rules call for a lexeme\n" * 1000)
    return {
        "starve": "ran out of RAM while unpacking",
        "tire": "timeout, ran out of time while unpacking",
        "choke": "too many words",
    }.get(name or "")


def parse(line: str) -> None:
    known = read(line)
    error = misbehave(known["noun"] if known else None)
    count = 0 if error or not known else 1
    results = ""
    if count:
        noun = known["noun"]
        predicate = f"{noun}/NN_u_unknown" if noun == UNKNOWN else f"{noun}_n_1"
        mrs = MRS.format(**known, predicate=predicate, end=4 + len(noun))
        results = (
            f'((:result-id . 0) (:derivation ." (1 sb-hd_mc_c 0 0 1 (\\"x\\"))") (:mrs ."{mrs}"))'
        )
    end = f' (:error . "{error}")' if error else ""
    say(f'(:ninputs . 4) (:p-input . "x") (:results . ({results})) (:readings . {count}){end}\n\n')


def read(line: str) -> dict[str, str] | None:
    if match := QUESTION.fullmatch(line):
        word, noun, verb = match.groups()
        tense = {"Does": "pres", "Did": "past", "Will": "fut"}[word]
        return {"noun": noun, "verb": verb, "tense": tense, "force": "ques"}
    match = SENTENCE.fullmatch(line)
    if not match or match[1] not in NOUNS:
        return None
    tense = "fut" if match[2] else "past" if match[4] == "ed" else "pres"
    verb = next((v for v in VERBS if match[3] in (v, v.rstrip("e"))), None)
    return verb and {"noun": match[1], "verb": verb, "tense": tense, "force": "prop"}


def generate(line: str) -> None:
    if "unknown" in line:
        sys.stderr.write("ERROR: unknown predicate\n")
        say('NOTE: tsdb parse:  (:total . 0) (:error . "invalid predicates: EP not in index")\n')
        return
    verb, noun = re.search(r"_(\w+)_v_1", line)[1], re.search(r"_(\w+)_n_1", line)[1]
    tense, force = re.search(r"TENSE: (\w+)", line)[1], re.search(r"SF: (\w+)", line)[1]
    error = misbehave(verb)
    if "FOO:" in line:
        time.sleep(1000)  # as ACE does where it reports for [incr tsdb()]
    if "BAR:" in line:  # as ACE 0.9.30 does where it reports plainly: it dies at the next item
        sys.stderr.write("ERROR: illformed input MRS\n")
        say('NOTE: tsdb parse:  (:total . 0) (:error . "illformed input MRS")\n')
        sys.stdin.readline()
        os._exit(255)
    if verb != "pause" and not error:
        for surface, nodes in realise(noun, verb, tense, force):
            say(surface)
            tree = "".join(f' (1 {node} 0 0 1 ("w" 1 "token [ +FORM \\"w\\" ]"))' for node in nodes)
            say(f"DTREE = {tree}")
    say("NOTE: tsdb parse:  (:total . 6)" + (f' (:error . "{error}")' if error else "") + "\n")


def realise(noun: str, verb: str, tense: str, force: str) -> list[tuple[str, tuple[str, ...]]]:
    form = {"pres": f"{verb}s", "past": f"{verb.rstrip('e')}ed", "fut": f"will {verb}"}[tense]
    if force == "ques":
        word = {"pres": "Does", "past": "Did", "fut": "Will"}[tense]
        return [
            (f"The {noun} {form}?", ("sb-hd_mc_c",)),
            (f"{word} the {noun} {verb}?", ("hd_yesno_c", "sb-hd_mc_c")),
        ]
    emphatic = {"pres": "does", "past": "did", "fut": "will"}[tense]
    return [
        (f"The {noun} {emphatic} {verb}.", ("sb-hd_mc_c", f"{emphatic}1_pos")),
        (f"The  {noun} {form}.", ("sb-hd_mc_c", "n_sg_ilr")),
        (f"The {noun} {form}.", ("sb-hd_mc_c", "n_sg_ilr")),
    ]


if __name__ == "__main__":
    main()
