#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ensure.sh GROUP...: installs those packages of the named groups of packages.txt that are missing; says what it does, and
# nothing when nothing is missing. Exit 0: all are there. 1: some are missing and could not be installed. 2: no such group.
# GANTRY_SKIP_DEPS=1 skips the check, for machines where the tools come from elsewhere.
set -u

lists=$(dirname "$0")/packages.txt
wanted=""
for group in "$@"; do
  packages=$(sed -n "s/^$group: *//p" "$lists" | tr '\n' ' ')
  [ -n "$packages" ] || { echo "deps: error: $lists has no group '$group'" >&2; exit 2; }
  wanted="$wanted $packages"
  # The audit wants to know what a target asked for.
  [ -z "${GANTRY_CALLED_PROGRAMS:-}" ] || echo "group $group" >> "$GANTRY_CALLED_PROGRAMS"
done

[ "${GANTRY_SKIP_DEPS:-0}" = 1 ] && exit 0
if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "deps: not a Debian system, packages are not checked; needed are: $wanted"
  exit 0
fi

missing=""
for package in $wanted; do
  case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) $missing " in
    "install ok installed "* | "hold ok installed "* | *" $package "*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -z "$missing" ] && exit 0

give_up() {
  echo "deps: error: $1" >&2
  echo "deps: error: install these packages and try again:$missing" >&2
  exit 1
}

if [ "$(id -u)" -eq 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1; then
  as_root="sudo"
else
  give_up "packages are missing, and this user is not root and has no sudo"
fi

log=$(mktemp "${TMPDIR:-/tmp}/gantry-packages.XXXXXX") || give_up "no place for a log"
apt() {
  $as_root env LD_PRELOAD= DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >"$log" 2>&1 && return
  tail -n 20 "$log" >&2
  give_up "apt-get $1 failed, see $log"
}
echo "deps: installing with ${as_root:+$as_root }apt-get:$missing"
# The list of packages may be old or, in a fresh container, not there at all.
apt update
# shellcheck disable=SC2086  # one word per package
apt -y --no-install-recommends install $missing
sed -n 's/^\(After this operation.*\)$/deps: done. \1/p' "$log"
rm -f "$log"
