#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh DIRECTORY RUNS JOBS: every fuzz_* program of the directory, RUNS executions each, JOBS at a time. It goes on from
# what earlier campaigns learned and kept in DIRECTORY/corpus. The input of a finding is kept in DIRECTORY/findings, the
# log beside the programs; the exit status is not 0 if there was one.
set -eu
directory=$1
runs=$2
jobs=$3
here=$(cd "$(dirname "$0")" && pwd)
cd "$directory"
ls -d fuzz_* | grep -v '\.' | xargs -P "$jobs" -I{} sh -c '
  kept=corpus/{} log={}.log
  mkdir -p "$kept" findings
  ./{} "$kept" "$1/seeds/$(echo {} | sed s/fuzz_//)" -runs="$2" -max_len=2048 -timeout=10 \
    -rss_limit_mb=2048 -artifact_prefix=findings/{}- -print_final_stats=1 >"$log" 2>&1 || {
      echo "{}: a finding, see $PWD/$log and $PWD/findings"; exit 1; }
  echo "{}: $(sed -n "s/^stat::number_of_executed_units: *//p" "$log") executions, $(
    sed -n "s/^stat::average_exec_per_sec: *//p" "$log") per second, nothing found"' \
  sh "$here" "$runs"
