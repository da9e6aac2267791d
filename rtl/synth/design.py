# SPDX-License-Identifier: Apache-2.0
"""A module of rtl/ with its parameters, as yosys reads it."""

import glob
import os

RTL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Design:
    def __init__(self, name, top, parameters):
        self.name = name
        self.top = top
        self.parameters = parameters

    @staticmethod
    def files():
        return sorted(glob.glob(os.path.join(RTL, "gantry_*.v")) + glob.glob(os.path.join(RTL, "synth", "gantry_*.v")))

    def constraints(self):
        """The SDC that the module ships with, if it does."""
        return glob.glob(os.path.join(RTL, self.top + ".sdc"))

    def read_commands(self):
        # -set before the hierarchy is elaborated: `hierarchy -chparam` of yosys 0.23 may abort.
        values = " ".join(f"-set {key} {value}" for key, value in self.parameters.items())
        return f"read_verilog {' '.join(self.files())}\nchparam {values} {self.top}\nhierarchy -check -top {self.top}"
