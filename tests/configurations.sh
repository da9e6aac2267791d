#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# configurations.sh PROGRAM BUILD CMAKE_ARGUMENTS...: builds the program without SystemC and without RTL, each in a tree of its
# own under BUILD, and runs an experiment: every file but the timing has to be the same as PROGRAM's, the versions in the
# provenance apart; what is missing is refused by name. Then it builds the libraries as a part of another project, and runs
# the programs of that.
set -eu
program=$1 build=$2
shift 2
experiment=sim/experiments/resnet50.yaml
status=0

outputs() {  # PROGRAM DIRECTORY
  rm -rf "$2"
  "$1" run "$experiment" --out "$2" >"$build/said.txt" 2>&1 || cat "$build/said.txt"
  rm -f "$2/timing.json"
  sed -i 's/"\(systemc\|verilator\)": "[^"]*"/"\1": ""/' "$2/summary.json"
}

refused() {  # PROGRAM WORDS OPTIONS...
  tried=$1 words=$2
  shift 2
  if "$tried" run "$experiment" --out "$build/refused" "$@" >"$build/said.txt" 2>&1 || ! grep -q "$words" "$build/said.txt"; then
    echo "configurations: FAILED: $* is not refused:"
    cat "$build/said.txt"
    status=1
  fi
}

mkdir -p "$build"
outputs "$program" "$build/whole"
for without in SYSTEMC RTL; do
  tree=$build/no_$without
  cmake -S . -B "$tree" "$@" -DGANTRY_TESTS=OFF -DGANTRY_$without=OFF >"$build/said.txt"
  cmake --build "$tree" >"$build/said.txt" || cat "$build/said.txt"
  outputs "$tree/gantry" "$build/without"
  if diff -r "$build/whole" "$build/without"; then
    echo "configurations: without $without: the same files"
  else
    echo "configurations: FAILED: without $without the files differ"
    status=1
  fi
done
refused "$build/no_SYSTEMC/gantry" 'built without SystemC' --kernel systemc
refused "$build/no_RTL/gantry" 'built without models in Verilog' --engine picker=rtl
tree=$build/tree
cmake -S tests/examples/consumer_tree -B "$tree" "$@" >"$build/said.txt"
cmake --build "$tree" >"$build/said.txt" || cat "$build/said.txt"
made="$("$tree/consumer_core" | tail -n 1), $("$tree/consumer_sc" 2>/dev/null), $("$tree/consumer_dpi" | head -n 1)"
if [ "$made" = 'makespan 5399, makespan 6207, cycle 14: entry 0 T 246 W 256 H_raw 2560' ]; then
  echo "configurations: a part of another project: its programs run"
else
  echo "configurations: FAILED: programs of another project print $made"
  status=1
fi
exit $status
