"""The castle siege for reinforcement learning: a PettingZoo parallel environment.

It needs the extra `rl`; nothing else in the engine imports it. README.md beside this shows it.
"""

try:
    import gymnasium
    import pettingzoo
except ImportError as error:
    raise ImportError(
        f"engine.env.siege needs {error.name}: install Battlereel with its extra, "
        "pip install 'battlereel[rl]' (in a checkout: pip install -e '.[rl]')"
    ) from error

from engine.env.siege.environment import SiegeEnv
from engine.env.siege.observation import action_of, orders_of

parallel_env = SiegeEnv
"""The environment, by the name that PettingZoo's own have."""

__all__ = ["SiegeEnv", "action_of", "gymnasium", "orders_of", "parallel_env", "pettingzoo"]
