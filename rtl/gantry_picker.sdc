# SPDX-License-Identifier: Apache-2.0
# Constraints of gantry_picker as a block of its own, for any tool that reads SDC. Set what differs before it is read; a
# delay is measured from the clock's edge, the input's at the pin, the output's to the next register:
#   gantry_clock_period   5 in the tool's unit of time, which is meant to be ns
#   gantry_input_delay    a fifth of it
#   gantry_output_delay   a fifth of it
# What the tool and the library decide is left to you: uncertainty, driving cells, loads, operating conditions.
# There is one clock and no asynchronous input, so no path is false. take_o, busy_o and the answer of a read depend on
# inputs of the same cycle: pins to pins, what is left of the period between both delays.
if {![info exists gantry_clock_period]} { set gantry_clock_period 5.0 }
if {![info exists gantry_input_delay]} { set gantry_input_delay [expr {0.2 * $gantry_clock_period}] }
if {![info exists gantry_output_delay]} { set gantry_output_delay [expr {0.2 * $gantry_clock_period}] }

create_clock -name clk -period $gantry_clock_period [get_ports clk]
# With * for a vector's bits, which a netlist may have as ports of their own.
set_input_delay $gantry_input_delay -clock clk [get_ports {rst add_i add_entry_i* add_class_i* add_weight_i* \
  add_jobs_i* drop_i drop_entry_i* pick_i eligible_i* read_i read_entry_i*}]
set_output_delay $gantry_output_delay -clock clk [get_ports -quiet {take_o busy_o win_o* grant_o grant_entry_o* \
  grant_target_o* grant_expected_o* grant_history_o* read_valid_o read_expected_o* read_history_o* read_jobs_o*}]
