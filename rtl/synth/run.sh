#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area and clock of the picker's RTL: run.sh OUTDIR JOBS [LIBERTY]
# Without LIBERTY on Debian's osu018, into docs/; with it on those cells, into OUTDIR. Exit 1: a tool or the library is
# missing or failed, or (osu018 only) a figure misses what is asked of the RTL.
set -eu

here=$(dirname "$0")
root=$here/../..
out=$1
jobs=$2
liberty=${3:-}
packaged=/usr/share/qflow/tech/osu018/osu018_stdcells.lib

sh "$root/sim/scripts/ensure_packages.sh" yosys opensta nextpnr-ice40 python3
mkdir -p "$out"
if [ -n "$liberty" ]; then
  page=$out/synthesis.md
  picture=$out/synthesis.svg
  bars=""
  cp "$root/docs/synthesis.md" "$page"
else
  liberty=$packaged
  page=$root/docs/synthesis.md
  picture=$root/docs/images/synthesis.svg
  bars=--bars
  if [ ! -r "$packaged" ] && ! sh "$root/sim/scripts/ensure_packages.sh" qflow-tech-osu018; then
    echo "synth: error: no cell library: Debian 13 has no package of one (Debian 12 has qflow-tech-osu018)." >&2
    echo "synth: error: give one with LIBERTY=FILE, for example the osu018_stdcells.lib of Debian 12's package;" >&2
    echo "synth: error: docs/synthesis.md says what it needs. The FPGA alone: rtl/synth/synth.py - OUTDIR --no-cells" >&2
    exit 1
  fi
fi
python3 -B "$here/synth.py" "$liberty" "$out" --jobs "$jobs"
python3 -B "$here/report.py" "$out/results.json" "$page" "$picture" $bars
echo "synth: $page, $picture"
