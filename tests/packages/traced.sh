#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# traced.sh LOG COMMAND...: the command, with every program that it starts written down in LOG for audit.py. Its exit status.
set -eu
log=$1
shift
mkdir -p "$(dirname "$log")"
folder=$(cd "$(dirname "$log")" && pwd)
cc -shared -fPIC -O1 -Wall -Wextra -Werror -o "$folder/called_programs.so" "$(dirname "$0")/called_programs.c"
GANTRY_CALLED_PROGRAMS=$folder/$(basename "$log") LD_PRELOAD=$folder/called_programs.so exec "$@"
