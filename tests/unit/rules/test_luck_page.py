"""The page `docs/luck.md` tells the truth: its vectors, and its programs, as a stranger would copy them."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import quickjs

from nurselog.rules.api import HOUSE
from nurselog.rules.chance import SeededChance, luck_key, sample, seed_hash, shuffle
from nurselog.rules.fold import advance, begin
from nurselog.rules.record import Record, write_record
from nurselog.rules.verify import verify as judge
from nurselog.rules.walk import Setting, record_of, walk
from tests.support.toy_games import TIDEPOOLS

PAGE = (Path(__file__).parents[3] / "docs" / "luck.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one block of code in a language."""
    (code,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(code)


VECTORS = json.loads(block("json"))
SEED = bytes.fromhex(VECTORS["seed"])
SALTS = tuple(VECTORS["salts"])

# What browsers have and QuickJS lacks: Web Crypto, and the encoder of texts.
BROWSER = """
const bytesOf = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));
const twoDigits = (byte) => byte.toString(16).padStart(2, "0");
const hexOf = (bytes) => Array.from(new Uint8Array(bytes), twoDigits).join("");
globalThis.TextEncoder = class { encode(text) { return bytesOf(pythonUtf8(text)); } };
globalThis.crypto = { subtle: {
  digest: async (name, data) => bytesOf(pythonSha256(hexOf(data))).buffer,
  importKey: async (format, key) => key,
  sign: async (name, key, data) => bytesOf(pythonHmac(hexOf(key), hexOf(data))).buffer,
} };
"""


class JavaScript:
    """The page's JavaScript, run by QuickJS."""

    def __init__(self) -> None:
        self._context = quickjs.Context()
        self._context.add_callable("pythonUtf8", lambda text: text.encode().hex())
        self._context.add_callable(
            "pythonSha256", lambda data: hashlib.sha256(bytes.fromhex(data)).hexdigest()
        )
        self._context.add_callable("pythonHmac", self._hmac)
        self._context.eval(BROWSER)
        self._context.eval(block("javascript"))

    @staticmethod
    def _hmac(key: str, data: str) -> str:
        return hmac.digest(bytes.fromhex(key), bytes.fromhex(data), "sha256").hex()

    def evaluate(self, expression: str) -> Any:
        """The value that an expression promises. Raises ValueError with the error it throws."""
        self._context.eval(
            "globalThis.done = undefined;"
            f"(async () => {expression})().then("
            "(value) => { done = JSON.stringify({ value }); },"
            "(error) => { done = JSON.stringify({ error: String(error) }); });"
        )
        while self._context.execute_pending_job():
            pass
        result = json.loads(self._context.eval("done"))
        if "error" in result:
            raise ValueError(result["error"])
        return result["value"]

    def verify(self, record: str) -> int:
        return int(self.evaluate(f"await verify({json.dumps(record)})"))


def python() -> dict[str, Any]:
    """The page's Python, as a module that was imported."""
    names: dict[str, Any] = {"__name__": "luck"}
    exec(compile(block("python"), "luck.py", "exec"), names)
    return names


PROGRAMS = [
    pytest.param(python()["verify"], id="python"),
    pytest.param(JavaScript().verify, id="javascript"),
]


def played() -> Record:
    options = TIDEPOOLS.spec.complete({"bonus": "on"}, 3)
    setting = Setting(options=options, seat_count=3, seed=7)
    return record_of(TIDEPOOLS, setting, list(walk(TIDEPOOLS, setting)))


def played_deal() -> Record:
    """A play of a deal with everything in it that is no ply: take-backs, pauses; and moves of the clock."""
    options = TIDEPOOLS.spec.complete({"bonus": "on"}, 3)
    setting = Setting(options=options, seat_count=3, seed=7)
    luck = partial(SeededChance, setting.key, "deals/monday")
    commits = [begin(TIDEPOOLS, options, 3, luck(0))]
    for script in ["move", "!undo", "!pause.1.2", "move", "!timeout", "move", "!pause.2.9", *["move"] * 30]:
        if (play := commits[-1].play).is_over:
            break
        mover = play.taken_back_by if script == "!undo" else play.decisions[0].seat
        mover = HOUSE if script.startswith("!pause") else mover
        move = TIDEPOOLS.legal_moves(play.state, mover)[0] if script == "move" else script
        commits.append(advance(TIDEPOOLS, play, mover, move, luck(play.ply + 1), policy=setting.policy))
    return replace(record_of(TIDEPOOLS, setting, commits), scope="deals/monday", deal="deals/monday")


# --- The kernel and the vectors ---


def test_the_seed_is_published_as_the_page_says() -> None:
    assert seed_hash(SEED) == VECTORS["seed_hash"]


def test_the_key_is_as_the_page_says() -> None:
    assert luck_key(SEED, SALTS).hex() == VECTORS["key"]


def luck(version: int | str) -> SeededChance:
    return SeededChance(bytes.fromhex(VECTORS["key"]), VECTORS["scope"], int(version))


@pytest.mark.parametrize("version", VECTORS["numbers"])
def test_numbers_are_as_the_page_says(version: str) -> None:
    expected = VECTORS["numbers"][version]
    chance = luck(version)
    assert [chance.below(1 << 32) for _ in expected] == expected


@pytest.mark.parametrize("vector", VECTORS["below"])
def test_answers_are_as_the_page_says(vector: dict[str, Any]) -> None:
    chance = luck(vector["version"])
    assert [chance.below(vector["bound"]) for _ in vector["answers"]] == vector["answers"]


def test_shuffle_and_sample_are_as_the_page_says() -> None:
    shuffled, drawn = VECTORS["shuffle"], VECTORS["sample"]
    assert "".join(shuffle(luck(shuffled["version"]), shuffled["items"])) == shuffled["shuffled"]
    assert "".join(sample(luck(drawn["version"]), drawn["items"], drawn["count"])) == drawn["drawn"]


# --- The programs and the vectors ---


def test_the_python_of_the_page_reproduces_the_vectors() -> None:
    page = python()
    key = page["luck_key"](SEED, SALTS)
    assert key.hex() == VECTORS["key"]
    for vector in VECTORS["below"]:
        source = page["numbers"](key, VECTORS["scope"], vector["version"])
        assert [page["below"](source, vector["bound"]) for _ in vector["answers"]] == vector["answers"]
    shuffled = VECTORS["shuffle"]
    source = page["numbers"](key, VECTORS["scope"], shuffled["version"])
    assert "".join(page["shuffle"](source, shuffled["items"])) == shuffled["shuffled"]


def test_the_javascript_of_the_page_reproduces_the_vectors() -> None:
    page = JavaScript()
    salts = json.dumps(SALTS)
    key = f"await luckKey(bytesOf('{VECTORS['seed']}'), {salts})"
    assert page.evaluate(f"hex({key})") == VECTORS["key"]
    for vector in VECTORS["below"]:
        source = f"numbers({key}, '{VECTORS['scope']}', {vector['version']})"
        ask = f"const s = {source}; const all = []; for (let i = 0; i < {len(vector['answers'])}; i++)"
        answers = page.evaluate(f"{{ {ask} all.push(await below(s, {vector['bound']})); return all; }}")
        assert answers == vector["answers"]
    shuffled = VECTORS["shuffle"]
    source = f"numbers({key}, '{VECTORS['scope']}', {shuffled['version']})"
    assert page.evaluate(f"(await shuffle({source}, '{shuffled['items']}')).join('')") == shuffled["shuffled"]


# --- The programs and records ---


@pytest.mark.parametrize("verify", PROGRAMS)
def test_a_stranger_finds_a_true_record_true(verify: Callable[[str], int]) -> None:
    record = played()
    asked = sum(len(entry.luck) for entry in record.entries)
    assert verify(write_record(record)) == asked > 11


@pytest.mark.parametrize("verify", PROGRAMS)
def test_a_stranger_finds_the_record_of_a_deal_true(verify: Callable[[str], int]) -> None:
    record = played_deal()
    asked = sum(len(entry.luck) for entry in record.entries)
    assert verify(write_record(record)) == asked > 11
    assert judge(record, TIDEPOOLS).ok
    with pytest.raises(ValueError, match="the seed does not answer"):
        verify(write_record(replace(record, deal="")))
    assert {finding.code for finding in judge(replace(record, deal=""), TIDEPOOLS).findings} == {"luck"}


@pytest.mark.parametrize("verify", PROGRAMS)
def test_a_stranger_finds_salts_counted(verify: Callable[[str], int]) -> None:
    salted = replace(played(), salts=("pepper", "", "", ""))
    with pytest.raises(ValueError, match="version 0: the seed does not answer"):
        verify(write_record(salted))


@pytest.mark.parametrize("verify", PROGRAMS)
def test_a_stranger_finds_a_changed_answer(verify: Callable[[str], int]) -> None:
    text = write_record(played())
    with pytest.raises(ValueError, match=r"version 0: the seed does not answer 2:\d"):
        verify(re.sub(r" 2:(\d)}", lambda match: f" 2:{1 - int(match[1])}}}", text, count=1))


@pytest.mark.parametrize("verify", PROGRAMS)
def test_a_stranger_finds_a_changed_seed(verify: Callable[[str], int]) -> None:
    text = write_record(played())
    with pytest.raises(ValueError, match="not the seed whose hash was published"):
        verify(text.replace('[Seed "00', '[Seed "01'))
