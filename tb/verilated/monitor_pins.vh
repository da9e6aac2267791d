// SPDX-License-Identifier: Apache-2.0
// The pins of the monitor, written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [MONITOR_CONFIG-1:0] config_i; input [MONITOR_IN-1:0] in_i; output [MONITOR_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with MONITOR_PINS defined within it for the names.
`ifndef MONITOR_CONFIG
`define MONITOR_CONFIG 288
`define MONITOR_IN 4493
`define MONITOR_OUT 461
`endif

`ifdef MONITOR_PINS
// Stand still from the reset on.
wire [31:0] queues_per_class = config_i[0+:32];  // queues of each of the five classes; tasks of the last class, event, have no jobs
wire [31:0] task_ids = config_i[32+:32];  // ids to give out
wire [31:0] query_cycles = config_i[64+:32];  // from the look that finds all met to the answer
wire [31:0] register_cycles = config_i[96+:32];  // from the id to the answer; an event is done then
wire [31:0] predecessors_per_cycle = config_i[128+:32];  // of one query that are looked at in a cycle
wire [31:0] completion_window = config_i[160+:32];  // tasks from the oldest unfinished one on that it has to remember
wire [31:0] window = config_i[192+:32];  // tasks that a queue shows at once; only those ask
wire [31:0] query_wakeups_per_cycle = config_i[224+:32];  // queries that join the line again in a cycle; 0: all that a task wakes at once
wire [31:0] retire_per_cycle = config_i[256+:32];  // tasks that are done, over which the window moves on in a cycle; 0: all
// Messages that are seen in this cycle.
wire        completions_valid = in_i[0];  // from the processors
wire [31:0] completions_task = in_i[1+:32];  // whose job it was
wire [31:0] completions_processor = in_i[33+:32];  // that ran it
wire        monitor_requests_valid = in_i[65];  // from the decomposer
wire        monitor_requests_register = in_i[66];  // 0: tell when all that it waits for is done; 1: give it an id
wire [9:0]  monitor_requests_queue = in_i[67+:10];
wire [31:0] monitor_requests_task = in_i[77+:32];
wire [63:0] monitor_requests_number = in_i[109+:64];  // host number of the task
wire [31:0] monitor_requests_jobs = in_i[173+:32];  // whose completions end it; 0: an event
wire [63:0] monitor_requests_position = in_i[205+:64];  // in its queue, for the interrupt
wire        waits_for0_valid = in_i[269];  // beside a query: what its task waits for
wire [63:0] waits_for0_number = in_i[270+:64];  // host number of the other task
wire        waits_for0_registered = in_i[334];  // 0: it has to be done; 1: it has to have its id
wire        waits_for1_valid = in_i[335];  // beside a query: what its task waits for
wire [63:0] waits_for1_number = in_i[336+:64];  // host number of the other task
wire        waits_for1_registered = in_i[400];  // 0: it has to be done; 1: it has to have its id
wire        waits_for2_valid = in_i[401];  // beside a query: what its task waits for
wire [63:0] waits_for2_number = in_i[402+:64];  // host number of the other task
wire        waits_for2_registered = in_i[466];  // 0: it has to be done; 1: it has to have its id
wire        waits_for3_valid = in_i[467];  // beside a query: what its task waits for
wire [63:0] waits_for3_number = in_i[468+:64];  // host number of the other task
wire        waits_for3_registered = in_i[532];  // 0: it has to be done; 1: it has to have its id
wire        waits_for4_valid = in_i[533];  // beside a query: what its task waits for
wire [63:0] waits_for4_number = in_i[534+:64];  // host number of the other task
wire        waits_for4_registered = in_i[598];  // 0: it has to be done; 1: it has to have its id
wire        waits_for5_valid = in_i[599];  // beside a query: what its task waits for
wire [63:0] waits_for5_number = in_i[600+:64];  // host number of the other task
wire        waits_for5_registered = in_i[664];  // 0: it has to be done; 1: it has to have its id
wire        waits_for6_valid = in_i[665];  // beside a query: what its task waits for
wire [63:0] waits_for6_number = in_i[666+:64];  // host number of the other task
wire        waits_for6_registered = in_i[730];  // 0: it has to be done; 1: it has to have its id
wire        waits_for7_valid = in_i[731];  // beside a query: what its task waits for
wire [63:0] waits_for7_number = in_i[732+:64];  // host number of the other task
wire        waits_for7_registered = in_i[796];  // 0: it has to be done; 1: it has to have its id
wire        waits_for8_valid = in_i[797];  // beside a query: what its task waits for
wire [63:0] waits_for8_number = in_i[798+:64];  // host number of the other task
wire        waits_for8_registered = in_i[862];  // 0: it has to be done; 1: it has to have its id
wire        waits_for9_valid = in_i[863];  // beside a query: what its task waits for
wire [63:0] waits_for9_number = in_i[864+:64];  // host number of the other task
wire        waits_for9_registered = in_i[928];  // 0: it has to be done; 1: it has to have its id
wire        waits_for10_valid = in_i[929];  // beside a query: what its task waits for
wire [63:0] waits_for10_number = in_i[930+:64];  // host number of the other task
wire        waits_for10_registered = in_i[994];  // 0: it has to be done; 1: it has to have its id
wire        waits_for11_valid = in_i[995];  // beside a query: what its task waits for
wire [63:0] waits_for11_number = in_i[996+:64];  // host number of the other task
wire        waits_for11_registered = in_i[1060];  // 0: it has to be done; 1: it has to have its id
wire        waits_for12_valid = in_i[1061];  // beside a query: what its task waits for
wire [63:0] waits_for12_number = in_i[1062+:64];  // host number of the other task
wire        waits_for12_registered = in_i[1126];  // 0: it has to be done; 1: it has to have its id
wire        waits_for13_valid = in_i[1127];  // beside a query: what its task waits for
wire [63:0] waits_for13_number = in_i[1128+:64];  // host number of the other task
wire        waits_for13_registered = in_i[1192];  // 0: it has to be done; 1: it has to have its id
wire        waits_for14_valid = in_i[1193];  // beside a query: what its task waits for
wire [63:0] waits_for14_number = in_i[1194+:64];  // host number of the other task
wire        waits_for14_registered = in_i[1258];  // 0: it has to be done; 1: it has to have its id
wire        waits_for15_valid = in_i[1259];  // beside a query: what its task waits for
wire [63:0] waits_for15_number = in_i[1260+:64];  // host number of the other task
wire        waits_for15_registered = in_i[1324];  // 0: it has to be done; 1: it has to have its id
wire        waits_for16_valid = in_i[1325];  // beside a query: what its task waits for
wire [63:0] waits_for16_number = in_i[1326+:64];  // host number of the other task
wire        waits_for16_registered = in_i[1390];  // 0: it has to be done; 1: it has to have its id
wire        waits_for17_valid = in_i[1391];  // beside a query: what its task waits for
wire [63:0] waits_for17_number = in_i[1392+:64];  // host number of the other task
wire        waits_for17_registered = in_i[1456];  // 0: it has to be done; 1: it has to have its id
wire        waits_for18_valid = in_i[1457];  // beside a query: what its task waits for
wire [63:0] waits_for18_number = in_i[1458+:64];  // host number of the other task
wire        waits_for18_registered = in_i[1522];  // 0: it has to be done; 1: it has to have its id
wire        waits_for19_valid = in_i[1523];  // beside a query: what its task waits for
wire [63:0] waits_for19_number = in_i[1524+:64];  // host number of the other task
wire        waits_for19_registered = in_i[1588];  // 0: it has to be done; 1: it has to have its id
wire        waits_for20_valid = in_i[1589];  // beside a query: what its task waits for
wire [63:0] waits_for20_number = in_i[1590+:64];  // host number of the other task
wire        waits_for20_registered = in_i[1654];  // 0: it has to be done; 1: it has to have its id
wire        waits_for21_valid = in_i[1655];  // beside a query: what its task waits for
wire [63:0] waits_for21_number = in_i[1656+:64];  // host number of the other task
wire        waits_for21_registered = in_i[1720];  // 0: it has to be done; 1: it has to have its id
wire        waits_for22_valid = in_i[1721];  // beside a query: what its task waits for
wire [63:0] waits_for22_number = in_i[1722+:64];  // host number of the other task
wire        waits_for22_registered = in_i[1786];  // 0: it has to be done; 1: it has to have its id
wire        waits_for23_valid = in_i[1787];  // beside a query: what its task waits for
wire [63:0] waits_for23_number = in_i[1788+:64];  // host number of the other task
wire        waits_for23_registered = in_i[1852];  // 0: it has to be done; 1: it has to have its id
wire        waits_for24_valid = in_i[1853];  // beside a query: what its task waits for
wire [63:0] waits_for24_number = in_i[1854+:64];  // host number of the other task
wire        waits_for24_registered = in_i[1918];  // 0: it has to be done; 1: it has to have its id
wire        waits_for25_valid = in_i[1919];  // beside a query: what its task waits for
wire [63:0] waits_for25_number = in_i[1920+:64];  // host number of the other task
wire        waits_for25_registered = in_i[1984];  // 0: it has to be done; 1: it has to have its id
wire        waits_for26_valid = in_i[1985];  // beside a query: what its task waits for
wire [63:0] waits_for26_number = in_i[1986+:64];  // host number of the other task
wire        waits_for26_registered = in_i[2050];  // 0: it has to be done; 1: it has to have its id
wire        waits_for27_valid = in_i[2051];  // beside a query: what its task waits for
wire [63:0] waits_for27_number = in_i[2052+:64];  // host number of the other task
wire        waits_for27_registered = in_i[2116];  // 0: it has to be done; 1: it has to have its id
wire        waits_for28_valid = in_i[2117];  // beside a query: what its task waits for
wire [63:0] waits_for28_number = in_i[2118+:64];  // host number of the other task
wire        waits_for28_registered = in_i[2182];  // 0: it has to be done; 1: it has to have its id
wire        waits_for29_valid = in_i[2183];  // beside a query: what its task waits for
wire [63:0] waits_for29_number = in_i[2184+:64];  // host number of the other task
wire        waits_for29_registered = in_i[2248];  // 0: it has to be done; 1: it has to have its id
wire        waits_for30_valid = in_i[2249];  // beside a query: what its task waits for
wire [63:0] waits_for30_number = in_i[2250+:64];  // host number of the other task
wire        waits_for30_registered = in_i[2314];  // 0: it has to be done; 1: it has to have its id
wire        waits_for31_valid = in_i[2315];  // beside a query: what its task waits for
wire [63:0] waits_for31_number = in_i[2316+:64];  // host number of the other task
wire        waits_for31_registered = in_i[2380];  // 0: it has to be done; 1: it has to have its id
wire        waits_for32_valid = in_i[2381];  // beside a query: what its task waits for
wire [63:0] waits_for32_number = in_i[2382+:64];  // host number of the other task
wire        waits_for32_registered = in_i[2446];  // 0: it has to be done; 1: it has to have its id
wire        waits_for33_valid = in_i[2447];  // beside a query: what its task waits for
wire [63:0] waits_for33_number = in_i[2448+:64];  // host number of the other task
wire        waits_for33_registered = in_i[2512];  // 0: it has to be done; 1: it has to have its id
wire        waits_for34_valid = in_i[2513];  // beside a query: what its task waits for
wire [63:0] waits_for34_number = in_i[2514+:64];  // host number of the other task
wire        waits_for34_registered = in_i[2578];  // 0: it has to be done; 1: it has to have its id
wire        waits_for35_valid = in_i[2579];  // beside a query: what its task waits for
wire [63:0] waits_for35_number = in_i[2580+:64];  // host number of the other task
wire        waits_for35_registered = in_i[2644];  // 0: it has to be done; 1: it has to have its id
wire        waits_for36_valid = in_i[2645];  // beside a query: what its task waits for
wire [63:0] waits_for36_number = in_i[2646+:64];  // host number of the other task
wire        waits_for36_registered = in_i[2710];  // 0: it has to be done; 1: it has to have its id
wire        waits_for37_valid = in_i[2711];  // beside a query: what its task waits for
wire [63:0] waits_for37_number = in_i[2712+:64];  // host number of the other task
wire        waits_for37_registered = in_i[2776];  // 0: it has to be done; 1: it has to have its id
wire        waits_for38_valid = in_i[2777];  // beside a query: what its task waits for
wire [63:0] waits_for38_number = in_i[2778+:64];  // host number of the other task
wire        waits_for38_registered = in_i[2842];  // 0: it has to be done; 1: it has to have its id
wire        waits_for39_valid = in_i[2843];  // beside a query: what its task waits for
wire [63:0] waits_for39_number = in_i[2844+:64];  // host number of the other task
wire        waits_for39_registered = in_i[2908];  // 0: it has to be done; 1: it has to have its id
wire        waits_for40_valid = in_i[2909];  // beside a query: what its task waits for
wire [63:0] waits_for40_number = in_i[2910+:64];  // host number of the other task
wire        waits_for40_registered = in_i[2974];  // 0: it has to be done; 1: it has to have its id
wire        waits_for41_valid = in_i[2975];  // beside a query: what its task waits for
wire [63:0] waits_for41_number = in_i[2976+:64];  // host number of the other task
wire        waits_for41_registered = in_i[3040];  // 0: it has to be done; 1: it has to have its id
wire        waits_for42_valid = in_i[3041];  // beside a query: what its task waits for
wire [63:0] waits_for42_number = in_i[3042+:64];  // host number of the other task
wire        waits_for42_registered = in_i[3106];  // 0: it has to be done; 1: it has to have its id
wire        waits_for43_valid = in_i[3107];  // beside a query: what its task waits for
wire [63:0] waits_for43_number = in_i[3108+:64];  // host number of the other task
wire        waits_for43_registered = in_i[3172];  // 0: it has to be done; 1: it has to have its id
wire        waits_for44_valid = in_i[3173];  // beside a query: what its task waits for
wire [63:0] waits_for44_number = in_i[3174+:64];  // host number of the other task
wire        waits_for44_registered = in_i[3238];  // 0: it has to be done; 1: it has to have its id
wire        waits_for45_valid = in_i[3239];  // beside a query: what its task waits for
wire [63:0] waits_for45_number = in_i[3240+:64];  // host number of the other task
wire        waits_for45_registered = in_i[3304];  // 0: it has to be done; 1: it has to have its id
wire        waits_for46_valid = in_i[3305];  // beside a query: what its task waits for
wire [63:0] waits_for46_number = in_i[3306+:64];  // host number of the other task
wire        waits_for46_registered = in_i[3370];  // 0: it has to be done; 1: it has to have its id
wire        waits_for47_valid = in_i[3371];  // beside a query: what its task waits for
wire [63:0] waits_for47_number = in_i[3372+:64];  // host number of the other task
wire        waits_for47_registered = in_i[3436];  // 0: it has to be done; 1: it has to have its id
wire        waits_for48_valid = in_i[3437];  // beside a query: what its task waits for
wire [63:0] waits_for48_number = in_i[3438+:64];  // host number of the other task
wire        waits_for48_registered = in_i[3502];  // 0: it has to be done; 1: it has to have its id
wire        waits_for49_valid = in_i[3503];  // beside a query: what its task waits for
wire [63:0] waits_for49_number = in_i[3504+:64];  // host number of the other task
wire        waits_for49_registered = in_i[3568];  // 0: it has to be done; 1: it has to have its id
wire        waits_for50_valid = in_i[3569];  // beside a query: what its task waits for
wire [63:0] waits_for50_number = in_i[3570+:64];  // host number of the other task
wire        waits_for50_registered = in_i[3634];  // 0: it has to be done; 1: it has to have its id
wire        waits_for51_valid = in_i[3635];  // beside a query: what its task waits for
wire [63:0] waits_for51_number = in_i[3636+:64];  // host number of the other task
wire        waits_for51_registered = in_i[3700];  // 0: it has to be done; 1: it has to have its id
wire        waits_for52_valid = in_i[3701];  // beside a query: what its task waits for
wire [63:0] waits_for52_number = in_i[3702+:64];  // host number of the other task
wire        waits_for52_registered = in_i[3766];  // 0: it has to be done; 1: it has to have its id
wire        waits_for53_valid = in_i[3767];  // beside a query: what its task waits for
wire [63:0] waits_for53_number = in_i[3768+:64];  // host number of the other task
wire        waits_for53_registered = in_i[3832];  // 0: it has to be done; 1: it has to have its id
wire        waits_for54_valid = in_i[3833];  // beside a query: what its task waits for
wire [63:0] waits_for54_number = in_i[3834+:64];  // host number of the other task
wire        waits_for54_registered = in_i[3898];  // 0: it has to be done; 1: it has to have its id
wire        waits_for55_valid = in_i[3899];  // beside a query: what its task waits for
wire [63:0] waits_for55_number = in_i[3900+:64];  // host number of the other task
wire        waits_for55_registered = in_i[3964];  // 0: it has to be done; 1: it has to have its id
wire        waits_for56_valid = in_i[3965];  // beside a query: what its task waits for
wire [63:0] waits_for56_number = in_i[3966+:64];  // host number of the other task
wire        waits_for56_registered = in_i[4030];  // 0: it has to be done; 1: it has to have its id
wire        waits_for57_valid = in_i[4031];  // beside a query: what its task waits for
wire [63:0] waits_for57_number = in_i[4032+:64];  // host number of the other task
wire        waits_for57_registered = in_i[4096];  // 0: it has to be done; 1: it has to have its id
wire        waits_for58_valid = in_i[4097];  // beside a query: what its task waits for
wire [63:0] waits_for58_number = in_i[4098+:64];  // host number of the other task
wire        waits_for58_registered = in_i[4162];  // 0: it has to be done; 1: it has to have its id
wire        waits_for59_valid = in_i[4163];  // beside a query: what its task waits for
wire [63:0] waits_for59_number = in_i[4164+:64];  // host number of the other task
wire        waits_for59_registered = in_i[4228];  // 0: it has to be done; 1: it has to have its id
wire        waits_for60_valid = in_i[4229];  // beside a query: what its task waits for
wire [63:0] waits_for60_number = in_i[4230+:64];  // host number of the other task
wire        waits_for60_registered = in_i[4294];  // 0: it has to be done; 1: it has to have its id
wire        waits_for61_valid = in_i[4295];  // beside a query: what its task waits for
wire [63:0] waits_for61_number = in_i[4296+:64];  // host number of the other task
wire        waits_for61_registered = in_i[4360];  // 0: it has to be done; 1: it has to have its id
wire        waits_for62_valid = in_i[4361];  // beside a query: what its task waits for
wire [63:0] waits_for62_number = in_i[4362+:64];  // host number of the other task
wire        waits_for62_registered = in_i[4426];  // 0: it has to be done; 1: it has to have its id
wire        waits_for63_valid = in_i[4427];  // beside a query: what its task waits for
wire [63:0] waits_for63_number = in_i[4428+:64];  // host number of the other task
wire        waits_for63_registered = in_i[4492];  // 0: it has to be done; 1: it has to have its id
// Messages that others see in the next cycle; the wrapper assigns them.
wire        query_answers_valid;  // to the decomposer: all that the task waits for is done
wire [9:0]  query_answers_queue;
wire [31:0] query_answers_task;
wire        registrations_valid;  // to the decomposer: the task has its id
wire [9:0]  registrations_queue;
wire [31:0] registrations_task;
wire        processor_updates_valid;  // to the dispatcher
wire [31:0] processor_updates_processor;  // of which a job has completed
wire        interrupts0_valid;  // to the host: the task is done
wire [9:0]  interrupts0_queue;
wire [31:0] interrupts0_task;  // that is done
wire [63:0] interrupts0_position;  // in the queue
wire [63:0] interrupts0_oldest;  // host number of the oldest task that is not done
wire        interrupts1_valid;  // to the host: the task is done
wire [9:0]  interrupts1_queue;
wire [31:0] interrupts1_task;  // that is done
wire [63:0] interrupts1_position;  // in the queue
wire [63:0] interrupts1_oldest;  // host number of the oldest task that is not done
assign out_o = {interrupts1_oldest, interrupts1_position, interrupts1_task, interrupts1_queue, interrupts1_valid, interrupts0_oldest, interrupts0_position, interrupts0_task, interrupts0_queue, interrupts0_valid, processor_updates_processor, processor_updates_valid, registrations_task, registrations_queue, registrations_valid, query_answers_task, query_answers_queue, query_answers_valid};
`endif
