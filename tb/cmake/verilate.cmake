# SPDX-License-Identifier: Apache-2.0
# From Verilog to objects and tables of models.

# What Verilator makes of `shell` (a file and module of that name) and `sources`, with waveforms or without: an object library <name>_v.
# Of the caller's variables: verilate_first (sources that stand before the shell), verilate_includes (directories), verilate_options, verilate_unknown
# (what becomes of X and of registers before anything is written into them), verilate_check (a COMMAND behind it).
function(verilate name shell sources traced arguments)
  if(NOT verilate_unknown)
    set(verilate_unknown --x-assign fast --x-initial fast)
  endif()
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${name})
  if(traced)
    list(APPEND arguments --trace-fst)
  endif()
  # What Verilator should know of the modules behind the shell stands beside it, if there is anything.
  string(REGEX REPLACE "[.]s?v$" ".vlt" hints ${shell})
  if(NOT EXISTS ${hints})
    set(hints)
  endif()
  get_filename_component(top ${shell} NAME_WE)
  set(included)
  foreach(include ${verilate_includes})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${include}/*.v ${include}/*.vh ${include}/*.sv ${include}/*.svh)
    list(APPEND included ${found})
    list(APPEND arguments -I${include})
  endforeach()
  add_custom_command(OUTPUT ${directory}/fast.cpp ${directory}/slow.cpp
    BYPRODUCTS ${directory}/V${name}.h  # so that a new translation recompiles the firewall
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${VERILATOR} --cc --no-timing ${rtl_lint} -O3 ${verilate_unknown} --noassert ${arguments} ${verilate_options}
            --top-module ${top} --prefix V${name} --Mdir ${directory} ${hints} ${verilate_first} ${shell}
            ${sources}
    ${verilate_check}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${directory} -P ${PROJECT_SOURCE_DIR}/tb/cmake/join_sources.cmake
    DEPENDS ${hints} ${verilate_first} ${shell} ${sources} ${included} ${PROJECT_SOURCE_DIR}/tb/cmake/join_sources.cmake
    COMMENT "Verilating ${name}" VERBATIM)
  add_library(${name}_v OBJECT ${directory}/fast.cpp ${directory}/slow.cpp)
  set_source_files_properties(${directory}/fast.cpp PROPERTIES COMPILE_OPTIONS "${verilated_fast_options}")
  set_source_files_properties(${directory}/slow.cpp PROPERTIES COMPILE_OPTIONS "${verilated_slow_options}")
  target_link_libraries(${name}_v PRIVATE gantry_verilated)
endfunction()

# The firewall in front of it: an object library <name> that defines make_<name>().
function(add_firewall name source traced)
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/tb/verilated/${source})
  add_dependencies(${name} ${name}_v)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tb)
  target_include_directories(${name} SYSTEM PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${name})
  target_compile_definitions(${name} PRIVATE GANTRY_RTL_CLASS=V${name} GANTRY_RTL_HEADER="V${name}.h"
                             GANTRY_RTL_MAKE=make_${name} GANTRY_RTL_TRACED=${traced} ${ARGN})
  target_link_libraries(${name} PRIVATE gantry_options gantry_base gantry_scheduler gantry_verilated)
endfunction()

# A library `target` of `objects` that defines `const <type>& <table>()`, whose rows call what `declarations` declare.
function(add_model_table target table header type declarations rows objects)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp @ONLY CONTENT
[[// Written by tb/cmake/verilate.cmake.
#include "@header@"

namespace gantry {

@declarations@
const @type@& @table@();
const @type@& @table@() {
  static const @type@ models = {
@rows@  };
  return models;
}

}  // namespace gantry
]])
  add_library(${target} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp ${objects})
  target_link_libraries(${target} PUBLIC gantry_rtl gantry_verilated PRIVATE gantry_options)
endfunction()
