#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the tree BUILD, moves it, and builds and runs the programs in EXAMPLES against it: through CMake, and through
# pkg-config with the compiler CXX. Without SystemC (SC not ON) only what needs none.
set -eu
build=$1 examples=$2 cxx=$3 sc=$4
work=$build/tests/install_consumer
rm -rf "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$work/first" > "$work/install.txt"
prefix=$work/moved
mv "$work/first" "$prefix"

fail() { echo "install_consumer: $1"; exit 1; }
expect() { # WHAT EXPECTED GOT
  [ "$2" = "$3" ] || fail "$1 printed
$3
and not
$2"
}
build_and_run() { # NAME [ARGUMENT]
  CMAKE_PREFIX_PATH=$prefix cmake -S "$examples/$1" -B "$work/$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$cxx" \
    > "$work/$1.txt" 2>&1 || { cat "$work/$1.txt" >&2; fail "$1 is not configured"; }
  cmake --build "$work/$1" >> "$work/$1.txt" 2>&1 || { cat "$work/$1.txt" >&2; fail "$1 is not built"; }
  name=$1
  shift
  "$work/$name/$name" "$@" 2> /dev/null  # SystemC's banner
}

# The third task overtakes the second: the picker is the program's own.
core='task 0 completed in cycle 5152
task 2 completed in cycle 5271
task 1 completed in cycle 5390
makespan 5399'
expect "consumer_core" "$core" "$(build_and_run consumer_core)"

# The picker's reference model, from C; its sources can be read where they are installed.
dpi='cycle 14: entry 0 T 246 W 256 H_raw 2560
cycle 27: entry 1 T 151 W 171 H_raw 5120
cycle 28: entry 1 T 136 W 171 H_raw 8896
cycle 41: entry 0 T 233 W 256 H_raw 5710
the cycle has had no round yet'
expect "consumer_dpi" "$dpi" "$(build_and_run consumer_dpi)"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gantry-core.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"$cxx" -std=c++17 "$examples/consumer_core/main.cpp" $(pkg-config --cflags --libs gantry-core) -o "$work/by_pkg_config"
expect "consumer_core, by pkg-config," "$core" "$("$work/by_pkg_config")"

# shellcheck disable=SC2046
cc -std=c99 -Wall -Wextra -pedantic -Werror "$examples/consumer_dpi/main.c" $(pkg-config --cflags --libs gantry-picker-dpi) -o "$work/dpi"
expect "consumer_dpi, by pkg-config," "$dpi" "$(LD_LIBRARY_PATH=$(pkg-config --variable=libdir gantry-picker-dpi) "$work/dpi")"
rtl=$(pkg-config --variable=rtldir gantry-picker-dpi)
if command -v verilator > /dev/null; then
  verilator --lint-only --assert --no-timing -Wno-fatal --top-module gantry_picker -F "$rtl/gantry_picker.f" \
    -F "$rtl/verification/gantry_picker_verification.f"
fi

# Every header can be included on its own terms, in any order, needs nothing but the standard library, and has nothing to say to the
# warnings that others switch on.
(cd "$prefix/include" && find gantry -name '*.h' ! -path 'gantry/sc/*' | LC_ALL=C sort -r | sed 's/.*/#include "&"/') > "$work/headers.cpp"
# shellcheck disable=SC2046
"$cxx" -std=c++17 -fsyntax-only -Wno-unknown-warning-option -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wuseless-cast \
  -Wshadow -Werror $(pkg-config --cflags gantry-core) "$work/headers.cpp"

if [ "$sc" = ON ]; then
  expect "consumer_sc" "makespan 6207" "$(build_and_run consumer_sc)"
  # Processors of one's own, fed by a workload of gantry's. The jobs of `dot` and `dot_again` take 15 cycles for each of
  # their 64 and 8 results, and 4 more: what the instructions of their program take.
  iss='errors: 0
gcd_small: 16 of 16 results right, cycles of its jobs: 792 628, done in cycle 1404
gcd_large: 128 of 128 results right, cycles of its jobs: 3088 2336 2568 2572, done in cycle 6035
dot: 128 of 128 results right, cycles of its jobs: 964 964, done in cycle 5930
all: 0 of 0 results right, cycles of its jobs:, done in cycle 6038
dot_again: 8 of 8 results right, cycles of its jobs: 124, done in cycle 20462'
  "$prefix/bin/gantry" workload convert "$examples/consumer_iss/tasks.yaml" --format native --to descriptors \
    --architecture "$examples/consumer_iss/machine.yaml" -o "$work/tasks.bin"
  expect "consumer_iss" "$iss" "$(build_and_run consumer_iss "$work/tasks.bin")"
  # The product of two matrices is right, whoever decides what runs where and when, and however the bus is called.
  right='65 of 65 tasks done, 0 of them badly, 0 elements of the product are wrong'
  expect "tiled_matmul" "$right" "$(build_and_run tiled_matmul | head -n 1)"
  for picker in $("$prefix/bin/gantry" list pickers | sed -n 's/^  \([a-z_]*\)  .*/\1/p'); do
    for matching in 'gang idle phases' 'gang capable blocking' 'per_job idle blocking' 'per_job capable phases'; do
      # shellcheck disable=SC2086
      expect "tiled_matmul $picker $matching" "$right" "$("$work/tiled_matmul/tiled_matmul" $picker $matching 2> /dev/null)"
    done
  done
  expect "tiled_matmul with a processor that hangs" "$right
