// SPDX-License-Identifier: Apache-2.0
// The state monitor's sources, Verilog-2005, top gantry_state_monitor. Names are relative to this file: read it with -F
// (`verilator -F rtl/gantry_state_monitor.f`, also xrun, vcs, vsim), or with -f from its own folder.
gantry_state_monitor.v
gantry_completion_bits.v
gantry_job_timers.v
gantry_live_tasks.v
gantry_query_table.v
gantry_timer_queue.v
