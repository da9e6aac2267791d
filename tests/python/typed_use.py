# SPDX-License-Identifier: Apache-2.0
"""A user's program as mypy reads it (`make lint`): what the module takes and answers has types. It is not run.

A line with `type: ignore` is a mistake that mypy has to find: `--warn-unused-ignores` makes it an error if it does not.
"""
from typing import Any, Dict, List

import gantry
import numpy as np

experiment: Dict[str, Any] = {"architecture": {"processors": [{"count": 4}]}}
result: gantry.Result = gantry.run(experiment, {"seed": 3}, seed=1, engine={"picker": "rtl"})
cycles: int = result.cycles
completed: "np.ndarray[Any, Any]" = result.tasks["completed"]
problems: List[gantry.Problem] = gantry.InputError().problems
version: str = gantry.__version__

gantry.run(7)  # type: ignore[arg-type]
gantry.run("experiment.yaml", seed="one")  # type: ignore[arg-type]
result.cycels  # type: ignore[attr-defined]
