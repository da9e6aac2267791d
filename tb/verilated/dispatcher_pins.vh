// SPDX-License-Identifier: Apache-2.0
// The pins of the dispatcher, written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [DISPATCHER_CONFIG-1:0] config_i; input [DISPATCHER_IN-1:0] in_i; output [DISPATCHER_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with DISPATCHER_PINS defined within it for the names.
`ifndef DISPATCHER_CONFIG
`define DISPATCHER_CONFIG 1537
`define DISPATCHER_IN 13455
`define DISPATCHER_OUT 7214
`endif

`ifdef DISPATCHER_PINS
// Stand still from the reset on.
wire [31:0] slots = config_i[0+:32];  // requests at once; a request names its slot
wire [31:0] processors = config_i[32+:32];  // numbered from 0, 1..4096
wire [31:0] match_per_job = config_i[64+:32];  // 0: all jobs of a request are matched before the first is picked (gang); 1: one by one
wire [31:0] match_against = config_i[96+:32];  // 0: idle, a free processor slot; 1: reserve, which takes it; 2: capable, a processor that may run it
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
wire [31:0] block_colocation = config_i[480+:32];  // jobs of a block task go 0: anywhere, 1: to one cluster, 2: to all clusters
wire [31:0] cluster_colocation = config_i[512+:32];  // of a cluster task
wire [31:0] union_colocation = config_i[544+:32];  // of a union task
wire [31:0] communication_colocation = config_i[576+:32];  // of a communication task
wire [31:0] entries = config_i[608+:32];  // tasks in all pending sets together
wire [31:0] classes = config_i[640+:32];  // of the picker
wire [31:0] frac = config_i[672+:32];  // fraction bits of the history weight
wire [31:0] quant = config_i[704+:32];  // of the picker's quantisation
wire [31:0] tie_history = config_i[736+:32];  // what decides between equals, 0: expected_weight, 1: history_weight
wire [31:0] pick_interval_cycles = config_i[768+:32];  // between the starts of two rounds
wire [31:0] pick_latency_cycles = config_i[800+:32];  // from a round to its grant
wire [31:0] reweigh_cycles = config_i[832+:32];  // in which one class's weights are computed, and no round starts
wire [31:0] picker = config_i[864+:32];  // 0: weight_delay, 1: fifo, 2: round_robin, 3: strict_priority, 4: shortest_first, 5: earliest_deadline, 6: stride, 7: least_slack, 8: preset, then all others by name
wire [31:0] choice = config_i[896+:32];  // 0: first_free, 1: least_loaded, 2: fixed, 3: nearest, 4: earliest_finish, then all others by name
wire [31:0] weight_delay_delay_1 = config_i[928+:32];  // of `weight_delay`: log2 of the delay factor of an expected weight of 1
wire [31:0] weight_delay_delay_2 = config_i[960+:32];  // of `weight_delay`: ... of 2
wire [31:0] weight_delay_delay_4 = config_i[992+:32];  // of `weight_delay`: ... of 3 and 4
wire [31:0] weight_delay_delay_8 = config_i[1024+:32];  // of `weight_delay`: ... of 5 to 8
wire [31:0] weight_delay_delay_more = config_i[1056+:32];  // of `weight_delay`: ... of more
wire [31:0] weight_delay_over_jobs = config_i[1088+:32];  // of `weight_delay`: 1: an expected weight is a share of the weights of all jobs of the class, not tasks
wire [31:0] least_slack_parallel = config_i[1120+:32];  // of `least_slack`: of one task that are taken to run at the same time
wire [31:0] preset_B = config_i[1152+:32];  // of `preset`: target weight of this picker class, for tasks without a `target`; the larger goes first
wire [31:0] preset_C = config_i[1184+:32];  // of `preset`: target weight of this picker class, for tasks without a `target`; the larger goes first
wire [31:0] preset_U = config_i[1216+:32];  // of `preset`: target weight of this picker class, for tasks without a `target`; the larger goes first
wire [31:0] preset_E = config_i[1248+:32];  // of `preset`: target weight of this picker class, for tasks without a `target`; the larger goes first
wire [31:0] preset_X = config_i[1280+:32];  // of `preset`: target weight of this picker class, for tasks without a `target`; the larger goes first
// A table: one row with every edge of the reset, where it is valid.
wire        processor_valid = config_i[1312];  // while `rst` is high: one of the processors
wire [31:0] processor_number = config_i[1313+:32];  // from 0, ascending
wire [31:0] processor_type = config_i[1345+:32];  // numbered from 0
wire [63:0] processor_speed = config_i[1377+:64];  // in millionths: a job takes its cycles x 1000000 / speed, rounded up, at most 2^62
wire [31:0] processor_hops = config_i[1441+:32];  // links from the scheduler's router
wire [31:0] processor_cluster = config_i[1473+:32];  // numbered from 0
wire [31:0] processor_places = config_i[1505+:32];  // jobs that are picked or reserved for it and not completed
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
wire [63:0] schedule_requests_processors = in_i[271+:64];  // bit p: processor p, of the first 64, may run its jobs, by type, size and plan
wire        more_processors0_valid = in_i[335];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors0_first = in_i[336+:32];  // a multiple of 64
wire [63:0] more_processors0_processors = in_i[368+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors1_valid = in_i[432];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors1_first = in_i[433+:32];  // a multiple of 64
wire [63:0] more_processors1_processors = in_i[465+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors2_valid = in_i[529];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors2_first = in_i[530+:32];  // a multiple of 64
wire [63:0] more_processors2_processors = in_i[562+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors3_valid = in_i[626];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors3_first = in_i[627+:32];  // a multiple of 64
wire [63:0] more_processors3_processors = in_i[659+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors4_valid = in_i[723];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors4_first = in_i[724+:32];  // a multiple of 64
wire [63:0] more_processors4_processors = in_i[756+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors5_valid = in_i[820];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors5_first = in_i[821+:32];  // a multiple of 64
wire [63:0] more_processors5_processors = in_i[853+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors6_valid = in_i[917];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors6_first = in_i[918+:32];  // a multiple of 64
wire [63:0] more_processors6_processors = in_i[950+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors7_valid = in_i[1014];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors7_first = in_i[1015+:32];  // a multiple of 64
wire [63:0] more_processors7_processors = in_i[1047+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors8_valid = in_i[1111];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors8_first = in_i[1112+:32];  // a multiple of 64
wire [63:0] more_processors8_processors = in_i[1144+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors9_valid = in_i[1208];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors9_first = in_i[1209+:32];  // a multiple of 64
wire [63:0] more_processors9_processors = in_i[1241+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors10_valid = in_i[1305];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors10_first = in_i[1306+:32];  // a multiple of 64
wire [63:0] more_processors10_processors = in_i[1338+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors11_valid = in_i[1402];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors11_first = in_i[1403+:32];  // a multiple of 64
wire [63:0] more_processors11_processors = in_i[1435+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors12_valid = in_i[1499];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors12_first = in_i[1500+:32];  // a multiple of 64
wire [63:0] more_processors12_processors = in_i[1532+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors13_valid = in_i[1596];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors13_first = in_i[1597+:32];  // a multiple of 64
wire [63:0] more_processors13_processors = in_i[1629+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors14_valid = in_i[1693];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors14_first = in_i[1694+:32];  // a multiple of 64
wire [63:0] more_processors14_processors = in_i[1726+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors15_valid = in_i[1790];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors15_first = in_i[1791+:32];  // a multiple of 64
wire [63:0] more_processors15_processors = in_i[1823+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors16_valid = in_i[1887];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors16_first = in_i[1888+:32];  // a multiple of 64
wire [63:0] more_processors16_processors = in_i[1920+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors17_valid = in_i[1984];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors17_first = in_i[1985+:32];  // a multiple of 64
wire [63:0] more_processors17_processors = in_i[2017+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors18_valid = in_i[2081];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors18_first = in_i[2082+:32];  // a multiple of 64
wire [63:0] more_processors18_processors = in_i[2114+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors19_valid = in_i[2178];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors19_first = in_i[2179+:32];  // a multiple of 64
wire [63:0] more_processors19_processors = in_i[2211+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors20_valid = in_i[2275];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors20_first = in_i[2276+:32];  // a multiple of 64
wire [63:0] more_processors20_processors = in_i[2308+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors21_valid = in_i[2372];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors21_first = in_i[2373+:32];  // a multiple of 64
wire [63:0] more_processors21_processors = in_i[2405+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors22_valid = in_i[2469];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors22_first = in_i[2470+:32];  // a multiple of 64
wire [63:0] more_processors22_processors = in_i[2502+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors23_valid = in_i[2566];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors23_first = in_i[2567+:32];  // a multiple of 64
wire [63:0] more_processors23_processors = in_i[2599+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors24_valid = in_i[2663];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors24_first = in_i[2664+:32];  // a multiple of 64
wire [63:0] more_processors24_processors = in_i[2696+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors25_valid = in_i[2760];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors25_first = in_i[2761+:32];  // a multiple of 64
wire [63:0] more_processors25_processors = in_i[2793+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors26_valid = in_i[2857];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors26_first = in_i[2858+:32];  // a multiple of 64
wire [63:0] more_processors26_processors = in_i[2890+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors27_valid = in_i[2954];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors27_first = in_i[2955+:32];  // a multiple of 64
wire [63:0] more_processors27_processors = in_i[2987+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors28_valid = in_i[3051];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors28_first = in_i[3052+:32];  // a multiple of 64
wire [63:0] more_processors28_processors = in_i[3084+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors29_valid = in_i[3148];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors29_first = in_i[3149+:32];  // a multiple of 64
wire [63:0] more_processors29_processors = in_i[3181+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors30_valid = in_i[3245];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors30_first = in_i[3246+:32];  // a multiple of 64
wire [63:0] more_processors30_processors = in_i[3278+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors31_valid = in_i[3342];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors31_first = in_i[3343+:32];  // a multiple of 64
wire [63:0] more_processors31_processors = in_i[3375+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors32_valid = in_i[3439];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors32_first = in_i[3440+:32];  // a multiple of 64
wire [63:0] more_processors32_processors = in_i[3472+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors33_valid = in_i[3536];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors33_first = in_i[3537+:32];  // a multiple of 64
wire [63:0] more_processors33_processors = in_i[3569+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors34_valid = in_i[3633];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors34_first = in_i[3634+:32];  // a multiple of 64
wire [63:0] more_processors34_processors = in_i[3666+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors35_valid = in_i[3730];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors35_first = in_i[3731+:32];  // a multiple of 64
wire [63:0] more_processors35_processors = in_i[3763+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors36_valid = in_i[3827];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors36_first = in_i[3828+:32];  // a multiple of 64
wire [63:0] more_processors36_processors = in_i[3860+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors37_valid = in_i[3924];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors37_first = in_i[3925+:32];  // a multiple of 64
wire [63:0] more_processors37_processors = in_i[3957+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors38_valid = in_i[4021];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors38_first = in_i[4022+:32];  // a multiple of 64
wire [63:0] more_processors38_processors = in_i[4054+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors39_valid = in_i[4118];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors39_first = in_i[4119+:32];  // a multiple of 64
wire [63:0] more_processors39_processors = in_i[4151+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors40_valid = in_i[4215];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors40_first = in_i[4216+:32];  // a multiple of 64
wire [63:0] more_processors40_processors = in_i[4248+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors41_valid = in_i[4312];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors41_first = in_i[4313+:32];  // a multiple of 64
wire [63:0] more_processors41_processors = in_i[4345+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors42_valid = in_i[4409];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors42_first = in_i[4410+:32];  // a multiple of 64
wire [63:0] more_processors42_processors = in_i[4442+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors43_valid = in_i[4506];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors43_first = in_i[4507+:32];  // a multiple of 64
wire [63:0] more_processors43_processors = in_i[4539+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors44_valid = in_i[4603];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors44_first = in_i[4604+:32];  // a multiple of 64
wire [63:0] more_processors44_processors = in_i[4636+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors45_valid = in_i[4700];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors45_first = in_i[4701+:32];  // a multiple of 64
wire [63:0] more_processors45_processors = in_i[4733+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors46_valid = in_i[4797];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors46_first = in_i[4798+:32];  // a multiple of 64
wire [63:0] more_processors46_processors = in_i[4830+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors47_valid = in_i[4894];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors47_first = in_i[4895+:32];  // a multiple of 64
wire [63:0] more_processors47_processors = in_i[4927+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors48_valid = in_i[4991];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors48_first = in_i[4992+:32];  // a multiple of 64
wire [63:0] more_processors48_processors = in_i[5024+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors49_valid = in_i[5088];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors49_first = in_i[5089+:32];  // a multiple of 64
wire [63:0] more_processors49_processors = in_i[5121+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors50_valid = in_i[5185];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors50_first = in_i[5186+:32];  // a multiple of 64
wire [63:0] more_processors50_processors = in_i[5218+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors51_valid = in_i[5282];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors51_first = in_i[5283+:32];  // a multiple of 64
wire [63:0] more_processors51_processors = in_i[5315+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors52_valid = in_i[5379];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors52_first = in_i[5380+:32];  // a multiple of 64
wire [63:0] more_processors52_processors = in_i[5412+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors53_valid = in_i[5476];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors53_first = in_i[5477+:32];  // a multiple of 64
wire [63:0] more_processors53_processors = in_i[5509+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors54_valid = in_i[5573];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors54_first = in_i[5574+:32];  // a multiple of 64
wire [63:0] more_processors54_processors = in_i[5606+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors55_valid = in_i[5670];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors55_first = in_i[5671+:32];  // a multiple of 64
wire [63:0] more_processors55_processors = in_i[5703+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors56_valid = in_i[5767];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors56_first = in_i[5768+:32];  // a multiple of 64
wire [63:0] more_processors56_processors = in_i[5800+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors57_valid = in_i[5864];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors57_first = in_i[5865+:32];  // a multiple of 64
wire [63:0] more_processors57_processors = in_i[5897+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors58_valid = in_i[5961];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors58_first = in_i[5962+:32];  // a multiple of 64
wire [63:0] more_processors58_processors = in_i[5994+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors59_valid = in_i[6058];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors59_first = in_i[6059+:32];  // a multiple of 64
wire [63:0] more_processors59_processors = in_i[6091+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors60_valid = in_i[6155];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors60_first = in_i[6156+:32];  // a multiple of 64
wire [63:0] more_processors60_processors = in_i[6188+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors61_valid = in_i[6252];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors61_first = in_i[6253+:32];  // a multiple of 64
wire [63:0] more_processors61_processors = in_i[6285+:64];  // bit p: processor `first` + p may run the task's jobs
wire        more_processors62_valid = in_i[6349];  // beside a request: which of the processors from 64 on
wire [31:0] more_processors62_first = in_i[6350+:32];  // a multiple of 64
wire [63:0] more_processors62_processors = in_i[6382+:64];  // bit p: processor `first` + p may run the task's jobs
wire        cycles_on0_valid = in_i[6446];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on0_type = in_i[6447+:32];  // of processor
wire [63:0] cycles_on0_cycles = in_i[6479+:64];  // of one job at speed 1
wire        cycles_on1_valid = in_i[6543];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on1_type = in_i[6544+:32];  // of processor
wire [63:0] cycles_on1_cycles = in_i[6576+:64];  // of one job at speed 1
wire        cycles_on2_valid = in_i[6640];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on2_type = in_i[6641+:32];  // of processor
wire [63:0] cycles_on2_cycles = in_i[6673+:64];  // of one job at speed 1
wire        cycles_on3_valid = in_i[6737];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on3_type = in_i[6738+:32];  // of processor
wire [63:0] cycles_on3_cycles = in_i[6770+:64];  // of one job at speed 1
wire        cycles_on4_valid = in_i[6834];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on4_type = in_i[6835+:32];  // of processor
wire [63:0] cycles_on4_cycles = in_i[6867+:64];  // of one job at speed 1
wire        cycles_on5_valid = in_i[6931];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on5_type = in_i[6932+:32];  // of processor
wire [63:0] cycles_on5_cycles = in_i[6964+:64];  // of one job at speed 1
wire        cycles_on6_valid = in_i[7028];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on6_type = in_i[7029+:32];  // of processor
wire [63:0] cycles_on6_cycles = in_i[7061+:64];  // of one job at speed 1
wire        cycles_on7_valid = in_i[7125];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on7_type = in_i[7126+:32];  // of processor
wire [63:0] cycles_on7_cycles = in_i[7158+:64];  // of one job at speed 1
wire        cycles_on8_valid = in_i[7222];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on8_type = in_i[7223+:32];  // of processor
wire [63:0] cycles_on8_cycles = in_i[7255+:64];  // of one job at speed 1
wire        cycles_on9_valid = in_i[7319];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on9_type = in_i[7320+:32];  // of processor
wire [63:0] cycles_on9_cycles = in_i[7352+:64];  // of one job at speed 1
wire        cycles_on10_valid = in_i[7416];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on10_type = in_i[7417+:32];  // of processor
wire [63:0] cycles_on10_cycles = in_i[7449+:64];  // of one job at speed 1
wire        cycles_on11_valid = in_i[7513];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on11_type = in_i[7514+:32];  // of processor
wire [63:0] cycles_on11_cycles = in_i[7546+:64];  // of one job at speed 1
wire        cycles_on12_valid = in_i[7610];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on12_type = in_i[7611+:32];  // of processor
wire [63:0] cycles_on12_cycles = in_i[7643+:64];  // of one job at speed 1
wire        cycles_on13_valid = in_i[7707];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on13_type = in_i[7708+:32];  // of processor
wire [63:0] cycles_on13_cycles = in_i[7740+:64];  // of one job at speed 1
wire        cycles_on14_valid = in_i[7804];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on14_type = in_i[7805+:32];  // of processor
wire [63:0] cycles_on14_cycles = in_i[7837+:64];  // of one job at speed 1
wire        cycles_on15_valid = in_i[7901];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on15_type = in_i[7902+:32];  // of processor
wire [63:0] cycles_on15_cycles = in_i[7934+:64];  // of one job at speed 1
wire        cycles_on16_valid = in_i[7998];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on16_type = in_i[7999+:32];  // of processor
wire [63:0] cycles_on16_cycles = in_i[8031+:64];  // of one job at speed 1
wire        cycles_on17_valid = in_i[8095];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on17_type = in_i[8096+:32];  // of processor
wire [63:0] cycles_on17_cycles = in_i[8128+:64];  // of one job at speed 1
wire        cycles_on18_valid = in_i[8192];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on18_type = in_i[8193+:32];  // of processor
wire [63:0] cycles_on18_cycles = in_i[8225+:64];  // of one job at speed 1
wire        cycles_on19_valid = in_i[8289];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on19_type = in_i[8290+:32];  // of processor
wire [63:0] cycles_on19_cycles = in_i[8322+:64];  // of one job at speed 1
wire        cycles_on20_valid = in_i[8386];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on20_type = in_i[8387+:32];  // of processor
wire [63:0] cycles_on20_cycles = in_i[8419+:64];  // of one job at speed 1
wire        cycles_on21_valid = in_i[8483];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on21_type = in_i[8484+:32];  // of processor
wire [63:0] cycles_on21_cycles = in_i[8516+:64];  // of one job at speed 1
wire        cycles_on22_valid = in_i[8580];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on22_type = in_i[8581+:32];  // of processor
wire [63:0] cycles_on22_cycles = in_i[8613+:64];  // of one job at speed 1
wire        cycles_on23_valid = in_i[8677];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on23_type = in_i[8678+:32];  // of processor
wire [63:0] cycles_on23_cycles = in_i[8710+:64];  // of one job at speed 1
wire        cycles_on24_valid = in_i[8774];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on24_type = in_i[8775+:32];  // of processor
wire [63:0] cycles_on24_cycles = in_i[8807+:64];  // of one job at speed 1
wire        cycles_on25_valid = in_i[8871];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on25_type = in_i[8872+:32];  // of processor
wire [63:0] cycles_on25_cycles = in_i[8904+:64];  // of one job at speed 1
wire        cycles_on26_valid = in_i[8968];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on26_type = in_i[8969+:32];  // of processor
wire [63:0] cycles_on26_cycles = in_i[9001+:64];  // of one job at speed 1
wire        cycles_on27_valid = in_i[9065];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on27_type = in_i[9066+:32];  // of processor
wire [63:0] cycles_on27_cycles = in_i[9098+:64];  // of one job at speed 1
wire        cycles_on28_valid = in_i[9162];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on28_type = in_i[9163+:32];  // of processor
wire [63:0] cycles_on28_cycles = in_i[9195+:64];  // of one job at speed 1
wire        cycles_on29_valid = in_i[9259];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on29_type = in_i[9260+:32];  // of processor
wire [63:0] cycles_on29_cycles = in_i[9292+:64];  // of one job at speed 1
wire        cycles_on30_valid = in_i[9356];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on30_type = in_i[9357+:32];  // of processor
wire [63:0] cycles_on30_cycles = in_i[9389+:64];  // of one job at speed 1
wire        cycles_on31_valid = in_i[9453];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on31_type = in_i[9454+:32];  // of processor
wire [63:0] cycles_on31_cycles = in_i[9486+:64];  // of one job at speed 1
wire        cycles_on32_valid = in_i[9550];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on32_type = in_i[9551+:32];  // of processor
wire [63:0] cycles_on32_cycles = in_i[9583+:64];  // of one job at speed 1
wire        cycles_on33_valid = in_i[9647];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on33_type = in_i[9648+:32];  // of processor
wire [63:0] cycles_on33_cycles = in_i[9680+:64];  // of one job at speed 1
wire        cycles_on34_valid = in_i[9744];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on34_type = in_i[9745+:32];  // of processor
wire [63:0] cycles_on34_cycles = in_i[9777+:64];  // of one job at speed 1
wire        cycles_on35_valid = in_i[9841];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on35_type = in_i[9842+:32];  // of processor
wire [63:0] cycles_on35_cycles = in_i[9874+:64];  // of one job at speed 1
wire        cycles_on36_valid = in_i[9938];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on36_type = in_i[9939+:32];  // of processor
wire [63:0] cycles_on36_cycles = in_i[9971+:64];  // of one job at speed 1
wire        cycles_on37_valid = in_i[10035];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on37_type = in_i[10036+:32];  // of processor
wire [63:0] cycles_on37_cycles = in_i[10068+:64];  // of one job at speed 1
wire        cycles_on38_valid = in_i[10132];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on38_type = in_i[10133+:32];  // of processor
wire [63:0] cycles_on38_cycles = in_i[10165+:64];  // of one job at speed 1
wire        cycles_on39_valid = in_i[10229];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on39_type = in_i[10230+:32];  // of processor
wire [63:0] cycles_on39_cycles = in_i[10262+:64];  // of one job at speed 1
wire        cycles_on40_valid = in_i[10326];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on40_type = in_i[10327+:32];  // of processor
wire [63:0] cycles_on40_cycles = in_i[10359+:64];  // of one job at speed 1
wire        cycles_on41_valid = in_i[10423];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on41_type = in_i[10424+:32];  // of processor
wire [63:0] cycles_on41_cycles = in_i[10456+:64];  // of one job at speed 1
wire        cycles_on42_valid = in_i[10520];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on42_type = in_i[10521+:32];  // of processor
wire [63:0] cycles_on42_cycles = in_i[10553+:64];  // of one job at speed 1
wire        cycles_on43_valid = in_i[10617];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on43_type = in_i[10618+:32];  // of processor
wire [63:0] cycles_on43_cycles = in_i[10650+:64];  // of one job at speed 1
wire        cycles_on44_valid = in_i[10714];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on44_type = in_i[10715+:32];  // of processor
wire [63:0] cycles_on44_cycles = in_i[10747+:64];  // of one job at speed 1
wire        cycles_on45_valid = in_i[10811];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on45_type = in_i[10812+:32];  // of processor
wire [63:0] cycles_on45_cycles = in_i[10844+:64];  // of one job at speed 1
wire        cycles_on46_valid = in_i[10908];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on46_type = in_i[10909+:32];  // of processor
wire [63:0] cycles_on46_cycles = in_i[10941+:64];  // of one job at speed 1
wire        cycles_on47_valid = in_i[11005];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on47_type = in_i[11006+:32];  // of processor
wire [63:0] cycles_on47_cycles = in_i[11038+:64];  // of one job at speed 1
wire        cycles_on48_valid = in_i[11102];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on48_type = in_i[11103+:32];  // of processor
wire [63:0] cycles_on48_cycles = in_i[11135+:64];  // of one job at speed 1
wire        cycles_on49_valid = in_i[11199];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on49_type = in_i[11200+:32];  // of processor
wire [63:0] cycles_on49_cycles = in_i[11232+:64];  // of one job at speed 1
wire        cycles_on50_valid = in_i[11296];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on50_type = in_i[11297+:32];  // of processor
wire [63:0] cycles_on50_cycles = in_i[11329+:64];  // of one job at speed 1
wire        cycles_on51_valid = in_i[11393];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on51_type = in_i[11394+:32];  // of processor
wire [63:0] cycles_on51_cycles = in_i[11426+:64];  // of one job at speed 1
wire        cycles_on52_valid = in_i[11490];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on52_type = in_i[11491+:32];  // of processor
wire [63:0] cycles_on52_cycles = in_i[11523+:64];  // of one job at speed 1
wire        cycles_on53_valid = in_i[11587];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on53_type = in_i[11588+:32];  // of processor
wire [63:0] cycles_on53_cycles = in_i[11620+:64];  // of one job at speed 1
wire        cycles_on54_valid = in_i[11684];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on54_type = in_i[11685+:32];  // of processor
wire [63:0] cycles_on54_cycles = in_i[11717+:64];  // of one job at speed 1
wire        cycles_on55_valid = in_i[11781];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on55_type = in_i[11782+:32];  // of processor
wire [63:0] cycles_on55_cycles = in_i[11814+:64];  // of one job at speed 1
wire        cycles_on56_valid = in_i[11878];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on56_type = in_i[11879+:32];  // of processor
wire [63:0] cycles_on56_cycles = in_i[11911+:64];  // of one job at speed 1
wire        cycles_on57_valid = in_i[11975];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on57_type = in_i[11976+:32];  // of processor
wire [63:0] cycles_on57_cycles = in_i[12008+:64];  // of one job at speed 1
wire        cycles_on58_valid = in_i[12072];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on58_type = in_i[12073+:32];  // of processor
wire [63:0] cycles_on58_cycles = in_i[12105+:64];  // of one job at speed 1
wire        cycles_on59_valid = in_i[12169];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on59_type = in_i[12170+:32];  // of processor
wire [63:0] cycles_on59_cycles = in_i[12202+:64];  // of one job at speed 1
wire        cycles_on60_valid = in_i[12266];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on60_type = in_i[12267+:32];  // of processor
wire [63:0] cycles_on60_cycles = in_i[12299+:64];  // of one job at speed 1
wire        cycles_on61_valid = in_i[12363];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on61_type = in_i[12364+:32];  // of processor
wire [63:0] cycles_on61_cycles = in_i[12396+:64];  // of one job at speed 1
wire        cycles_on62_valid = in_i[12460];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on62_type = in_i[12461+:32];  // of processor
wire [63:0] cycles_on62_cycles = in_i[12493+:64];  // of one job at speed 1
wire        cycles_on63_valid = in_i[12557];  // beside a request: of each type that may run its jobs; none: `cycles` on all
wire [31:0] cycles_on63_type = in_i[12558+:32];  // of processor
wire [63:0] cycles_on63_cycles = in_i[12590+:64];  // of one job at speed 1
wire        processor_updates_valid = in_i[12654];  // from the monitor
wire [31:0] processor_updates_processor = in_i[12655+:32];  // of which a job has completed
wire        first_flits0_valid = in_i[12687];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits0_port = in_i[12688+:3];  // through which it leaves
wire [11:0] first_flits0_slot = in_i[12691+:12];  // of the job's request
wire [31:0] first_flits0_processor = in_i[12703+:32];  // that is to run it
wire        first_flits1_valid = in_i[12735];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits1_port = in_i[12736+:3];  // through which it leaves
wire [11:0] first_flits1_slot = in_i[12739+:12];  // of the job's request
wire [31:0] first_flits1_processor = in_i[12751+:32];  // that is to run it
wire        first_flits2_valid = in_i[12783];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits2_port = in_i[12784+:3];  // through which it leaves
wire [11:0] first_flits2_slot = in_i[12787+:12];  // of the job's request
wire [31:0] first_flits2_processor = in_i[12799+:32];  // that is to run it
wire        first_flits3_valid = in_i[12831];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits3_port = in_i[12832+:3];  // through which it leaves
wire [11:0] first_flits3_slot = in_i[12835+:12];  // of the job's request
wire [31:0] first_flits3_processor = in_i[12847+:32];  // that is to run it
wire        first_flits4_valid = in_i[12879];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits4_port = in_i[12880+:3];  // through which it leaves
wire [11:0] first_flits4_slot = in_i[12883+:12];  // of the job's request
wire [31:0] first_flits4_processor = in_i[12895+:32];  // that is to run it
wire        first_flits5_valid = in_i[12927];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits5_port = in_i[12928+:3];  // through which it leaves
wire [11:0] first_flits5_slot = in_i[12931+:12];  // of the job's request
wire [31:0] first_flits5_processor = in_i[12943+:32];  // that is to run it
wire        first_flits6_valid = in_i[12975];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits6_port = in_i[12976+:3];  // through which it leaves
wire [11:0] first_flits6_slot = in_i[12979+:12];  // of the job's request
wire [31:0] first_flits6_processor = in_i[12991+:32];  // that is to run it
wire        first_flits7_valid = in_i[13023];  // from the send ports, for stamps alone: a job begins to leave
wire [2:0]  first_flits7_port = in_i[13024+:3];  // through which it leaves
wire [11:0] first_flits7_slot = in_i[13027+:12];  // of the job's request
wire [31:0] first_flits7_processor = in_i[13039+:32];  // that is to run it
wire        last_flits0_valid = in_i[13071];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits0_port = in_i[13072+:3];  // through which it leaves
wire [11:0] last_flits0_slot = in_i[13075+:12];  // of the job's request
wire [31:0] last_flits0_processor = in_i[13087+:32];  // that is to run it
wire        last_flits1_valid = in_i[13119];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits1_port = in_i[13120+:3];  // through which it leaves
wire [11:0] last_flits1_slot = in_i[13123+:12];  // of the job's request
wire [31:0] last_flits1_processor = in_i[13135+:32];  // that is to run it
wire        last_flits2_valid = in_i[13167];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits2_port = in_i[13168+:3];  // through which it leaves
wire [11:0] last_flits2_slot = in_i[13171+:12];  // of the job's request
wire [31:0] last_flits2_processor = in_i[13183+:32];  // that is to run it
wire        last_flits3_valid = in_i[13215];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits3_port = in_i[13216+:3];  // through which it leaves
wire [11:0] last_flits3_slot = in_i[13219+:12];  // of the job's request
wire [31:0] last_flits3_processor = in_i[13231+:32];  // that is to run it
wire        last_flits4_valid = in_i[13263];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits4_port = in_i[13264+:3];  // through which it leaves
wire [11:0] last_flits4_slot = in_i[13267+:12];  // of the job's request
wire [31:0] last_flits4_processor = in_i[13279+:32];  // that is to run it
wire        last_flits5_valid = in_i[13311];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits5_port = in_i[13312+:3];  // through which it leaves
wire [11:0] last_flits5_slot = in_i[13315+:12];  // of the job's request
wire [31:0] last_flits5_processor = in_i[13327+:32];  // that is to run it
wire        last_flits6_valid = in_i[13359];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits6_port = in_i[13360+:3];  // through which it leaves
wire [11:0] last_flits6_slot = in_i[13363+:12];  // of the job's request
wire [31:0] last_flits6_processor = in_i[13375+:32];  // that is to run it
wire        last_flits7_valid = in_i[13407];  // from the send ports: a job has left, its processor is unlocked
wire [2:0]  last_flits7_port = in_i[13408+:3];  // through which it leaves
wire [11:0] last_flits7_slot = in_i[13411+:12];  // of the job's request
wire [31:0] last_flits7_processor = in_i[13423+:32];  // that is to run it
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
