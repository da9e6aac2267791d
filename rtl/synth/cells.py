# SPDX-License-Identifier: Apache-2.0
"""Area and delay on a standard cell library: yosys and ABC map, OpenSTA times."""

import os
import re

from tools import Failure, run

# ABC: clean up, choose among restructured forms while mapping for delay, then split nets of more than six sinks and pick
# drive strengths. {D} is the delay in ps that it aims at.
ABC_RECIPE = ["strash", "ifraig", "scorr", "dc2", "strash", "dch", "map -B 0.9 {D}", "topo", "buffer -N 6", "topo",
              "upsize {D}", "dnsize {D}"]
# An output drives so many flip-flops.
OUTPUT_LOAD = 4


class Library:
    """What the flow must know of a liberty file beyond handing it on: its plain flip-flop, which drives the inputs."""

    def __init__(self, path):
        if not os.access(path, os.R_OK):
            raise Failure(f"cannot read the liberty file {path}")
        self.path = os.path.abspath(path)
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        self.name = re.search(r"library\s*\(\s*\"?([^\s\")]+)", text).group(1)
        unit = re.search(r"capacitive_load_unit\s*\(\s*([\d.]+)\s*,\s*\"?([pf])f", text, re.IGNORECASE)
        if unit is None:
            raise Failure(f"{path} has no capacitive_load_unit")
        farads = float(unit.group(1)) * (1 if unit.group(2).lower() == "p" else 1e-3)  # in pF
        found = []
        for cell in re.split(r"\n\s*cell\s*\(", text)[1:]:
            if not re.search(r"\bff\s*\(", cell) or re.search(r"\b(clear|preset)\s*:", cell):
                continue
            state = re.search(r"\bff\s*\(\s*\"?(\w+)", cell).group(1)
            data = re.search(r"next_state\s*:\s*\"?\(?(\w+)\)?\"?\s*;", cell)
            clock = re.search(r"clocked_on\s*:\s*\"?(\w+)\"?\s*;", cell)
            area = re.search(r"\barea\s*:\s*([\d.]+)", cell)
            output = re.search(r"pin\s*\(\s*\"?(\w+)\"?\s*\)\s*\{(?:(?!pin\s*\().)*?function\s*:\s*\"?\(?" + state + r"\b",
                               cell, re.DOTALL)
            if data and clock and area and output:
                load = re.search(r"pin\s*\(\s*\"?" + data.group(1) + r"\"?\s*\)\s*\{.*?capacitance\s*:\s*([\d.eE+-]+)", cell,
                                 re.DOTALL)
                name = re.match(r"\s*\"?([^\s\")]+)", cell).group(1)
                found.append((float(area.group(1)), name, output.group(1), float(load.group(1)) * farads if load else 0.0))
        if not found:
            raise Failure(f"{path} has no plain D flip-flop on the rising edge")
        _, self.flop, self.flop_output, load = min(found)
        self.load = OUTPUT_LOAD * load  # pF

# Of a module without an SDC of its own: inputs change with the clock's edge, outputs are due at the next.
PLAIN_CONSTRAINTS = """create_clock -name clk -period {} [get_ports clk]
foreach port [all_inputs] {{
  if {{[get_property $port full_name] ne "clk"}} {{ set_input_delay 0 -clock clk $port }}
}}
set_output_delay 0 -clock clk [all_outputs]"""


def shipped(constraints, aim_ps):
    """The same through the SDC that a module ships with, which OpenSTA checks in passing."""
    return f"""set gantry_clock_period {aim_ps / 1000}
set gantry_input_delay 0
set gantry_output_delay 0
source {constraints}
check_setup -verbose"""


def register(netlist, instance, library):
    """The RTL's name of a flip-flop in the netlist; a port's name is its own."""
    found = re.search(r"\b" + re.escape(instance) + r" \([^;]*\." + library.flop_output + r"\(\\?([^\s)]+)\s*(\[\d+\])?", netlist)
    return found.group(1) + (found.group(2) or "") if found else instance


def map_area(design, library, aim_ps, folder):
    """Maps a design to cells, its netlist in `folder`; returns its area in the library's unit."""
    os.makedirs(folder, exist_ok=True)

    def at(name):
        return os.path.join(folder, name)

    with open(at("constraints"), "w", encoding="utf-8") as file:
        file.write(f"set_driving_cell {library.flop}\nset_load {1000 * library.load:.3f} [all_outputs]\n")
    recipe = ";".join(ABC_RECIPE).replace(" ", ",")
    with open(at("map.ys"), "w", encoding="utf-8") as file:
        file.write(f"""{design.read_commands()}
synth -flatten -top {design.top} -run :fine
opt -full
synth -flatten -top {design.top} -run fine:check
dfflibmap -liberty {library.path}
opt -full
opt_clean -purge
abc -liberty {library.path} -constr {at("constraints")} -D {aim_ps} -script +{recipe}
splitnets -ports
opt_clean -purge
tee -q -o {at("area")} stat -liberty {library.path}
rename -top top
write_verilog -noattr -noexpr {at("netlist.v")}
""")
    run(["yosys", "-q", "-l", at("yosys.log"), at("map.ys")], at("yosys.out"))
    with open(at("area"), encoding="utf-8") as file:
        area = re.search(r"Chip area for (?:top )?module.*: ([\d.]+)", file.read())
    if area is None:
        raise Failure(f"{design.name}: no area, see {folder}")
    return float(area.group(1))


def synthesize(design, library, aim_ps, folder):
    """Maps a design; returns its area in the library's unit, and its longest path."""
    area = map_area(design, library, aim_ps, folder)

    def at(name):
        return os.path.join(folder, name)

    constraints = design.constraints()
    with open(at("time.tcl"), "w", encoding="utf-8") as file:
        file.write(f"""read_liberty {library.path}
read_verilog {at("netlist.v")}
link_design top
set_cmd_units -time ns -capacitance pF
{shipped(constraints[0], aim_ps) if constraints else PLAIN_CONSTRAINTS.format(aim_ps / 1000)}
foreach port [all_inputs] {{
  if {{[get_property $port full_name] ne "clk"}} {{
    set_driving_cell -lib_cell {library.flop} -pin {library.flop_output} $port
  }}
}}
set_load {library.load:.5f} [all_outputs]
report_checks -path_delay max -format full -fields {{capacitance slew}} -digits 4
exit
""")
    run(["sta", "-no_splash", "-exit", at("time.tcl")], at("timing"))
    with open(at("timing"), encoding="utf-8") as file:
        timing = file.read()
    slack = re.search(r"(-?[\d.]+)\s+slack", timing)
    if slack is None or "Error" in timing:
        raise Failure(f"{design.name}: no timing, see {folder}")
    # Constraints name each port once, and leave none out.
    if constraints and "Warning: " in timing:
        raise Failure(f"{design.name}: {constraints[0]} does not fit its ports, see {at('timing')}")
    ends = re.search(r"Startpoint: (\S+).*?Endpoint: (\S+)", timing, re.DOTALL)
    with open(at("netlist.v"), encoding="utf-8") as file:
        netlist = file.read()
    gates = len(re.findall(r"/[A-Za-z]\w* \((?!" + library.flop + r"\))", timing))
    return {"area": area, "delay_ns": round(aim_ps / 1000 - float(slack.group(1)), 4),
            "from": register(netlist, ends.group(1), library), "to": register(netlist, ends.group(2), library), "gates": gates}
