# SPDX-License-Identifier: Apache-2.0
# Somebody's own pickers, each beside ours under its own name.

# A library `target` that defines `const NamedPickers& <table>()` for the directories listed after it. Each model is an object
# library of its own, with waveforms.
function(add_named_pickers target table)
  set(declarations "")
  set(rows "")
  set(objects)
  foreach(directory ${ARGN})
    read_rtl_list(${directory})
    if(NOT list_block STREQUAL picker)
      rtl_list_error(${at_block} "a ${list_block} is no picker (RTL_BLOCKS)")
      rtl_list_end()
    endif()
    set(rtl_lint -Wno-fatal)  # Verilator tells what it thinks of them
    set(verilate_first ${list_source})  # packages stand before who imports them
    set(verilate_includes ${list_include})
    set(verilate_options)
    set(verilate_unknown --x-assign unique --x-initial unique)  # 0, but in the campaign
    foreach(define ${list_define})
      list(APPEND verilate_options -D${define})
    endforeach()
    foreach(parameter ${list_parameter})
      list(APPEND verilate_options -G${parameter})
    endforeach()
    foreach(word CLASSES FRAC QUANT TIE JOB_BITS)
      string(TOLOWER ${word} key)
      if(NOT "${list_${key}}" STREQUAL "")
        list(APPEND verilate_options -G${word}=${list_${key}})
      endif()
    endforeach()
    foreach(default classes:5 frac:8 quant:8 tie:0 job_bits:32)
      string(REPLACE ":" ";" default ${default})
      list(GET default 0 key)
      if("${list_${key}}" STREQUAL "")
        list(GET default 1 list_${key})
      endif()
    endforeach()
    get_filename_component(top ${list_shell} NAME_WE)
    set(models "")
    foreach(entries ${list_entries})
      set(name named_${list_name}_${entries})
      set(verilate_check COMMAND ${CMAKE_COMMAND} -DHEADER=${CMAKE_CURRENT_BINARY_DIR}/${name}/V${name}.h -DENTRIES=${entries}
          -DSHELL=${list_shell} -P ${PROJECT_SOURCE_DIR}/tb/cmake/check_ports.cmake)
      set(verilated_fast_options ${verilated_options})
      verilate(${name} ${list_shell} "" 1 "-GENTRIES=${entries}")
      add_firewall(${name} verilated_picker.cpp 1 GANTRY_RTL_ENTRIES=${entries} GANTRY_RTL_TOP="${top}"
                   GANTRY_RTL_POWERED_UP=make_${name}_powered_up)
      list(APPEND objects $<TARGET_OBJECTS:${name}> $<TARGET_OBJECTS:${name}_v>)
      string(APPEND declarations "std::unique_ptr<RtlPicker> make_${name}();\n"
                                 "std::unique_ptr<RtlPicker> make_${name}_powered_up(std::uint64_t seed);\n")
      string(APPEND models "{{${entries}, ${list_classes}, ${list_frac}, ${list_quant}, TieBreak{${list_tie}}, ${list_job_bits}}, "
                           "make_${name}, make_${name}, make_${name}_powered_up}, ")
    endforeach()
    if("${list_pick_interval}" STREQUAL "")
      set(list_pick_interval 0)
    endif()
    string(APPEND rows "      {\"${list_name}\", \"${list_policy}\", {${models}}, ${list_pick_interval}},\n")
  endforeach()
  add_model_table(${target} ${table} picker/named_pickers.h NamedPickers "${declarations}" "${rows}" "${objects}")
endfunction()
