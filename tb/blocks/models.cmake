# SPDX-License-Identifier: Apache-2.0
# Blocks of the scheduler behind pins (docs/blocks_in_rtl.md).

set(block_declarations "")
set(block_rows "")
set(block_objects)

#   add_block_model(BLOCK NAME SHELL file SOURCES file... [INCLUDES directory...] [PARAMETERS NAME=VALUE...] [LIMITS what=most...])
# One more row of program_block_models(): the wrapper of `file` (module of the same name) over the sources. A limit is what
# a constant of the block's configuration may be at most, or sums of products of them: slots=64 queues_per_class*5=20
function(add_block_model block name)
  cmake_parse_arguments(model "" "SHELL" "SOURCES;INCLUDES;PARAMETERS;LIMITS" ${ARGN})
  string(MAKE_C_IDENTIFIER "block_${block}_${name}" target)
  while(TARGET ${target})
    string(APPEND target "_more")
  endwhile()
  set(arguments)
  set(verilate_includes ${PROJECT_SOURCE_DIR}/tb/verilated ${model_INCLUDES})
  foreach(parameter ${model_PARAMETERS})
    list(APPEND arguments -G${parameter})
  endforeach()
  set(limits "")
  foreach(limit ${model_LIMITS})
    string(REGEX MATCH "^([a-z0-9_*+]+)=([0-9]+)$" is_limit "${limit}")
    if(NOT is_limit)
      message(FATAL_ERROR "block ${block} ${name}: limit '${limit}' is not WHAT=NUMBER")
    endif()
    string(APPEND limits "{\"${CMAKE_MATCH_1}\", ${CMAKE_MATCH_2}}, ")
  endforeach()
  set(verilated_fast_options -w -O1 -g0)
  list(REMOVE_ITEM model_SOURCES ${model_SHELL})
  verilate(${target} ${model_SHELL} "${model_SOURCES}" 1 "${arguments}")
  add_firewall(${target} verilated_block.cpp 1)
  string(APPEND block_declarations "std::unique_ptr<PinBlock> make_${target}();\n")
  string(APPEND block_rows "      {\"${block}\", \"${name}\", {${limits}}, make_${target}},\n")
  list(APPEND block_objects $<TARGET_OBJECTS:${target}> $<TARGET_OBJECTS:${target}_v>)
  foreach(variable block_declarations block_rows block_objects)
    set(${variable} "${${variable}}" PARENT_SCOPE)
  endforeach()
endfunction()

# One of somebody's own, as the list in `directory` says.
function(add_named_block directory)
  read_rtl_list(${directory})
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/tb/verilated/${list_block}_pins.vh)
    rtl_list_error(1 "there is no block '${list_block}' behind pins")
  endif()
  set(rtl_lint -Wno-fatal)  # Verilator tells what it thinks of them
  set(verilate_first ${list_source})  # packages stand before who imports them
  set(verilate_options)
  foreach(define ${list_define})
    list(APPEND verilate_options -D${define})
  endforeach()
  add_block_model(${list_block} ${list_name} SHELL ${list_shell} INCLUDES ${list_include} PARAMETERS ${list_parameter}
                  LIMITS ${list_limit})
  foreach(variable block_declarations block_rows block_objects)
    set(${variable} "${${variable}}" PARENT_SCOPE)
  endforeach()
endfunction()
