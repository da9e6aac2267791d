#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make_deb.sh FOLDER [BUILT]: makes Debian packages in FOLDER: the source package, the packages that it builds, and what lintian
# says of them; any error or warning fails it. BUILT: a build tree (configured with CMAKE_INSTALL_LIBDIR=lib/ARCHITECTURE)
# that is packed as it is, in place of a build of the source package, and only the packages; it tests how things are packed, and
# costs no compiler.
# DEBFULLNAME and DEBEMAIL say who packs, as for all of Debian's tools; without them git does.
set -eu
folder=$1 built=${2:-}
version=$(sed -n 's/^project(gantry VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
date=$(date -R -u -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}")
source=$folder/gantry-$version
# What every builder of packages has is not named, and ccache is of no use there.
needed=$(sed -n 's/^\(build\|python\): *//p' tests/packages/packages.txt | tr ' ' '\n' | grep -v -x -E 'g\+\+|make|ccache|python3-numpy' | LC_ALL=C sort -u | paste -s -d ,)

rm -rf "$folder"
mkdir -p "$source"
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$source"
cp -r sim/install/debian "$source/debian"
for file in control changelog; do
  sed "s|@VERSION@|$version|; s|@MAINTAINER@|$maintainer|; s|@DATE@|$date|; s|@BUILD_DEPENDS@|$needed|" "sim/install/debian/$file.in" > "$source/debian/$file"
  rm "$source/debian/$file.in"
done

cd "$source"
if [ -n "$built" ]; then
  GANTRY_BUILT=$built dpkg-buildpackage --build=binary --no-check-builddeps --no-sign > ../build.log 2>&1 || { tail -n 30 ../build.log; exit 1; }
else
  dpkg-buildpackage --no-sign > ../build.log 2>&1 || { tail -n 30 ../build.log; exit 1; }
fi
cd ..
lintian --allow-root --fail-on error,warning ./*.changes
ls ./*.deb ./*.dsc 2> /dev/null
