#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rtl_lists.sh CMAKE SOURCE WORK: lists and wrappers of own RTL with mistakes, and what CMake says of each (docs/rtl.md).
set -u
cmake=$1 source=$2 work=$3
rm -rf "$work"
mkdir -p "$work/include" "$work/folder.sv"
cd "$work" || exit 2
echo 'module shell #(parameter ENTRIES = 4) (input clk); endmodule' > shell.sv
echo 'module other; endmodule' > empty.sv
cp empty.sv my-shell.sv
: > a.sv
: > b.sv
: > more.cpp
status=0
fail() { echo "FAILED: $1"; cat said.txt; status=1; }

cat > read.cmake <<EOF
cmake_minimum_required(VERSION 3.25)
include($source/tb/cmake/rtl_list.cmake)
read_rtl_list($work)
message("read \${list_name} of \${list_block}: \${list_source}")
EOF
good='name mine\npolicy fifo\nshell shell.sv\nentries 4 8\n'
block='block decomposer\nname mine\nshell shell.sv\n'
# reads TEXT WHAT: the list is taken, and this is said of it.
reads() {
  printf "$1" > gantry_rtl.list
  "$cmake" -P read.cmake > said.txt 2>&1 || fail "status of: $2"
  grep -qxF -- "$2" said.txt || fail "$2"
}
# list TEXT WHERE WHAT: the list is refused, with these words in a line of their own, and with no others.
list() {
  printf "$1" > gantry_rtl.list
  "$cmake" -P read.cmake > said.txt 2>&1 && fail "status of: $3"
  grep -qxF -- "$work/gantry_rtl.list:$2: error: $3" said.txt || fail "$2: $3"
  [ "$(grep -c ': error: ' said.txt)" = 1 ] || fail "more than: $3"
}
reads "$good # a comment; [with what no value has]\nsource a.sv b.sv # behind\ninclude include\n" \
  "read mine of picker: $work/a.sv;$work/b.sv"
reads "$good\r\nsource shell.sv a.sv\n" "read mine of picker: $work/a.sv"  # the wrapper comes last by itself
reads "${good}define A B=1 C=\nparameter P=1 depth=\"x\"\nclasses 5\nfrac 16\nquant 24\ntie 1\njob_bits 32\npick_interval 1\n" 'read mine of picker: '
echo 'GANTRY_QUEUE_SCHEDULER(Mine)' > mine.cpp
sed -i '1i// A scheduler.' mine.cpp
: > none.cpp
reads "block scheduler\nname mine\nshell mine.cpp\nsource more.cpp\n" "read mine of scheduler: $work/more.cpp"
list "block scheduler\nname mine\nshell none.cpp\n" 3:7 "none.cpp has no GANTRY_QUEUE_SCHEDULER(CLASS)"
reads "${block}limit slots=4..64 5*queues_per_class*window+capacity=20\nparameter ENTRIES=4\n" 'read mine of decomposer: '

list "${good}sauce a.sv\n" 5:1 "there is no word 'sauce' (expected block, name, policy, shell, source, include, define, parameter, limit, entries, classes, frac, quant, tie, job_bits, pick_interval)"
list "${good}  source\n" 5:3 "'source' has no value"
list 'name mine\nshell shell.sv\nentries 4\n' 1:1 "'policy' is missing"
list '# mine\n\n  policy fifo\nshell shell.sv\nentries 4\n' 3:3 "'name' is missing"
list 'block decomposer\nname mine\n' 1:1 "'shell' is missing"
list 'name mine\npolicy fifo\nshell shell.sv\n' 1:1 "'entries' is missing"
list "${good}policy   stride\n" 5:10 "'policy' has more than one value"
list 'name mine yours\npolicy fifo\nshell shell.sv\nentries 4\n' 1:11 "'name' has more than one value"
list "${good}tie 0 1\n" 5:7 "'tie' has more than one value"
for name in rtl model lockstep Mine 2x a-b; do
  list "policy fifo\nshell shell.sv\nentries 4\nname  $name\n" 4:7 "'$name' is no name (lower-case letters, digits and _; not model, rtl or lockstep)"
done
for policy in fifi keyed_round weight_delay_plain Fifo; do
  list "name mine\npolicy $policy\nshell shell.sv\nentries 4\n" 2:8 "the model has no policy '$policy' (expected earliest_deadline, fifo, least_slack, preset, round_robin, shortest_first, strict_priority, stride, weight_delay)"
done
# Numbers.
for wrong in entries:3:4..256 entries:300:4..256 entries:016:4..256 entries:1x:4..256 classes:0:1..5 classes:6:1..5 frac:17:0..16 \
  frac:-1:0..16 quant:25:0..24 tie:x:0..1 tie:01:0..1 job_bits:1:2..32 job_bits:33:2..32 pick_interval:0:1..1000; do
  word=${wrong%%:*} range=${wrong##*:} value=${wrong#*:}
  value=${value%:*}
  case $word in
    entries) list "${good}entries 16 $value\n" 5:12 "entries is '$value' (a number in $range)" ;;
    *) list "${good}$word  $value\n" "5:$((${#word} + 3))" "$word is '$value' (a number in $range)" ;;
  esac
