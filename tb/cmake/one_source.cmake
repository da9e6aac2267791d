# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, which includes every C++ source that Verilator left in DIRECTORY: one compiler run per model.
file(GLOB sources "${DIRECTORY}/*.cpp")
list(REMOVE_ITEM sources "${OUTPUT}")
list(SORT sources)
set(text "")
foreach(source ${sources})
  get_filename_component(name "${source}" NAME)
  string(APPEND text "#include \"${name}\"\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
