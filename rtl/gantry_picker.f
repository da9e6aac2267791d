// SPDX-License-Identifier: Apache-2.0
// The picker's sources, Verilog-2005, top gantry_picker. Names are relative to this file: read it with -F
// (`verilator -F rtl/gantry_picker.f`, also xrun, vcs, vsim), or with -f from its own folder.
gantry_picker.v
gantry_select_core.v
gantry_entry.v
gantry_max_tree.v
gantry_best_of_4.v
gantry_grant.v
gantry_entry_table.v
gantry_reweigh_shared.v
gantry_reweigh_parallel.v
gantry_reweigh_pipelined.v
gantry_class_sums.v
gantry_pipelined_divider.v
gantry_weight_divider.v
gantry_read_back.v
