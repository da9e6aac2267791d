// SPDX-License-Identifier: Apache-2.0
// The decomposer's sources, Verilog-2005, top gantry_decomposer. Names are relative to this file: read it with -F
// (`verilator -F rtl/gantry_decomposer.f`, also xrun, vcs, vsim), or with -f from its own folder.
gantry_decomposer.v
gantry_head_queue.v
gantry_round_robin.v
gantry_slot_count.v
gantry_register_file.v
gantry_timer_queue.v
gantry_update_queue.v
