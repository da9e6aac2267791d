#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh DIRECTORY RUNS JOBS: every fuzz_* program of the directory, RUNS executions each, JOBS at a time. Findings and
# what each learned stay beside the programs; exit status 1 if one found something.
set -eu
directory=$1
runs=$2
jobs=$3
here=$(cd "$(dirname "$0")" && pwd)
cd "$directory"
ls fuzz_* | grep -v '\.' | xargs -P "$jobs" -I{} sh -c '
  mkdir -p corpus/{} findings
  seeds="$1/seeds/$(echo {} | sed s/fuzz_//)"
  [ -d "$seeds" ] || seeds=
  ./{} corpus/{} $seeds -runs="$2" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -artifact_prefix=findings/{}- \
    -print_final_stats=1 >{}.log 2>&1 || { echo "{}: a finding, see $PWD/{}.log"; exit 1; }
  echo "{}: $(grep -h number_of_executed_units {}.log | cut -d: -f4) executions, nothing found"' sh "$here" "$runs"
