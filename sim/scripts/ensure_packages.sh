#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs those of the named Debian packages that are missing; says what it does, and nothing when nothing is missing.
# Exit 0: all are there. Exit 1: some are missing and could not be installed.
# GANTRY_SKIP_DEPS=1 skips the check, for machines where the tools come from elsewhere.
set -u

[ "${GANTRY_SKIP_DEPS:-0}" = 1 ] && exit 0
if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "deps: not a Debian system, packages are not checked; the build needs: $*"
  exit 0
fi

missing=""
for package in "$@"; do
  case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" in
    "install ok installed" | "hold ok installed") ;;
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
echo "deps: installing with ${as_root:+$as_root }apt-get:$missing"
# The list of packages may be old or, in a fresh container, not there at all.
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update || give_up "apt-get update failed"
# shellcheck disable=SC2086  # one word per package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing ||
  give_up "apt-get install failed"
