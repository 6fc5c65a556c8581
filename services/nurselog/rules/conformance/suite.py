"""What the laws are made of: random plays, their moments, and how a law is checked."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import hypothesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from nurselog.rules.api import SPECTATORS, AnyRules, Audience, OptionProblem, Options, Seat, audiences, seats
from nurselog.rules.chance import SeededChance
from nurselog.rules.fold import Advance, Play
from nurselog.rules.options import fitting
from nurselog.rules.record import write_record
from nurselog.rules.walk import SCOPE, Setting, record_of, walk

LEAST_EXAMPLES: Final = 10


class LawBroken(AssertionError):
    """A game does not keep a law."""


def require(kept: object, broken: str) -> None:
    """Breaks the law with this sentence unless it is kept."""
    if not kept:
        raise LawBroken(broken)


@dataclass(frozen=True, slots=True)
class Moment:
    """A play before one of its commits, and that commit."""

    before: Play[Any]
    made: Advance[Any]

    @property
    def seat(self) -> Seat:
        return self.made.entry.seat

    @property
    def text(self) -> str:
        return self.made.entry.move


@dataclass(frozen=True, slots=True)
class Played:
    """One random play of a game. What several laws ask of it is asked of the rules once."""

    rules: AnyRules
    setting: Setting
    commits: list[Advance[Any]]
    _known: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats(self.setting.seat_count)

    @property
    def audiences(self) -> tuple[Audience, ...]:
        return audiences(self.setting.seat_count)

    @property
    def plays(self) -> list[Play[Any]]:
        """The play at each version."""
        return [commit.play for commit in self.commits]

    @property
    def moments(self) -> Iterator[Moment]:
        """Every commit after the setup, with the play before it."""
        for before, made in zip(self.plays, self.commits[1:], strict=False):
            yield Moment(before, made)

    def luck(self, scope: str, version: int) -> SeededChance:
        """Luck for whatever a law tries beside the play."""
        return SeededChance(self.setting.key, scope, version)

    def same_luck(self, moment: Moment) -> SeededChance:
        """The luck that the moment's commit was made with."""
        return self.luck(SCOPE, moment.made.play.version)

    def legal_moves(self, play: Play[Any], seat: Seat) -> tuple[Any, ...]:
        """What a seat may do at a version of this play."""
        moves: tuple[Any, ...] = self._once(
            ("moves", play.version, seat), lambda: self.rules.legal_moves(play.state, seat)
        )
        return moves

    def other_world(self, play: Play[Any], audience: Audience) -> Any:
        """A state that looks the same to this audience as that at a version of this play."""
        return self._once(("world", play.version, audience), lambda: self._redealt(play, audience))

    def _redealt(self, play: Play[Any], audience: Audience) -> Any:
        chance = self.luck(f"redeal {audience}", play.version)
        return self.rules.redeal(play.state, audience, chance)

    def _once(self, what: Hashable, ask: Callable[[], Any]) -> Any:
        try:
            return self._known[what]
        except KeyError:
            return self._known.setdefault(what, ask())


@dataclass(frozen=True, slots=True)
class Law:
    """A law by its name, and the function that finds it broken."""

    name: str
    find: Callable[[Played], None]
    with_house: bool = False
    """Whether its plays have take-backs, timeouts and leavers, too."""

    def __str__(self) -> str:
        return self.name


def law(find: Callable[[Played], None]) -> Law:
    """A law named as its function."""
    return Law(find.__name__, find)


def law_of_tables(find: Callable[[Played], None]) -> Law:
    """A law about whole tables, with all that the house does."""
    return Law(find.__name__, find, with_house=True)


class Plays:
    """Random plays of one game, walked once however many laws look at them; the last `KEPT` are at hand."""

    KEPT: Final = 64

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._walked: OrderedDict[Hashable, Played] = OrderedDict()

    def walk(self, setting: Setting, commits: list[Advance[Any]]) -> Played:
        """The play; `commits` are filled, and when the walk fails they are those before the failure."""
        key = (
            frozenset(setting.options.items()),
            setting.seat_count,
            setting.seed,
            setting.stop,
            setting.with_house,
        )
        known = self._walked.get(key)
        if known is not None:
            self._walked.move_to_end(key)
            commits.extend(known.commits)
            return known
        for commit in walk(self.rules, setting):
            commits.append(commit)  # noqa: PERF402 - what was played before a failure is shown
        played = self._walked[key] = Played(self.rules, setting, list(commits))
        if len(self._walked) > self.KEPT:
            self._walked.popitem(last=False)
        return played


def check(rules: AnyRules, law: Law, plays: Plays | None = None) -> None:
    """Raises `LawBroken` (or what the rules raise) with the shortest breaking play found, and its record.

    The plays are the same on every run and for every law; the hypothesis profile decides how many. Give
    `plays` where several laws of a game are checked, so that nothing is played twice.
    """
    plays = plays or Plays(rules)

    @hypothesis.settings(
        max_examples=max(LEAST_EXAMPLES, hypothesis.settings().max_examples // 4),
        derandomize=True,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(setting=settings_of(rules, with_house=law.with_house))
    def kept(setting: Setting) -> None:
        commits: list[Advance[Any]] = []
        try:
            law.find(plays.walk(setting, commits))
        except Exception as broken:
            if commits:
                broken.add_note(write_record(record_of(rules, setting, commits)))
            raise

    kept()


@st.composite
def settings_of(draw: st.DrawFn, rules: AnyRules, *, with_house: bool = False) -> Setting:
    """Settings of random plays: every option, every number of seats, short plays and whole ones.

    The length is drawn first and as one number: so the shortest breaking play is what is shown.
    """
    most = rules.spec.max_plies
    stop = min(most, draw(st.integers(0, 2 * most)))
    options, seat_count = draw(_tables(rules))
    seed = draw(st.integers(0, 2**32 - 1))
    return Setting(options=options, seat_count=seat_count, seed=seed, stop=stop, with_house=with_house)


@st.composite
def _tables(draw: st.DrawFn, rules: AnyRules) -> tuple[Options, int]:
    """What a table can be opened with; of options that contradict each other one is left at its default."""
    seat_count = draw(st.integers(rules.spec.min_seats, rules.spec.max_seats))
    chosen = {option.name: draw(st.sampled_from(option.choices)) for option in rules.spec.options}
    try:
        return fitting(rules.spec, chosen, seat_count), seat_count
    except OptionProblem:
        hypothesis.reject()


def world_for(audience: Audience) -> str:
    """How a message names an audience."""
    return "spectators" if audience == SPECTATORS else f"seat {audience}"
