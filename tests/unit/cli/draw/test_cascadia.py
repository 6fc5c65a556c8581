import pytest
from google.protobuf.json_format import MessageToDict
from rich.console import Console

from nurselog.cli.draw import Scene, draw
from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.components import ELK, HAWK
from nurselog.games.cascadia.state import State
from nurselog.games.cascadia.terms import Special, Terms, Variant
from nurselog.rules.api import SPECTATORS, Audience
from tests.support.cascadia import FIRST, board, play, seat, starter, state

OWN = board("+0+0:s1-top=bear -1+1:s1-left +0+1:s1-right +1+0:mf-bh.3=bear", nature=1)
MIDDLE = state(OWN, starter(2), turn=8)


def picture(position: State, audience: Audience = SPECTATORS, *, width: int = 130) -> str:
    view = MessageToDict(RULES.view(position, audience))
    console = Console(width=width)
    with console.capture() as captured:
        console.print(draw("cascadia", view, Scene(audience, ("ann", "bob"))))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def test_hexes_lie_side_by_side_with_land_animals_and_cells() -> None:
    shown = picture(MIDDLE)

    assert "m    m    m    f" in shown
    assert "m BEAR m  m BEAR f" in shown
    assert "m +0+0 m  m +1+0 f" in shown
    assert "f ehf  w  p  bs  r" in shown


def test_open_cells_show_their_names() -> None:
    assert "+2+0" in picture(MIDDLE)
    assert "+3+0" not in picture(MIDDLE)


def test_a_keystone_has_a_star() -> None:
    assert "f  e*  f" in picture(MIDDLE)
    assert "place 1   m" in picture(MIDDLE)
    assert "wetland (hawk) *" in picture(state(display="w-h:fox pr-es:elk wr-sf:salmon fp-ef:hawk"))


def test_the_display_and_what_is_left() -> None:
    shown = picture(MIDDLE)

    assert "place 2   prairie-river (elk, salmon)" in shown
    assert f"turns left 32   stack {len(MIDDLE.market.stack)}   nature tokens 24" in shown
    assert "bag 17 bear, 19 elk, 19 salmon, 19 hawk, 20 fox" in shown


def test_what_the_active_seat_holds() -> None:
    taken = play(MIDDLE, "d.1").state
    put = play(taken, "p.+2+0").state

    assert "to be placed: mountain-forest (bear, hawk) and  BEAR" in picture(taken)
    assert "to be placed: mountain-forest (bear, hawk) (on +2+0, to be turned) and  BEAR" in picture(put)
    assert "to be placed" not in picture(MIDDLE)


def test_the_score_pad_with_bonuses() -> None:
    rows = [line.split() for line in picture(MIDDLE).splitlines()]

    assert ["ann", "4", "0", "0", "0", "0", "2+2", "1+1", "1+1", "1+1", "1+1", "1", "17"] in rows


def test_a_variant_has_no_letters() -> None:
    family = state(agreed=Terms(FIRST, Variant.FAMILY, "", habitat_bonus=False))

    assert "bear  elk  salm" in picture(family)
    assert "   A    A     A     A    A" in picture(MIDDLE)


def test_ones_own_environment_comes_last_and_the_active_one_is_marked() -> None:
    titles = [line for line in picture(MIDDLE, seat(0)).splitlines() if "nature tokens" in line]

    assert titles[0] == "  bob, nature tokens 0"
    assert titles[1] == "▶ you, nature tokens 1"


def test_a_narrow_terminal_cuts_the_map_and_does_not_wrap_it() -> None:
    assert "m BEAR m" in picture(MIDDLE, width=40)


WIDE = board(" ".join(f"+{at}+0:m-b" if at else "+0+0:m-b=salmon" for at in range(8)))


@pytest.mark.parametrize(
    ("width", "hexagon"), [(130, "mSALMONm  m  b*  m"), (80, "mSALMm  m b* m"), (60, "mSALMmm b* m")]
)
def test_hexes_are_narrower_where_the_terminal_is(width: int, hexagon: str) -> None:
    shown = picture(state(WIDE, starter(2)), width=width)

    assert hexagon in shown
    assert max(map(len, shown.splitlines())) <= width


def test_a_special_rule_and_who_holds_which_card() -> None:
    agreed = Terms(FIRST, Variant.CARDS, "abcab", special=Special.HIDDEN_CARDS)
    shown = picture(state(agreed=agreed, hidden=(ELK, HAWK)), Audience(1))

    assert "special rule: hidden cards" in shown
    assert "ann holds the elk card" in shown
    assert "you hold the hawk card" in shown
