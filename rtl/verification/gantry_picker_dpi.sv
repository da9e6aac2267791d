// SPDX-License-Identifier: Apache-2.0
// The reference model of the picker's pins (libgantry_picker_dpi.so) as SystemVerilog calls it. gantry/picker_dpi.h
// says what each function does. Below 0 it has changed nothing, and gantry_picker_error tells why.
package gantry_picker_dpi;

  import "DPI-C" function int gantry_picker_create(
    output chandle picker, input int entries, input int classes, input int frac, input int quant, input int tie,
    input int job_bits, input int divider, input int pick_latency);
  import "DPI-C" function void gantry_picker_destroy(input chandle picker);
  import "DPI-C" function string gantry_picker_error();
  import "DPI-C" function int gantry_picker_reset(input chandle picker);
  import "DPI-C" function int gantry_picker_round(input chandle picker, input bit pick, input bit [255:0] eligible);
  import "DPI-C" function int gantry_picker_command(
    input chandle picker, input bit drop, input int drop_entry, input bit add, input int add_entry, input int add_class,
    input int add_weight, input int unsigned add_jobs);
  import "DPI-C" function int gantry_picker_outputs(
    input chandle picker, output bit take, output bit busy, output bit grant, output int grant_entry,
    output int grant_target, output int grant_expected, output int grant_history);
  import "DPI-C" function int gantry_picker_read(
    input chandle picker, input int entry, output bit valid, output int expected, output int history,
    output int unsigned jobs);
  import "DPI-C" function int gantry_picker_winner(input chandle picker, output int entry);
  import "DPI-C" function int gantry_picker_may_add(
    input chandle picker, input int entry, input bit drop, input int drop_entry, output bit legal);

endpackage
