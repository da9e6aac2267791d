# SPDX-License-Identifier: Apache-2.0
# Holds the ports of somebody's wrapper (SHELL, for messages) in Verilator's HEADER against those that there are: a misspelled
# port would otherwise be passed over. ENTRIES: as the wrapper's parameter.
cmake_minimum_required(VERSION 3.25)
set(needed clk:IN:1 rst:IN:1 add_i:IN:1 add_entry_i:IN:8 drop_i:IN:1 drop_entry_i:IN:8 pick_i:IN:1 eligible_i:IN:${ENTRIES}
    win_o:OUT:1 win_entry_o:OUT:8)
set(optional now_i:IN:64 add_class_i:IN:3 add_weight_i:IN:9 add_jobs_i:IN:32 add_job_cycles_i:IN:64 add_deadline_i:IN:64
    read_i:IN:1 read_entry_i:IN:8 take_o:OUT:1 busy_o:OUT:1 win_delay_o:OUT:8 win_target_o:OUT:32 win_expected_o:OUT:9
    win_history_o:OUT:32 grant_o:OUT:1 grant_entry_o:OUT:8 grant_target_o:OUT:32 grant_expected_o:OUT:9 grant_history_o:OUT:32
    read_valid_o:OUT:1 read_expected_o:OUT:9 read_history_o:OUT:32 read_jobs_o:OUT:32 state_known_o:OUT:1
    member_o:OUT:${ENTRIES} expected_o:OUT:8x${ENTRIES} history_o:OUT:32x${ENTRIES} jobs_o:OUT:32x${ENTRIES})

file(STRINGS ${HEADER} lines REGEX "^ *VL_(IN|OUT|INOUT)[0-9W]*\\(")
set(found)
set(problems "")
foreach(line IN LISTS lines)
  # VL_IN8(&clk,0,0);  VL_OUT((&jobs_o)[64],31,0);
  string(REGEX MATCH "VL_(IN|OUT|INOUT)[0-9W]*\\(\\(?&?([A-Za-z0-9_]+)\\)?(\\[([0-9]+)\\])?,([0-9]+)," matched "${line}")
  set(port ${CMAKE_MATCH_2})
  math(EXPR width "${CMAKE_MATCH_5} + 1")
  set(has ${port}:${CMAKE_MATCH_1}:${width})
  if(CMAKE_MATCH_4)
    string(APPEND has "x${CMAKE_MATCH_4}")
  endif()
  list(APPEND found ${has})
  if(NOT has IN_LIST needed AND NOT has IN_LIST optional)
    set(would "there is no such port")
    foreach(known IN LISTS needed optional)
      if(known MATCHES "^${port}:(.*):(.*)$")
        string(TOLOWER ${CMAKE_MATCH_1} direction)
        set(would "must be ${direction}put, ${CMAKE_MATCH_2} bits wide")
      endif()
    endforeach()
    string(APPEND problems "${SHELL}: error: port ${port}: ${would} (docs/rtl.md)\n")
  endif()
endforeach()
foreach(port IN LISTS needed)
  if(NOT port IN_LIST found)
    string(REGEX REPLACE ":.*" "" name ${port})
    if(NOT problems MATCHES "port ${name}:")
      string(APPEND problems "${SHELL}: error: port ${name} is missing (docs/rtl.md)\n")
    endif()
  endif()
endforeach()
if(problems)
  string(STRIP "${problems}" problems)
  message("${problems}")
  message(FATAL_ERROR "a wrapper is wrong, as said above")
endif()
