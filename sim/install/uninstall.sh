#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Takes away what `make install` put below a prefix, by the list that it left there, and folders that are then empty.
# Files that others put there stay.
set -eu
prefix=${1:?usage: uninstall.sh PREFIX}
list=$prefix/share/gantry/installed.txt
[ -f "$list" ] || { echo "uninstall: error: $list: there is no such list, so nothing is installed here" >&2; exit 1; }
if grep -n -E '^/|(^|/)\.\.(/|$)|^$' "$list" >&2; then
  echo "uninstall: error: $list: names files outside of $prefix" >&2
  exit 1
fi
folders=$(sed 's,[^/]*$,,' "$list" | LC_ALL=C sort -u)
count=0
while read -r file; do
  rm -f "$prefix/$file"
  count=$((count + 1))
done < "$list"
rm -f "$list"
# The deepest first, and those above them as far as they are empty.
echo "$folders" | LC_ALL=C sort -r | while read -r folder; do
  folder=${folder%/}
  while [ -n "$folder" ] && rmdir "$prefix/$folder" 2> /dev/null; do
    case $folder in */*) folder=${folder%/*} ;; *) folder= ;; esac
  done
done
echo "uninstalled $count files from $prefix"
