#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh DIRECTORY RUNS JOBS [SEED]: every fuzz_* program of the directory, RUNS executions each, JOBS at a time.
# Without SEED a campaign: it goes on from what earlier ones learned and kept in DIRECTORY/corpus. With SEED a test: it
# begins with our seeds alone and does the same in every call: it learns nothing from compared values, among which are
# addresses, and these are not random where the system lets us say so. The input of a finding is kept in
# DIRECTORY/findings, the log beside the programs or in test/; the exit status is not 0 if there was one.
set -eu
directory=$1
runs=$2
jobs=$3
seed=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
fixed=
if [ -n "$seed" ] && setarch -R true 2>/dev/null; then fixed="setarch -R"; fi
cd "$directory"
ls -d fuzz_* | grep -v '\.' | xargs -P "$jobs" -I{} sh -c '
  kept=corpus/{} log={}.log more=
  if [ -n "$3" ]; then kept=test/{} log=test/{}.log more="-seed=$3 -use_cmp=0"; rm -rf "$kept"; fi
  mkdir -p "$kept" findings
  $4 ./{} "$kept" "$1/seeds/$(echo {} | sed s/fuzz_//)" -runs="$2" $more -max_len=2048 -timeout=10 \
    -rss_limit_mb=2048 -artifact_prefix=findings/{}- -print_final_stats=1 >"$log" 2>&1 || {
      echo "{}: a finding, see $PWD/$log and $PWD/findings"; exit 1; }
  echo "{}: $(sed -n "s/^stat::number_of_executed_units: *//p" "$log") executions, $(
    sed -n "s/^stat::average_exec_per_sec: *//p" "$log") per second, nothing found"' \
  sh "$here" "$runs" "$seed" "$fixed"
