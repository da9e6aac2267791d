#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area and clock of the picker's RTL: run.sh OUTDIR JOBS [LIBERTY]
# Without LIBERTY on Debian's osu018, into docs/; with it on those cells, into OUTDIR. Exit 1: a tool or the library is
# missing or failed, or (osu018 only) a figure misses what is asked of the RTL.
set -eu

python=$(test -x /usr/bin/python3 && echo /usr/bin/python3 || echo python3)

here=$(dirname "$0")
root=$here/../..
out=$1
jobs=$2
liberty=${3:-}
packaged=/usr/share/qflow/tech/osu018/osu018_stdcells.lib

mkdir -p "$out"
if [ -n "$liberty" ]; then
  page=$out/synthesis.md
  picture=$out/synthesis.svg
  areas=$out/area.csv
  bars=""
  cp "$root/docs/synthesis.md" "$page"
else
  liberty=$packaged
  page=$root/docs/synthesis.md
  picture=$root/docs/images/synthesis.svg
  areas=$here/area.csv
  bars=--bars
  if [ ! -r "$packaged" ] && ! sh "$root/tests/packages/ensure.sh" osu018 >"$out/osu018.log" 2>&1; then
    echo "synth: error: no cell library: Debian 13 has no qflow-tech-osu018 (what apt-get said: $out/osu018.log); give LIBERTY=FILE, such as" \
         "the osu018_stdcells.lib of Debian 12's package, or map for the FPGA alone: rtl/synth/synth.py - $out --no-cells" >&2
    exit 1
  fi
fi
$python -B "$here/synth.py" "$liberty" "$out" --jobs "$jobs"
$python -B "$here/report.py" "$out/results.json" "$page" "$picture" $bars
# What the cost model is fitted to and held against (docs/cost.md).
$python -B "$here/area.py" "$liberty" "$out" "$areas" --jobs "$jobs" $bars
echo "synth: $page, $picture, $areas"