1 processor switched off" "$("$work/tiled_matmul/tiled_matmul" weight_delay per_job idle phases hang 2> /dev/null)"
  # Another SystemC than the one that it was built for is refused by name, not by the linker.
  mkdir -p "$work/other"
  printf 'Name: systemc\nDescription: another one\nVersion: 9.9.9\nLibs:\nCflags:\n' > "$work/other/systemc.pc"
  if CMAKE_PREFIX_PATH=$prefix PKG_CONFIG_PATH="$work/other:$PKG_CONFIG_PATH" cmake -S "$examples/consumer_sc" -B "$work/other/build" \
       > "$work/other/log" 2>&1; then
    fail "another SystemC than the one that it was built for is accepted"
  fi
  grep -q 'SystemC .*, for which it was built (found' "$work/other/log" || fail "the refusal of another SystemC does not name the versions"
  pkg-config --exists gantry-sc || fail "pkg-config does not find gantry-sc"
elif CMAKE_PREFIX_PATH=$prefix cmake -S "$examples/consumer_sc" -B "$work/consumer_sc" > "$work/consumer_sc.txt" 2>&1; then
  fail "an installation without SystemC has the component sc"
fi

# Installed is what users call.
for file in bin/gantry share/man/man1/gantry.1 share/bash-completion/completions/gantry share/zsh/site-functions/_gantry \
            share/gantry/experiments/resnet50.yaml share/gantry/examples/tiled_matmul/driver.c share/gantry/rtl/gantry_picker.sdc share/doc/gantry/LICENSE share/doc/gantry/docs/embedding.md; do
  [ -s "$prefix/$file" ] || fail "$file is not installed"
done
# The Python module, if it is built, from the tree that was moved.
if [ -d "$prefix/lib/python3/dist-packages/gantry" ]; then
  said=$(cd "$work" && PYTHONPATH=$prefix/lib/python3/dist-packages /usr/bin/env python3 -B -c '
import sys, gantry
result = gantry.run(sys.argv[1], {"workload.tasks": 100})
print(result.complete, result.summary["tasks"]["completed"])' "$prefix/share/gantry/experiments/small_tasks.yaml")
  expect "the installed Python module" "True 100" "$said"
  [ -f "$prefix/lib/python3/dist-packages/gantry/py.typed" ] || fail "the Python module has no types"
fi
# The models in Verilog are found where they are installed; without them the program says what brings them.
if [ -f "$prefix/lib/gantry/gantry_rtl.so" ]; then
  "$prefix/bin/gantry" list engines | grep -q 'picker=lockstep ' || fail "the installed program finds no model in Verilog"
  rm "$prefix/lib/gantry/gantry_rtl.so"
  said=$("$prefix/bin/gantry" run "$prefix/share/gantry/experiments/contended.yaml" --out "$work/refused" --engine picker=rtl 2>&1) || true
  expect "a program without its models in Verilog" \
         '--engine picker=rtl: error: the models in Verilog are not built (`make rtl` builds them)' "$said"
fi
"$prefix/bin/gantry" validate "$prefix/share/gantry/experiments/resnet50.yaml" > /dev/null

# What was installed goes again, and nothing else, from where it was moved to.
: > "$prefix/share/gantry/experiments/own.yaml"
sh "$examples/../../sim/install/uninstall.sh" "$prefix" > /dev/null
expect "the tree without what was installed" "./share/gantry/experiments/own.yaml" "$(cd "$prefix" && find . ! -type d)"
[ ! -e "$prefix/bin" ] || fail "uninstalling leaves empty folders"
! sh "$examples/../../sim/install/uninstall.sh" "$prefix" 2> /dev/null || fail "what is not there is uninstalled"

# As a part of another project the targets have the same names, and their headers are found. `make configurations` builds it.
if [ "$sc" = ON ]; then
  cmake -S "$examples/consumer_tree" -B "$work/tree" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    > "$work/tree.txt" 2>&1 || { cat "$work/tree.txt" >&2; fail "consumer_tree is not configured"; }
  for main in consumer_core/main.cpp consumer_dpi/main.c; do
    command=$(sed -n "s,^ *\"command\": \"\(.*\) -o .* -c \(.*/$main\)\".*,\1 -fsyntax-only \2,p" "$work/tree/compile_commands.json")
    [ -n "$command" ] || fail "consumer_tree does not compile $main"
    $command || fail "$main finds no headers in consumer_tree"
  done
fi
rm -rf "$work"
