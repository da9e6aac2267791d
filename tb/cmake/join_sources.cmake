# SPDX-License-Identifier: Apache-2.0
# Joins the C++ sources that Verilator left in DIRECTORY into two: fast.cpp, what runs in every cycle, and slow.cpp, what
# runs once. Two compiler runs per model, of different effort.
file(GLOB sources "${DIRECTORY}/*.cpp")
list(REMOVE_ITEM sources "${DIRECTORY}/fast.cpp" "${DIRECTORY}/slow.cpp")
list(SORT sources)
set(fast "")
set(slow "")
foreach(source ${sources})
  get_filename_component(name "${source}" NAME)
  if(name MATCHES "Slow\\.cpp$|Syms\\.cpp$")
    string(APPEND slow "#include \"${name}\"\n")
  else()
    string(APPEND fast "#include \"${name}\"\n")
  endif()
endforeach()
file(WRITE "${DIRECTORY}/fast.cpp" "${fast}")
file(WRITE "${DIRECTORY}/slow.cpp" "${slow}")
