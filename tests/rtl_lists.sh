#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rtl_lists.sh CMAKE SOURCE WORK: lists and wrappers of own RTL with mistakes, and what CMake says of each (docs/rtl.md).
set -u
cmake=$1 source=$2 work=$3
rm -rf "$work"
mkdir -p "$work/include"
cd "$work" || exit 2
: > shell.sv
status=0
fail() { echo "FAILED: $1"; cat said.txt; status=1; }

# list TEXT WHAT: the list is refused with these words.
cat > read.cmake <<EOF
cmake_minimum_required(VERSION 3.25)
include($source/tb/cmake/rtl_list.cmake)
read_rtl_list($work)
message("read \${list_name} \${list_source}")
EOF
good='name mine\npolicy fifo\nshell shell.sv\nentries 4 8\n'
list() {
  printf "$1" > gantry_rtl.list
  "$cmake" -P read.cmake > said.txt 2>&1
  grep -qF -- "$2" said.txt || fail "$2"
}
list "$good # a comment\nsource shell.sv # behind\ninclude include\n" "read mine $work/shell.sv"
list "${good}sauce a.sv\n" "$work/gantry_rtl.list:5:1: error: there is no 'sauce' (would be block, name, policy, shell, source,"
list "${good}source\n" "$work/gantry_rtl.list:5:1: error: 'source' has no value"
list "${good}\nsource gone.sv\n" "$work/gantry_rtl.list:6:1: error: there is no $work/gone.sv"
list 'name mine\nshell shell.sv\nentries 4\n' "$work/gantry_rtl.list:1:1: error: 'policy' is missing"
list "${good}name other\n" "$work/gantry_rtl.list:1:1: error: 'mine;other' is no name"
list 'name rtl\npolicy fifo\nshell shell.sv\nentries 4\n' "error: 'rtl' is no name (lower-case letters, digits and _;"
list "${good}entries 300\n" "error: entries is '300' (a number in 4..256)"
list "${good}tie x\n" "error: tie is 'x' (a number in 0..1)"
list "${good}policy stride\n" "error: 'policy' has more than one value"
list "${good}define A;B\n" "error: has a bracket or a semicolon"
list 'block decomposer\nname mine\nshell shell.sv\nlimit slots=64\n' "read mine "
rm gantry_rtl.list
"$cmake" -P read.cmake > said.txt 2>&1
grep -qF "$work/gantry_rtl.list: error: there is no such list" said.txt || fail "no list"

# ports LINES WHAT: as Verilator's header has them.
ports() {
  printf 'VL_IN8(&clk,0,0);\nVL_IN8(&rst,0,0);\nVL_IN8(&add_i,0,0);\nVL_IN8(&add_entry_i,7,0);\nVL_IN8(&drop_i,0,0);
VL_IN8(&drop_entry_i,7,0);\nVL_IN8(&pick_i,0,0);\nVL_OUT8(&win_o,0,0);\nVL_OUT8(&win_entry_o,7,0);\n%b' "$1" > header.h
  "$cmake" -DHEADER=header.h -DENTRIES=72 -DSHELL=s.sv -P "$source/tb/cmake/check_ports.cmake" > said.txt 2>&1
  echo "status $?" >> said.txt
  grep -qxF -- "$2" said.txt || fail "$2"
}
eligible='VL_INW(&eligible_i,71,0,3);\n'
ports "$eligible" 'status 0'
ports "${eligible}VL_IN64(&add_deadline_i,63,0);\nVL_OUT((&jobs_o)[72],31,0);\n" 'status 0'
ports "${eligible}VL_IN64(&add_dedline_i,63,0);\n" 's.sv: error: port add_dedline_i: there is no such port (docs/rtl.md)'
ports "${eligible}VL_IN(&add_deadline_i,31,0);\n" 's.sv: error: port add_deadline_i: must be input, 64 bits wide (docs/rtl.md)'
ports "${eligible}VL_IN8(&busy_o,0,0);\n" 's.sv: error: port busy_o: must be output, 1 bits wide (docs/rtl.md)'
ports '' 's.sv: error: port eligible_i is missing (docs/rtl.md)'
ports 'VL_IN64(&eligible_i,63,0);\n' 's.sv: error: port eligible_i: must be input, 72 bits wide (docs/rtl.md)'
exit $status
