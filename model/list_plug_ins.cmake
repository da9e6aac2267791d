# SPDX-License-Identifier: Apache-2.0
# Writes OUT: GETTER(), the catalogue of type TYPE with what the files FILES add to it. A plug-in is a file that
# defines `void add_NAME(TYPE& ...)`; HEADER declares TYPE and GETTER in gantry, or in WITHIN it ("inline namespace
# network"). A file that is named nowhere would be dropped from a static library by the linker.
if(WITHIN)
  set(begin "namespace gantry {\n${WITHIN} {")
  set(end "}\n}")
else()
  set(begin "namespace gantry {")
  set(end "}")
endif()
set(declared)
set(called)
foreach(file ${FILES})
  file(STRINGS ${file} lines REGEX "^void add_[a-z0-9_]+\\(${TYPE}& ")
  foreach(line ${lines})
    string(REGEX MATCH "add_[a-z0-9_]+" name "${line}")
    string(APPEND declared "void ${name}(${TYPE}&);\n")
    string(APPEND called "    ${name}(built_in);\n")
  endforeach()
endforeach()
set(text "// Written by list_plug_ins.cmake.
#include \"${HEADER}\"

${begin}

${declared}
const ${TYPE}& ${GETTER}() {
  static const ${TYPE} all = [] {
    ${TYPE} built_in;
${called}    return built_in;
  }();
  return all;
}

${end}
")
file(WRITE ${OUT} "${text}")
