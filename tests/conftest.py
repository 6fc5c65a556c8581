"""What every test shares: how hard property tests try. Fixtures live beside the tests that use them."""

from __future__ import annotations

import os

from hypothesis import Phase, settings

# No deadline: on a busy machine the time of one example says nothing about the code.
settings.register_profile("dev", max_examples=40, deadline=None)
# The same examples on every run, so that a red build is red for everybody; the failing one is printed.
settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True, print_blob=True)
# What `make test-all` tries, other examples on each run.
settings.register_profile("thorough", max_examples=200, deadline=None, print_blob=True)
settings.register_profile("soak", max_examples=5_000, deadline=None, print_blob=True)
# For finding a bug by hand: the first failure, not the smallest.
settings.register_profile("quick", max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

pytest_plugins = ["tests.support.store"]