done
list "${good}quant 17\n" 5:7 "quant is '17' (at most frac + 8 = 16)"
list "${good}quant 9\nfrac 0\n" 5:7 "quant is '9' (at most frac + 8 = 8)"
# Files.
list "${good}\nsource a.sv gone.sv\n" 6:13 "there is no $work/gone.sv"
list "${good}source folder.sv\n" 5:8 "$work/folder.sv is a directory"
list "${good}include a.sv\n" 5:9 "$work/a.sv is no directory"
list "${good}include include gone\n" 5:17 "there is no $work/gone"
list 'name mine\npolicy fifo\nshell gone.sv\nentries 4\n' 3:7 "there is no $work/gone.sv"
list 'name mine\npolicy fifo\nshell folder.sv\nentries 4\n' 3:7 "$work/folder.sv is a directory"
list 'name mine\npolicy fifo\nshell empty.sv\nentries 4\n' 3:7 'empty.sv has no module empty'
list 'name mine\npolicy fifo\nshell my-shell.sv\nentries 4\n' 3:7 'a module cannot be called as the file my-shell.sv (NAME.v or NAME.sv)'
# Twice.
list "${good}source a.sv b.sv ./a.sv\n" 5:18 "'source' has $work/a.sv twice"
list "${good}include include\ninclude include/\n" 6:9 "'include' has $work/include twice"
list "${good}entries 16 8\n" 5:12 "'entries' has 8 twice"
list "${good}define A=1\ndefine B A\n" 6:10 "'define' has A twice"
list "${good}parameter A=1 A=2\n" 5:15 "'parameter' has A twice"
list "${block}limit slots=1 slots=2\n" 4:15 "'limit' has slots twice"
# What a value looks like.
list "${good}define 1A\n" 5:8 "'1A' is not NAME or NAME=VALUE"
list "${good}parameter A=1 B\n" 5:15 "'B' is not NAME=VALUE"
list "${good}parameter B=\n" 5:11 "'B=' is not NAME=VALUE"
list "${good}parameter ENTRIES=4\n" 5:11 "the word 'entries' sets the parameter ENTRIES"
list "${good}parameter JOB_BITS=4\n" 5:11 "the word 'job_bits' sets the parameter JOB_BITS"
for bad in ';' '[' ']' '\\'; do
  list "${good}\n define A${bad}B\n" 6:10 "a '$(printf '%c' "$bad")' is in no value"
done
# What a list is of.
blocks=$(ls "$source/tb/verilated" | sed -n 's/_pins[.]vh$//p' | tr '\n' ',' | sed 's/,$//; s/,/, /g')
list 'block decomposr\nname mine\nshell shell.sv\n' 1:7 "there is no block 'decomposr' behind pins (expected $blocks, scheduler, or picker)"
list "${good}limit slots=4\n" 5:1 "'limit' is a word of blocks behind pins, not of a picker"
for word in policy:fifo entries:4 classes:3 frac:8 quant:8 tie:0 job_bits:8 pick_interval:1; do
  list "$block${word%:*} ${word#*:}\n" 4:1 "'${word%:*}' is a word of pickers, not of a decomposer"
done
no_limit='=NUMBER, with sums of products of constants before the ='
list "${block}limit slots\n" 4:7 "limit 'slots' is not WHAT$no_limit"
list "${block}limit slots=064\n" 4:7 "limit 'slots=064' is not WHAT$no_limit"
list "${block}limit slots*=64\n" 4:7 "limit 'slots*=64' is not WHAT$no_limit"
list "${block}limit window=4 slots=1234567890123456789\n" 4:16 'limit 1234567890123456789 has more than 18 digits'
list "${block}limit slots=9..8\n" 4:7 "limit 'slots=9..8' begins above its end"
list "${block}limit 2*slotz=64\n" 4:7 "the decomposer has no constant 'slotz' (expected queues_per_class, window, capacity, slots, split_cycles, retry_cycles)"
# All of them are told.
printf 'name Mine\npolicy fifi\nshell gone.sv\nentries 3\n' > gantry_rtl.list
"$cmake" -P read.cmake > said.txt 2>&1
for where in 1:6 2:8 3:7 4:9; do
  grep -qF "$work/gantry_rtl.list:$where: error: " said.txt || fail "all mistakes, $where"
done
rm gantry_rtl.list
"$cmake" -P read.cmake > said.txt 2>&1 && fail 'status of no list'
grep -qxF "$work/gantry_rtl.list: error: there is no such list (docs/rtl.md)" said.txt || fail 'no list'
# RTL_BLOCKS: the list has to say of which block it is.
cp read.cmake read_picker.cmake
sed "s|^read_rtl_list($work)|read_rtl_list($work BLOCK)|" read_picker.cmake > read.cmake
"$cmake" -P read.cmake > said.txt 2>&1 && fail 'status of no list of a block'
grep -qxF "$work/gantry_rtl.list: error: there is no such list (docs/blocks_in_rtl.md)" said.txt || fail 'no list of a block'
missing="'block' is missing (docs/blocks_in_rtl.md; a picker's list goes into RTL_PICKERS)"
list '# mine\nname mine\nshell shell.sv\n' 2:1 "$missing"
list "$good" 1:1 "$missing"
list "block\nname mine\nshell shell.sv\n" 1:1 "'block' has no value"
reads "$block" 'read mine of decomposer: '
reads 'block scheduler\nname mine\nshell shell.sv\nlimit processors=16..16\n' 'read mine of scheduler: '
rm gantry_rtl.list
mv read_picker.cmake read.cmake
# Two lists of one name.
mkdir -p one two
for where in one two; do
  printf "$good" > $where/gantry_rtl.list
  cp shell.sv $where
done
cat > both.cmake <<EOF
cmake_minimum_required(VERSION 3.25)
include($source/tb/cmake/rtl_list.cmake)
read_rtl_list($work/one)
read_rtl_list($work/two)
EOF
"$cmake" -P both.cmake > said.txt 2>&1 && fail 'status of two lists'
grep -qxF "$work/two/gantry_rtl.list:1:6: error: another picker is called 'mine' ($work/one/gantry_rtl.list)" said.txt || fail 'two lists'

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
