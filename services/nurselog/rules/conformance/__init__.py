"""The laws that every game keeps, as a suite that any package with a game can run.

    from nurselog.rules.conformance import LAWS, check

    @pytest.mark.parametrize("law", LAWS, ids=str)
    def test_laws(law):
        check(RULES, law)

Each law is a function over one random play (`Played`). The plays are drawn by hypothesis, so a broken law
comes with the shortest play that breaks it, and its record. `hash_seeds.check` needs processes.
"""

from nurselog.rules.conformance.laws import LAWS
from nurselog.rules.conformance.suite import Law, LawBroken, Played, Plays, check, settings_of

__all__ = ["LAWS", "Law", "LawBroken", "Played", "Plays", "check", "settings_of"]
