// SPDX-License-Identifier: Apache-2.0
// The dispatch core's sources, Verilog-2005, top gantry_dispatch_core, the picker's among them. Names are relative to this
// file: read it with -F (`verilator -F rtl/gantry_dispatch_core.f`, also xrun, vcs, vsim), or with -f from its own folder.
gantry_dispatch_core.v
gantry_entry_types.v
gantry_matched_jobs.v
gantry_processors.v
gantry_type_ready.v
gantry_processor_choice.v
gantry_processor_table.v
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
