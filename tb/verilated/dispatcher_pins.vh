// SPDX-License-Identifier: Apache-2.0
// The pins of the dispatcher, written by block_bench --pins from model/scheduler/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [DISPATCHER_CONFIG-1:0] config_i; input [DISPATCHER_IN-1:0] in_i; output [DISPATCHER_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with DISPATCHER_PINS defined within it for the names.
`ifndef DISPATCHER_CONFIG
`define DISPATCHER_CONFIG 1312
`define DISPATCHER_IN 1136
`define DISPATCHER_OUT 7214
`endif

`ifdef DISPATCHER_PINS
// Stand still from the reset on.
wire [31:0] slots = config_i[0+:32];  // requests at once; a request names its slot
wire [31:0] processors = config_i[32+:32];  // numbered from 0, 1..64
wire [31:0] match_per_job = config_i[64+:32];  // 0: all jobs of a request are matched before the first is picked (gang); 1: one by one
wire [31:0] match_capable = config_i[96+:32];  // 0: against processors with a free place (idle); 1: against those that may run it
wire [31:0] match_jobs_per_cycle = config_i[128+:32];  // that are matched of one request
wire [31:0] match_timeout = config_i[160+:32];  // cycles in which a request looks for processors, before it fails
wire [31:0] match_latency_cycles = config_i[192+:32];  // from the decision of a match to its effect
wire [31:0] choice_latency_cycles = config_i[224+:32];  // more, for the choice of the processor
wire [31:0] decisions_per_round = config_i[256+:32];  // jobs that are picked by one decision
wire [31:0] send_ports = config_i[288+:32];  // 1..8; the one with the fewest jobs picked and not sent takes a job, of equals the lowest
wire [31:0] collect_cycles = config_i[320+:32];  // from the grant to the send port
wire [31:0] block_class = config_i[352+:32];  // picker class of block tasks
wire [31:0] cluster_class = config_i[384+:32];  // of cluster tasks
wire [31:0] union_class = config_i[416+:32];  // of union tasks
wire [31:0] communication_class = config_i[448+:32];  // of communication tasks
wire [31:0] entries = config_i[480+:32];  // tasks in all pending sets together
wire [31:0] classes = config_i[512+:32];  // of the picker
wire [31:0] frac = config_i[544+:32];  // fraction bits of the history weight
wire [31:0] quant = config_i[576+:32];  // of the picker's quantisation
wire [31:0] tie_history = config_i[608+:32];  // what decides between equals, 0: expected_weight, 1: history_weight
wire [31:0] pick_interval_cycles = config_i[640+:32];  // between the starts of two rounds
wire [31:0] pick_latency_cycles = config_i[672+:32];  // from a round to its grant
wire [31:0] reweigh_cycles = config_i[704+:32];  // in which one class's weights are computed, and no round starts
wire [31:0] picker = config_i[736+:32];  // 0: weight_delay, 1: fifo, 2: round_robin, 3: strict_priority, 4: shortest_first, 5: earliest_deadline, 6: stride
wire [31:0] choice = config_i[768+:32];  // 0: first_free, 1: least_loaded, 2: fixed
wire [31:0] places_0 = config_i[800+:32];  // of processors 0..3, a byte each from the lowest: jobs that are picked or reserved for it and not completed
wire [31:0] places_4 = config_i[832+:32];  // of processors 4..7
wire [31:0] places_8 = config_i[864+:32];  // of processors 8..11
wire [31:0] places_12 = config_i[896+:32];  // of processors 12..15
wire [31:0] places_16 = config_i[928+:32];  // of processors 16..19
wire [31:0] places_20 = config_i[960+:32];  // of processors 20..23
wire [31:0] places_24 = config_i[992+:32];  // of processors 24..27
wire [31:0] places_28 = config_i[1024+:32];  // of processors 28..31
wire [31:0] places_32 = config_i[1056+:32];  // of processors 32..35
wire [31:0] places_36 = config_i[1088+:32];  // of processors 36..39
wire [31:0] places_40 = config_i[1120+:32];  // of processors 40..43
wire [31:0] places_44 = config_i[1152+:32];  // of processors 44..47
wire [31:0] places_48 = config_i[1184+:32];  // of processors 48..51
wire [31:0] places_52 = config_i[1216+:32];  // of processors 52..55
wire [31:0] places_56 = config_i[1248+:32];  // of processors 56..59
wire [31:0] places_60 = config_i[1280+:32];  // of processors 60..63
// Messages that are seen in this cycle.
wire        schedule_requests_valid = in_i[0];  // from the decomposer: schedule so many jobs
wire [31:0] schedule_requests_task = in_i[1+:32];
wire [11:0] schedule_requests_slot = in_i[33+:12];  // the decomposer's, below `slots`; the verdict names it
wire [31:0] schedule_requests_jobs = in_i[45+:32];  // that are to be sent
wire [1:0]  schedule_requests_class = in_i[77+:2];  // 0: block, 1: cluster, 2: union, 3: communication
wire [31:0] schedule_requests_weight = in_i[79+:32];  // that was configured
wire [31:0] schedule_requests_task_jobs = in_i[111+:32];  // of the whole task, over all its requests
wire [63:0] schedule_requests_cycles = in_i[143+:64];  // of one job at speed 1; the least, if they differ by type
wire [63:0] schedule_requests_deadline = in_i[207+:64];  // cycle by which it should be done; all ones: none
wire [63:0] schedule_requests_processors = in_i[271+:64];  // bit p: processor p may run its jobs, by type, size and plan
wire        processor_updates_valid = in_i[335];  // from the monitor
wire [31:0] processor_updates_processor = in_i[336+:32];  // of which a job has completed
wire        first_flits0_valid = in_i[368];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits0_port = in_i[369+:3];  // through which it leaves
wire [11:0] first_flits0_slot = in_i[372+:12];  // of the job's request
wire [31:0] first_flits0_processor = in_i[384+:32];  // that is to run it
wire        first_flits1_valid = in_i[416];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits1_port = in_i[417+:3];  // through which it leaves
wire [11:0] first_flits1_slot = in_i[420+:12];  // of the job's request
wire [31:0] first_flits1_processor = in_i[432+:32];  // that is to run it
wire        first_flits2_valid = in_i[464];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits2_port = in_i[465+:3];  // through which it leaves
wire [11:0] first_flits2_slot = in_i[468+:12];  // of the job's request
wire [31:0] first_flits2_processor = in_i[480+:32];  // that is to run it
wire        first_flits3_valid = in_i[512];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits3_port = in_i[513+:3];  // through which it leaves
wire [11:0] first_flits3_slot = in_i[516+:12];  // of the job's request
wire [31:0] first_flits3_processor = in_i[528+:32];  // that is to run it
wire        first_flits4_valid = in_i[560];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits4_port = in_i[561+:3];  // through which it leaves
wire [11:0] first_flits4_slot = in_i[564+:12];  // of the job's request
wire [31:0] first_flits4_processor = in_i[576+:32];  // that is to run it
wire        first_flits5_valid = in_i[608];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits5_port = in_i[609+:3];  // through which it leaves
wire [11:0] first_flits5_slot = in_i[612+:12];  // of the job's request
wire [31:0] first_flits5_processor = in_i[624+:32];  // that is to run it
wire        first_flits6_valid = in_i[656];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits6_port = in_i[657+:3];  // through which it leaves
wire [11:0] first_flits6_slot = in_i[660+:12];  // of the job's request
wire [31:0] first_flits6_processor = in_i[672+:32];  // that is to run it
wire        first_flits7_valid = in_i[704];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits7_port = in_i[705+:3];  // through which it leaves
wire [11:0] first_flits7_slot = in_i[708+:12];  // of the job's request
wire [31:0] first_flits7_processor = in_i[720+:32];  // that is to run it
wire        last_flits0_valid = in_i[752];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits0_port = in_i[753+:3];  // through which it leaves
wire [11:0] last_flits0_slot = in_i[756+:12];  // of the job's request
wire [31:0] last_flits0_processor = in_i[768+:32];  // that is to run it
wire        last_flits1_valid = in_i[800];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits1_port = in_i[801+:3];  // through which it leaves
wire [11:0] last_flits1_slot = in_i[804+:12];  // of the job's request
wire [31:0] last_flits1_processor = in_i[816+:32];  // that is to run it
wire        last_flits2_valid = in_i[848];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits2_port = in_i[849+:3];  // through which it leaves
wire [11:0] last_flits2_slot = in_i[852+:12];  // of the job's request
wire [31:0] last_flits2_processor = in_i[864+:32];  // that is to run it
wire        last_flits3_valid = in_i[896];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits3_port = in_i[897+:3];  // through which it leaves
wire [11:0] last_flits3_slot = in_i[900+:12];  // of the job's request
wire [31:0] last_flits3_processor = in_i[912+:32];  // that is to run it
wire        last_flits4_valid = in_i[944];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits4_port = in_i[945+:3];  // through which it leaves
wire [11:0] last_flits4_slot = in_i[948+:12];  // of the job's request
wire [31:0] last_flits4_processor = in_i[960+:32];  // that is to run it
wire        last_flits5_valid = in_i[992];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits5_port = in_i[993+:3];  // through which it leaves
wire [11:0] last_flits5_slot = in_i[996+:12];  // of the job's request
wire [31:0] last_flits5_processor = in_i[1008+:32];  // that is to run it
wire        last_flits6_valid = in_i[1040];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits6_port = in_i[1041+:3];  // through which it leaves
wire [11:0] last_flits6_slot = in_i[1044+:12];  // of the job's request
wire [31:0] last_flits6_processor = in_i[1056+:32];  // that is to run it
wire        last_flits7_valid = in_i[1088];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits7_port = in_i[1089+:3];  // through which it leaves
wire [11:0] last_flits7_slot = in_i[1092+:12];  // of the job's request
wire [31:0] last_flits7_processor = in_i[1104+:32];  // that is to run it
// Messages that others see in the next cycle; the wrapper assigns them.
wire        verdicts_valid;  // to the decomposer: what became of a request
wire        verdicts_failed;  // 0: the last job is sent; 1: some job stayed unmatched
wire [11:0] verdicts_slot;  // of the request
wire [31:0] verdicts_jobs_left;  // of a failure: not sent
wire        jobs0_valid;  // to the send ports
wire [2:0]  jobs0_port;  // through which it is to leave
wire [31:0] jobs0_task;
wire [31:0] jobs0_job;  // its number within the task
wire [11:0] jobs0_slot;  // of the request
wire [31:0] jobs0_processor;  // that is to run it
wire        jobs1_valid;  // to the send ports
wire [2:0]  jobs1_port;  // through which it is to leave
wire [31:0] jobs1_task;
wire [31:0] jobs1_job;  // its number within the task
wire [11:0] jobs1_slot;  // of the request
wire [31:0] jobs1_processor;  // that is to run it
wire        jobs2_valid;  // to the send ports
wire [2:0]  jobs2_port;  // through which it is to leave
wire [31:0] jobs2_task;
wire [31:0] jobs2_job;  // its number within the task
wire [11:0] jobs2_slot;  // of the request
wire [31:0] jobs2_processor;  // that is to run it
wire        jobs3_valid;  // to the send ports
wire [2:0]  jobs3_port;  // through which it is to leave
wire [31:0] jobs3_task;
wire [31:0] jobs3_job;  // its number within the task
wire [11:0] jobs3_slot;  // of the request
wire [31:0] jobs3_processor;  // that is to run it
wire        jobs4_valid;  // to the send ports
wire [2:0]  jobs4_port;  // through which it is to leave
wire [31:0] jobs4_task;
wire [31:0] jobs4_job;  // its number within the task
wire [11:0] jobs4_slot;  // of the request
wire [31:0] jobs4_processor;  // that is to run it
wire        jobs5_valid;  // to the send ports
wire [2:0]  jobs5_port;  // through which it is to leave
wire [31:0] jobs5_task;
wire [31:0] jobs5_job;  // its number within the task
wire [11:0] jobs5_slot;  // of the request
wire [31:0] jobs5_processor;  // that is to run it
wire        jobs6_valid;  // to the send ports
wire [2:0]  jobs6_port;  // through which it is to leave
wire [31:0] jobs6_task;
wire [31:0] jobs6_job;  // its number within the task
wire [11:0] jobs6_slot;  // of the request
wire [31:0] jobs6_processor;  // that is to run it
wire        jobs7_valid;  // to the send ports
wire [2:0]  jobs7_port;  // through which it is to leave
wire [31:0] jobs7_task;
wire [31:0] jobs7_job;  // its number within the task
wire [11:0] jobs7_slot;  // of the request
wire [31:0] jobs7_processor;  // that is to run it
wire        jobs8_valid;  // to the send ports
wire [2:0]  jobs8_port;  // through which it is to leave
wire [31:0] jobs8_task;
wire [31:0] jobs8_job;  // its number within the task
wire [11:0] jobs8_slot;  // of the request
wire [31:0] jobs8_processor;  // that is to run it
wire        jobs9_valid;  // to the send ports
wire [2:0]  jobs9_port;  // through which it is to leave
wire [31:0] jobs9_task;
wire [31:0] jobs9_job;  // its number within the task
wire [11:0] jobs9_slot;  // of the request
wire [31:0] jobs9_processor;  // that is to run it
wire        jobs10_valid;  // to the send ports
wire [2:0]  jobs10_port;  // through which it is to leave
wire [31:0] jobs10_task;
wire [31:0] jobs10_job;  // its number within the task
wire [11:0] jobs10_slot;  // of the request
wire [31:0] jobs10_processor;  // that is to run it
wire        jobs11_valid;  // to the send ports
wire [2:0]  jobs11_port;  // through which it is to leave
wire [31:0] jobs11_task;
wire [31:0] jobs11_job;  // its number within the task
wire [11:0] jobs11_slot;  // of the request
wire [31:0] jobs11_processor;  // that is to run it
wire        jobs12_valid;  // to the send ports
wire [2:0]  jobs12_port;  // through which it is to leave
wire [31:0] jobs12_task;
wire [31:0] jobs12_job;  // its number within the task
wire [11:0] jobs12_slot;  // of the request
wire [31:0] jobs12_processor;  // that is to run it
wire        jobs13_valid;  // to the send ports
wire [2:0]  jobs13_port;  // through which it is to leave
wire [31:0] jobs13_task;
wire [31:0] jobs13_job;  // its number within the task
wire [11:0] jobs13_slot;  // of the request
wire [31:0] jobs13_processor;  // that is to run it
wire        jobs14_valid;  // to the send ports
wire [2:0]  jobs14_port;  // through which it is to leave
wire [31:0] jobs14_task;
wire [31:0] jobs14_job;  // its number within the task
wire [11:0] jobs14_slot;  // of the request
wire [31:0] jobs14_processor;  // that is to run it
wire        jobs15_valid;  // to the send ports
wire [2:0]  jobs15_port;  // through which it is to leave
wire [31:0] jobs15_task;
wire [31:0] jobs15_job;  // its number within the task
wire [11:0] jobs15_slot;  // of the request
wire [31:0] jobs15_processor;  // that is to run it
wire        jobs16_valid;  // to the send ports
wire [2:0]  jobs16_port;  // through which it is to leave
wire [31:0] jobs16_task;
wire [31:0] jobs16_job;  // its number within the task
wire [11:0] jobs16_slot;  // of the request
wire [31:0] jobs16_processor;  // that is to run it
wire        jobs17_valid;  // to the send ports
wire [2:0]  jobs17_port;  // through which it is to leave
wire [31:0] jobs17_task;
wire [31:0] jobs17_job;  // its number within the task
wire [11:0] jobs17_slot;  // of the request
wire [31:0] jobs17_processor;  // that is to run it
wire        jobs18_valid;  // to the send ports
wire [2:0]  jobs18_port;  // through which it is to leave
wire [31:0] jobs18_task;
wire [31:0] jobs18_job;  // its number within the task
wire [11:0] jobs18_slot;  // of the request
wire [31:0] jobs18_processor;  // that is to run it
wire        jobs19_valid;  // to the send ports
wire [2:0]  jobs19_port;  // through which it is to leave
wire [31:0] jobs19_task;
wire [31:0] jobs19_job;  // its number within the task
wire [11:0] jobs19_slot;  // of the request
wire [31:0] jobs19_processor;  // that is to run it
wire        jobs20_valid;  // to the send ports
wire [2:0]  jobs20_port;  // through which it is to leave
wire [31:0] jobs20_task;
wire [31:0] jobs20_job;  // its number within the task
wire [11:0] jobs20_slot;  // of the request
wire [31:0] jobs20_processor;  // that is to run it
wire        jobs21_valid;  // to the send ports
wire [2:0]  jobs21_port;  // through which it is to leave
wire [31:0] jobs21_task;
wire [31:0] jobs21_job;  // its number within the task
wire [11:0] jobs21_slot;  // of the request
wire [31:0] jobs21_processor;  // that is to run it
wire        jobs22_valid;  // to the send ports
wire [2:0]  jobs22_port;  // through which it is to leave
wire [31:0] jobs22_task;
wire [31:0] jobs22_job;  // its number within the task
wire [11:0] jobs22_slot;  // of the request
wire [31:0] jobs22_processor;  // that is to run it
wire        jobs23_valid;  // to the send ports
wire [2:0]  jobs23_port;  // through which it is to leave
wire [31:0] jobs23_task;
wire [31:0] jobs23_job;  // its number within the task
wire [11:0] jobs23_slot;  // of the request
wire [31:0] jobs23_processor;  // that is to run it
wire        jobs24_valid;  // to the send ports
wire [2:0]  jobs24_port;  // through which it is to leave
wire [31:0] jobs24_task;
wire [31:0] jobs24_job;  // its number within the task
wire [11:0] jobs24_slot;  // of the request
wire [31:0] jobs24_processor;  // that is to run it
wire        jobs25_valid;  // to the send ports
wire [2:0]  jobs25_port;  // through which it is to leave
wire [31:0] jobs25_task;
wire [31:0] jobs25_job;  // its number within the task
wire [11:0] jobs25_slot;  // of the request
wire [31:0] jobs25_processor;  // that is to run it
wire        jobs26_valid;  // to the send ports
wire [2:0]  jobs26_port;  // through which it is to leave
wire [31:0] jobs26_task;
wire [31:0] jobs26_job;  // its number within the task
wire [11:0] jobs26_slot;  // of the request
wire [31:0] jobs26_processor;  // that is to run it
wire        jobs27_valid;  // to the send ports
wire [2:0]  jobs27_port;  // through which it is to leave
wire [31:0] jobs27_task;
wire [31:0] jobs27_job;  // its number within the task
wire [11:0] jobs27_slot;  // of the request
wire [31:0] jobs27_processor;  // that is to run it
wire        jobs28_valid;  // to the send ports
wire [2:0]  jobs28_port;  // through which it is to leave
wire [31:0] jobs28_task;
wire [31:0] jobs28_job;  // its number within the task
wire [11:0] jobs28_slot;  // of the request
wire [31:0] jobs28_processor;  // that is to run it
wire        jobs29_valid;  // to the send ports
wire [2:0]  jobs29_port;  // through which it is to leave
wire [31:0] jobs29_task;
wire [31:0] jobs29_job;  // its number within the task
wire [11:0] jobs29_slot;  // of the request
wire [31:0] jobs29_processor;  // that is to run it
wire        jobs30_valid;  // to the send ports
wire [2:0]  jobs30_port;  // through which it is to leave
wire [31:0] jobs30_task;
wire [31:0] jobs30_job;  // its number within the task
wire [11:0] jobs30_slot;  // of the request
wire [31:0] jobs30_processor;  // that is to run it
wire        jobs31_valid;  // to the send ports
wire [2:0]  jobs31_port;  // through which it is to leave
wire [31:0] jobs31_task;
wire [31:0] jobs31_job;  // its number within the task
wire [11:0] jobs31_slot;  // of the request
wire [31:0] jobs31_processor;  // that is to run it
wire        jobs32_valid;  // to the send ports
wire [2:0]  jobs32_port;  // through which it is to leave
wire [31:0] jobs32_task;
wire [31:0] jobs32_job;  // its number within the task
wire [11:0] jobs32_slot;  // of the request
wire [31:0] jobs32_processor;  // that is to run it
wire        jobs33_valid;  // to the send ports
wire [2:0]  jobs33_port;  // through which it is to leave
wire [31:0] jobs33_task;
wire [31:0] jobs33_job;  // its number within the task
wire [11:0] jobs33_slot;  // of the request
wire [31:0] jobs33_processor;  // that is to run it
wire        jobs34_valid;  // to the send ports
wire [2:0]  jobs34_port;  // through which it is to leave
wire [31:0] jobs34_task;
wire [31:0] jobs34_job;  // its number within the task
wire [11:0] jobs34_slot;  // of the request
wire [31:0] jobs34_processor;  // that is to run it
wire        jobs35_valid;  // to the send ports
wire [2:0]  jobs35_port;  // through which it is to leave
wire [31:0] jobs35_task;
wire [31:0] jobs35_job;  // its number within the task
wire [11:0] jobs35_slot;  // of the request
wire [31:0] jobs35_processor;  // that is to run it
wire        jobs36_valid;  // to the send ports
wire [2:0]  jobs36_port;  // through which it is to leave
wire [31:0] jobs36_task;
wire [31:0] jobs36_job;  // its number within the task
wire [11:0] jobs36_slot;  // of the request
wire [31:0] jobs36_processor;  // that is to run it
wire        jobs37_valid;  // to the send ports
wire [2:0]  jobs37_port;  // through which it is to leave
wire [31:0] jobs37_task;
wire [31:0] jobs37_job;  // its number within the task
wire [11:0] jobs37_slot;  // of the request
wire [31:0] jobs37_processor;  // that is to run it
wire        jobs38_valid;  // to the send ports
wire [2:0]  jobs38_port;  // through which it is to leave
wire [31:0] jobs38_task;
wire [31:0] jobs38_job;  // its number within the task
wire [11:0] jobs38_slot;  // of the request
wire [31:0] jobs38_processor;  // that is to run it
wire        jobs39_valid;  // to the send ports
wire [2:0]  jobs39_port;  // through which it is to leave
wire [31:0] jobs39_task;
wire [31:0] jobs39_job;  // its number within the task
wire [11:0] jobs39_slot;  // of the request
wire [31:0] jobs39_processor;  // that is to run it
wire        jobs40_valid;  // to the send ports
wire [2:0]  jobs40_port;  // through which it is to leave
wire [31:0] jobs40_task;
wire [31:0] jobs40_job;  // its number within the task
wire [11:0] jobs40_slot;  // of the request
wire [31:0] jobs40_processor;  // that is to run it
wire        jobs41_valid;  // to the send ports
wire [2:0]  jobs41_port;  // through which it is to leave
wire [31:0] jobs41_task;
wire [31:0] jobs41_job;  // its number within the task
wire [11:0] jobs41_slot;  // of the request
wire [31:0] jobs41_processor;  // that is to run it
wire        jobs42_valid;  // to the send ports
wire [2:0]  jobs42_port;  // through which it is to leave
wire [31:0] jobs42_task;
wire [31:0] jobs42_job;  // its number within the task
wire [11:0] jobs42_slot;  // of the request
wire [31:0] jobs42_processor;  // that is to run it
wire        jobs43_valid;  // to the send ports
wire [2:0]  jobs43_port;  // through which it is to leave
wire [31:0] jobs43_task;
wire [31:0] jobs43_job;  // its number within the task
wire [11:0] jobs43_slot;  // of the request
wire [31:0] jobs43_processor;  // that is to run it
wire        jobs44_valid;  // to the send ports
wire [2:0]  jobs44_port;  // through which it is to leave
wire [31:0] jobs44_task;
wire [31:0] jobs44_job;  // its number within the task
wire [11:0] jobs44_slot;  // of the request
wire [31:0] jobs44_processor;  // that is to run it
wire        jobs45_valid;  // to the send ports
wire [2:0]  jobs45_port;  // through which it is to leave
wire [31:0] jobs45_task;
wire [31:0] jobs45_job;  // its number within the task
wire [11:0] jobs45_slot;  // of the request
wire [31:0] jobs45_processor;  // that is to run it
wire        jobs46_valid;  // to the send ports
wire [2:0]  jobs46_port;  // through which it is to leave
wire [31:0] jobs46_task;
wire [31:0] jobs46_job;  // its number within the task
wire [11:0] jobs46_slot;  // of the request
wire [31:0] jobs46_processor;  // that is to run it
wire        jobs47_valid;  // to the send ports
wire [2:0]  jobs47_port;  // through which it is to leave
wire [31:0] jobs47_task;
wire [31:0] jobs47_job;  // its number within the task
wire [11:0] jobs47_slot;  // of the request
wire [31:0] jobs47_processor;  // that is to run it
wire        jobs48_valid;  // to the send ports
wire [2:0]  jobs48_port;  // through which it is to leave
wire [31:0] jobs48_task;
wire [31:0] jobs48_job;  // its number within the task
wire [11:0] jobs48_slot;  // of the request
wire [31:0] jobs48_processor;  // that is to run it
wire        jobs49_valid;  // to the send ports
wire [2:0]  jobs49_port;  // through which it is to leave
wire [31:0] jobs49_task;
wire [31:0] jobs49_job;  // its number within the task
wire [11:0] jobs49_slot;  // of the request
wire [31:0] jobs49_processor;  // that is to run it
wire        jobs50_valid;  // to the send ports
wire [2:0]  jobs50_port;  // through which it is to leave
wire [31:0] jobs50_task;
wire [31:0] jobs50_job;  // its number within the task
wire [11:0] jobs50_slot;  // of the request
wire [31:0] jobs50_processor;  // that is to run it
wire        jobs51_valid;  // to the send ports
wire [2:0]  jobs51_port;  // through which it is to leave
wire [31:0] jobs51_task;
wire [31:0] jobs51_job;  // its number within the task
wire [11:0] jobs51_slot;  // of the request
wire [31:0] jobs51_processor;  // that is to run it
wire        jobs52_valid;  // to the send ports
wire [2:0]  jobs52_port;  // through which it is to leave
wire [31:0] jobs52_task;
wire [31:0] jobs52_job;  // its number within the task
wire [11:0] jobs52_slot;  // of the request
wire [31:0] jobs52_processor;  // that is to run it
wire        jobs53_valid;  // to the send ports
wire [2:0]  jobs53_port;  // through which it is to leave
wire [31:0] jobs53_task;
wire [31:0] jobs53_job;  // its number within the task
wire [11:0] jobs53_slot;  // of the request
wire [31:0] jobs53_processor;  // that is to run it
wire        jobs54_valid;  // to the send ports
wire [2:0]  jobs54_port;  // through which it is to leave
wire [31:0] jobs54_task;
wire [31:0] jobs54_job;  // its number within the task
wire [11:0] jobs54_slot;  // of the request
wire [31:0] jobs54_processor;  // that is to run it
wire        jobs55_valid;  // to the send ports
wire [2:0]  jobs55_port;  // through which it is to leave
wire [31:0] jobs55_task;
wire [31:0] jobs55_job;  // its number within the task
wire [11:0] jobs55_slot;  // of the request
wire [31:0] jobs55_processor;  // that is to run it
wire        jobs56_valid;  // to the send ports
wire [2:0]  jobs56_port;  // through which it is to leave
wire [31:0] jobs56_task;
wire [31:0] jobs56_job;  // its number within the task
wire [11:0] jobs56_slot;  // of the request
wire [31:0] jobs56_processor;  // that is to run it
wire        jobs57_valid;  // to the send ports
wire [2:0]  jobs57_port;  // through which it is to leave
wire [31:0] jobs57_task;
wire [31:0] jobs57_job;  // its number within the task
wire [11:0] jobs57_slot;  // of the request
wire [31:0] jobs57_processor;  // that is to run it
wire        jobs58_valid;  // to the send ports
wire [2:0]  jobs58_port;  // through which it is to leave
wire [31:0] jobs58_task;
wire [31:0] jobs58_job;  // its number within the task
wire [11:0] jobs58_slot;  // of the request
wire [31:0] jobs58_processor;  // that is to run it
wire        jobs59_valid;  // to the send ports
wire [2:0]  jobs59_port;  // through which it is to leave
wire [31:0] jobs59_task;
wire [31:0] jobs59_job;  // its number within the task
wire [11:0] jobs59_slot;  // of the request
wire [31:0] jobs59_processor;  // that is to run it
wire        jobs60_valid;  // to the send ports
wire [2:0]  jobs60_port;  // through which it is to leave
wire [31:0] jobs60_task;
wire [31:0] jobs60_job;  // its number within the task
wire [11:0] jobs60_slot;  // of the request
wire [31:0] jobs60_processor;  // that is to run it
wire        jobs61_valid;  // to the send ports
wire [2:0]  jobs61_port;  // through which it is to leave
wire [31:0] jobs61_task;
wire [31:0] jobs61_job;  // its number within the task
wire [11:0] jobs61_slot;  // of the request
wire [31:0] jobs61_processor;  // that is to run it
wire        jobs62_valid;  // to the send ports
wire [2:0]  jobs62_port;  // through which it is to leave
wire [31:0] jobs62_task;
wire [31:0] jobs62_job;  // its number within the task
wire [11:0] jobs62_slot;  // of the request
wire [31:0] jobs62_processor;  // that is to run it
wire        jobs63_valid;  // to the send ports
wire [2:0]  jobs63_port;  // through which it is to leave
wire [31:0] jobs63_task;
wire [31:0] jobs63_job;  // its number within the task
wire [11:0] jobs63_slot;  // of the request
wire [31:0] jobs63_processor;  // that is to run it
assign out_o = {jobs63_processor, jobs63_slot, jobs63_job, jobs63_task, jobs63_port, jobs63_valid, jobs62_processor, jobs62_slot, jobs62_job, jobs62_task, jobs62_port, jobs62_valid, jobs61_processor, jobs61_slot, jobs61_job, jobs61_task, jobs61_port, jobs61_valid, jobs60_processor, jobs60_slot, jobs60_job, jobs60_task, jobs60_port, jobs60_valid, jobs59_processor, jobs59_slot, jobs59_job, jobs59_task, jobs59_port, jobs59_valid, jobs58_processor, jobs58_slot, jobs58_job, jobs58_task, jobs58_port, jobs58_valid, jobs57_processor, jobs57_slot, jobs57_job, jobs57_task, jobs57_port, jobs57_valid, jobs56_processor, jobs56_slot, jobs56_job, jobs56_task, jobs56_port, jobs56_valid, jobs55_processor, jobs55_slot, jobs55_job, jobs55_task, jobs55_port, jobs55_valid, jobs54_processor, jobs54_slot, jobs54_job, jobs54_task, jobs54_port, jobs54_valid, jobs53_processor, jobs53_slot, jobs53_job, jobs53_task, jobs53_port, jobs53_valid, jobs52_processor, jobs52_slot, jobs52_job, jobs52_task, jobs52_port, jobs52_valid, jobs51_processor, jobs51_slot, jobs51_job, jobs51_task, jobs51_port, jobs51_valid, jobs50_processor, jobs50_slot, jobs50_job, jobs50_task, jobs50_port, jobs50_valid, jobs49_processor, jobs49_slot, jobs49_job, jobs49_task, jobs49_port, jobs49_valid, jobs48_processor, jobs48_slot, jobs48_job, jobs48_task, jobs48_port, jobs48_valid, jobs47_processor, jobs47_slot, jobs47_job, jobs47_task, jobs47_port, jobs47_valid, jobs46_processor, jobs46_slot, jobs46_job, jobs46_task, jobs46_port, jobs46_valid, jobs45_processor, jobs45_slot, jobs45_job, jobs45_task, jobs45_port, jobs45_valid, jobs44_processor, jobs44_slot, jobs44_job, jobs44_task, jobs44_port, jobs44_valid, jobs43_processor, jobs43_slot, jobs43_job, jobs43_task, jobs43_port, jobs43_valid, jobs42_processor, jobs42_slot, jobs42_job, jobs42_task, jobs42_port, jobs42_valid, jobs41_processor, jobs41_slot, jobs41_job, jobs41_task, jobs41_port, jobs41_valid, jobs40_processor, jobs40_slot, jobs40_job, jobs40_task, jobs40_port, jobs40_valid, jobs39_processor, jobs39_slot, jobs39_job, jobs39_task, jobs39_port, jobs39_valid, jobs38_processor, jobs38_slot, jobs38_job, jobs38_task, jobs38_port, jobs38_valid, jobs37_processor, jobs37_slot, jobs37_job, jobs37_task, jobs37_port, jobs37_valid, jobs36_processor, jobs36_slot, jobs36_job, jobs36_task, jobs36_port, jobs36_valid, jobs35_processor, jobs35_slot, jobs35_job, jobs35_task, jobs35_port, jobs35_valid, jobs34_processor, jobs34_slot, jobs34_job, jobs34_task, jobs34_port, jobs34_valid, jobs33_processor, jobs33_slot, jobs33_job, jobs33_task, jobs33_port, jobs33_valid, jobs32_processor, jobs32_slot, jobs32_job, jobs32_task, jobs32_port, jobs32_valid, jobs31_processor, jobs31_slot, jobs31_job, jobs31_task, jobs31_port, jobs31_valid, jobs30_processor, jobs30_slot, jobs30_job, jobs30_task, jobs30_port, jobs30_valid, jobs29_processor, jobs29_slot, jobs29_job, jobs29_task, jobs29_port, jobs29_valid, jobs28_processor, jobs28_slot, jobs28_job, jobs28_task, jobs28_port, jobs28_valid, jobs27_processor, jobs27_slot, jobs27_job, jobs27_task, jobs27_port, jobs27_valid, jobs26_processor, jobs26_slot, jobs26_job, jobs26_task, jobs26_port, jobs26_valid, jobs25_processor, jobs25_slot, jobs25_job, jobs25_task, jobs25_port, jobs25_valid, jobs24_processor, jobs24_slot, jobs24_job, jobs24_task, jobs24_port, jobs24_valid, jobs23_processor, jobs23_slot, jobs23_job, jobs23_task, jobs23_port, jobs23_valid, jobs22_processor, jobs22_slot, jobs22_job, jobs22_task, jobs22_port, jobs22_valid, jobs21_processor, jobs21_slot, jobs21_job, jobs21_task, jobs21_port, jobs21_valid, jobs20_processor, jobs20_slot, jobs20_job, jobs20_task, jobs20_port, jobs20_valid, jobs19_processor, jobs19_slot, jobs19_job, jobs19_task, jobs19_port, jobs19_valid, jobs18_processor, jobs18_slot, jobs18_job, jobs18_task, jobs18_port, jobs18_valid, jobs17_processor, jobs17_slot, jobs17_job, jobs17_task, jobs17_port, jobs17_valid, jobs16_processor, jobs16_slot, jobs16_job, jobs16_task, jobs16_port, jobs16_valid, jobs15_processor, jobs15_slot, jobs15_job, jobs15_task, jobs15_port, jobs15_valid, jobs14_processor, jobs14_slot, jobs14_job, jobs14_task, jobs14_port, jobs14_valid, jobs13_processor, jobs13_slot, jobs13_job, jobs13_task, jobs13_port, jobs13_valid, jobs12_processor, jobs12_slot, jobs12_job, jobs12_task, jobs12_port, jobs12_valid, jobs11_processor, jobs11_slot, jobs11_job, jobs11_task, jobs11_port, jobs11_valid, jobs10_processor, jobs10_slot, jobs10_job, jobs10_task, jobs10_port, jobs10_valid, jobs9_processor, jobs9_slot, jobs9_job, jobs9_task, jobs9_port, jobs9_valid, jobs8_processor, jobs8_slot, jobs8_job, jobs8_task, jobs8_port, jobs8_valid, jobs7_processor, jobs7_slot, jobs7_job, jobs7_task, jobs7_port, jobs7_valid, jobs6_processor, jobs6_slot, jobs6_job, jobs6_task, jobs6_port, jobs6_valid, jobs5_processor, jobs5_slot, jobs5_job, jobs5_task, jobs5_port, jobs5_valid, jobs4_processor, jobs4_slot, jobs4_job, jobs4_task, jobs4_port, jobs4_valid, jobs3_processor, jobs3_slot, jobs3_job, jobs3_task, jobs3_port, jobs3_valid, jobs2_processor, jobs2_slot, jobs2_job, jobs2_task, jobs2_port, jobs2_valid, jobs1_processor, jobs1_slot, jobs1_job, jobs1_task, jobs1_port, jobs1_valid, jobs0_processor, jobs0_slot, jobs0_job, jobs0_task, jobs0_port, jobs0_valid, verdicts_jobs_left, verdicts_slot, verdicts_failed, verdicts_valid};
`endif
