// SPDX-License-Identifier: Apache-2.0
// The pins of the monitor, written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [MONITOR_CONFIG-1:0] config_i; input [MONITOR_IN-1:0] in_i; output [MONITOR_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with MONITOR_PINS defined within it for the names.
`ifndef MONITOR_CONFIG
`define MONITOR_CONFIG 448
`define MONITOR_IN 4767
`define MONITOR_OUT 538
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
wire [31:0] job_timeout = config_i[288+:32];  // cycles from a job's last flit until it is overdue; 0: never, and the constants below are 0
wire [31:0] max_retries = config_i[320+:32];  // times that a lost job is issued again; 0: no job counts as lost
wire [31:0] quarantine = config_i[352+:32];  // with `max_retries`: 1: the processor of an overdue job gets no more jobs before it answers
wire [31:0] watched_jobs = config_i[384+:32];  // jobs that are picked or at processors at once
wire [31:0] timers_per_cycle = config_i[416+:32];  // jobs whose last flits leave in a cycle
// Messages that are seen in this cycle.
wire        completions_valid = in_i[0];  // from the processors
wire [31:0] completions_task = in_i[1+:32];  // whose job it was
wire [31:0] completions_processor = in_i[33+:32];  // that ran it
wire [31:0] completions_job = in_i[65+:32];  // number of this attempt among those that live, as in `job_watches`
wire        completions_failed = in_i[97];  // 1: the processor says that the job has failed
wire [31:0] completions_number = in_i[98+:32];  // of the job within its task
wire [7:0]  completions_attempt = in_i[130+:8];  // earlier attempts of the job
wire        monitor_requests_valid = in_i[138];  // from the decomposer
wire        monitor_requests_register = in_i[139];  // 0: tell when all that it waits for is done; 1: give it an id
wire [9:0]  monitor_requests_queue = in_i[140+:10];
wire [31:0] monitor_requests_task = in_i[150+:32];
wire [63:0] monitor_requests_number = in_i[182+:64];  // host number of the task
wire [31:0] monitor_requests_jobs = in_i[246+:32];  // whose completions end it; 0: an event
wire [63:0] monitor_requests_position = in_i[278+:64];  // in its queue, for the interrupt
wire        job_watches_valid = in_i[342];  // from the dispatcher, with `job_timeout`: a job has left
wire [31:0] job_watches_job = in_i[343+:32];  // number of this attempt among those that live, below `watched_jobs`
wire [31:0] job_watches_task = in_i[375+:32];
wire [31:0] job_watches_processor = in_i[407+:32];  // that is to run it
wire [31:0] job_watches_number = in_i[439+:32];  // of the job within its task
wire [7:0]  job_watches_attempt = in_i[471+:8];  // earlier attempts of the job
wire [63:0] job_watches_sent = in_i[479+:64];  // cycle of its last flit; the job is overdue `job_timeout` later
wire        waits_for0_valid = in_i[543];  // beside a query: what its task waits for
wire [63:0] waits_for0_number = in_i[544+:64];  // host number of the other task
wire        waits_for0_registered = in_i[608];  // 0: it has to be done; 1: it has to have its id
wire        waits_for1_valid = in_i[609];  // beside a query: what its task waits for
wire [63:0] waits_for1_number = in_i[610+:64];  // host number of the other task
wire        waits_for1_registered = in_i[674];  // 0: it has to be done; 1: it has to have its id
wire        waits_for2_valid = in_i[675];  // beside a query: what its task waits for
wire [63:0] waits_for2_number = in_i[676+:64];  // host number of the other task
wire        waits_for2_registered = in_i[740];  // 0: it has to be done; 1: it has to have its id
wire        waits_for3_valid = in_i[741];  // beside a query: what its task waits for
wire [63:0] waits_for3_number = in_i[742+:64];  // host number of the other task
wire        waits_for3_registered = in_i[806];  // 0: it has to be done; 1: it has to have its id
wire        waits_for4_valid = in_i[807];  // beside a query: what its task waits for
wire [63:0] waits_for4_number = in_i[808+:64];  // host number of the other task
wire        waits_for4_registered = in_i[872];  // 0: it has to be done; 1: it has to have its id
wire        waits_for5_valid = in_i[873];  // beside a query: what its task waits for
wire [63:0] waits_for5_number = in_i[874+:64];  // host number of the other task
wire        waits_for5_registered = in_i[938];  // 0: it has to be done; 1: it has to have its id
wire        waits_for6_valid = in_i[939];  // beside a query: what its task waits for
wire [63:0] waits_for6_number = in_i[940+:64];  // host number of the other task
wire        waits_for6_registered = in_i[1004];  // 0: it has to be done; 1: it has to have its id
wire        waits_for7_valid = in_i[1005];  // beside a query: what its task waits for
wire [63:0] waits_for7_number = in_i[1006+:64];  // host number of the other task
wire        waits_for7_registered = in_i[1070];  // 0: it has to be done; 1: it has to have its id
wire        waits_for8_valid = in_i[1071];  // beside a query: what its task waits for
wire [63:0] waits_for8_number = in_i[1072+:64];  // host number of the other task
wire        waits_for8_registered = in_i[1136];  // 0: it has to be done; 1: it has to have its id
wire        waits_for9_valid = in_i[1137];  // beside a query: what its task waits for
wire [63:0] waits_for9_number = in_i[1138+:64];  // host number of the other task
wire        waits_for9_registered = in_i[1202];  // 0: it has to be done; 1: it has to have its id
wire        waits_for10_valid = in_i[1203];  // beside a query: what its task waits for
wire [63:0] waits_for10_number = in_i[1204+:64];  // host number of the other task
wire        waits_for10_registered = in_i[1268];  // 0: it has to be done; 1: it has to have its id
wire        waits_for11_valid = in_i[1269];  // beside a query: what its task waits for
wire [63:0] waits_for11_number = in_i[1270+:64];  // host number of the other task
wire        waits_for11_registered = in_i[1334];  // 0: it has to be done; 1: it has to have its id
wire        waits_for12_valid = in_i[1335];  // beside a query: what its task waits for
wire [63:0] waits_for12_number = in_i[1336+:64];  // host number of the other task
wire        waits_for12_registered = in_i[1400];  // 0: it has to be done; 1: it has to have its id
wire        waits_for13_valid = in_i[1401];  // beside a query: what its task waits for
wire [63:0] waits_for13_number = in_i[1402+:64];  // host number of the other task
wire        waits_for13_registered = in_i[1466];  // 0: it has to be done; 1: it has to have its id
wire        waits_for14_valid = in_i[1467];  // beside a query: what its task waits for
wire [63:0] waits_for14_number = in_i[1468+:64];  // host number of the other task
wire        waits_for14_registered = in_i[1532];  // 0: it has to be done; 1: it has to have its id
wire        waits_for15_valid = in_i[1533];  // beside a query: what its task waits for
wire [63:0] waits_for15_number = in_i[1534+:64];  // host number of the other task
wire        waits_for15_registered = in_i[1598];  // 0: it has to be done; 1: it has to have its id
wire        waits_for16_valid = in_i[1599];  // beside a query: what its task waits for
wire [63:0] waits_for16_number = in_i[1600+:64];  // host number of the other task
wire        waits_for16_registered = in_i[1664];  // 0: it has to be done; 1: it has to have its id
wire        waits_for17_valid = in_i[1665];  // beside a query: what its task waits for
wire [63:0] waits_for17_number = in_i[1666+:64];  // host number of the other task
wire        waits_for17_registered = in_i[1730];  // 0: it has to be done; 1: it has to have its id
wire        waits_for18_valid = in_i[1731];  // beside a query: what its task waits for
wire [63:0] waits_for18_number = in_i[1732+:64];  // host number of the other task
wire        waits_for18_registered = in_i[1796];  // 0: it has to be done; 1: it has to have its id
wire        waits_for19_valid = in_i[1797];  // beside a query: what its task waits for
wire [63:0] waits_for19_number = in_i[1798+:64];  // host number of the other task
wire        waits_for19_registered = in_i[1862];  // 0: it has to be done; 1: it has to have its id
wire        waits_for20_valid = in_i[1863];  // beside a query: what its task waits for
wire [63:0] waits_for20_number = in_i[1864+:64];  // host number of the other task
wire        waits_for20_registered = in_i[1928];  // 0: it has to be done; 1: it has to have its id
wire        waits_for21_valid = in_i[1929];  // beside a query: what its task waits for
wire [63:0] waits_for21_number = in_i[1930+:64];  // host number of the other task
wire        waits_for21_registered = in_i[1994];  // 0: it has to be done; 1: it has to have its id
wire        waits_for22_valid = in_i[1995];  // beside a query: what its task waits for
wire [63:0] waits_for22_number = in_i[1996+:64];  // host number of the other task
wire        waits_for22_registered = in_i[2060];  // 0: it has to be done; 1: it has to have its id
wire        waits_for23_valid = in_i[2061];  // beside a query: what its task waits for
wire [63:0] waits_for23_number = in_i[2062+:64];  // host number of the other task
wire        waits_for23_registered = in_i[2126];  // 0: it has to be done; 1: it has to have its id
wire        waits_for24_valid = in_i[2127];  // beside a query: what its task waits for
wire [63:0] waits_for24_number = in_i[2128+:64];  // host number of the other task
wire        waits_for24_registered = in_i[2192];  // 0: it has to be done; 1: it has to have its id
wire        waits_for25_valid = in_i[2193];  // beside a query: what its task waits for
wire [63:0] waits_for25_number = in_i[2194+:64];  // host number of the other task
wire        waits_for25_registered = in_i[2258];  // 0: it has to be done; 1: it has to have its id
wire        waits_for26_valid = in_i[2259];  // beside a query: what its task waits for
wire [63:0] waits_for26_number = in_i[2260+:64];  // host number of the other task
wire        waits_for26_registered = in_i[2324];  // 0: it has to be done; 1: it has to have its id
wire        waits_for27_valid = in_i[2325];  // beside a query: what its task waits for
wire [63:0] waits_for27_number = in_i[2326+:64];  // host number of the other task
wire        waits_for27_registered = in_i[2390];  // 0: it has to be done; 1: it has to have its id
wire        waits_for28_valid = in_i[2391];  // beside a query: what its task waits for
wire [63:0] waits_for28_number = in_i[2392+:64];  // host number of the other task
wire        waits_for28_registered = in_i[2456];  // 0: it has to be done; 1: it has to have its id
wire        waits_for29_valid = in_i[2457];  // beside a query: what its task waits for
wire [63:0] waits_for29_number = in_i[2458+:64];  // host number of the other task
wire        waits_for29_registered = in_i[2522];  // 0: it has to be done; 1: it has to have its id
wire        waits_for30_valid = in_i[2523];  // beside a query: what its task waits for
wire [63:0] waits_for30_number = in_i[2524+:64];  // host number of the other task
wire        waits_for30_registered = in_i[2588];  // 0: it has to be done; 1: it has to have its id
wire        waits_for31_valid = in_i[2589];  // beside a query: what its task waits for
wire [63:0] waits_for31_number = in_i[2590+:64];  // host number of the other task
wire        waits_for31_registered = in_i[2654];  // 0: it has to be done; 1: it has to have its id
wire        waits_for32_valid = in_i[2655];  // beside a query: what its task waits for
wire [63:0] waits_for32_number = in_i[2656+:64];  // host number of the other task
wire        waits_for32_registered = in_i[2720];  // 0: it has to be done; 1: it has to have its id
wire        waits_for33_valid = in_i[2721];  // beside a query: what its task waits for
wire [63:0] waits_for33_number = in_i[2722+:64];  // host number of the other task
wire        waits_for33_registered = in_i[2786];  // 0: it has to be done; 1: it has to have its id
wire        waits_for34_valid = in_i[2787];  // beside a query: what its task waits for
wire [63:0] waits_for34_number = in_i[2788+:64];  // host number of the other task
wire        waits_for34_registered = in_i[2852];  // 0: it has to be done; 1: it has to have its id
wire        waits_for35_valid = in_i[2853];  // beside a query: what its task waits for
wire [63:0] waits_for35_number = in_i[2854+:64];  // host number of the other task
wire        waits_for35_registered = in_i[2918];  // 0: it has to be done; 1: it has to have its id
wire        waits_for36_valid = in_i[2919];  // beside a query: what its task waits for
wire [63:0] waits_for36_number = in_i[2920+:64];  // host number of the other task
wire        waits_for36_registered = in_i[2984];  // 0: it has to be done; 1: it has to have its id
wire        waits_for37_valid = in_i[2985];  // beside a query: what its task waits for
wire [63:0] waits_for37_number = in_i[2986+:64];  // host number of the other task
wire        waits_for37_registered = in_i[3050];  // 0: it has to be done; 1: it has to have its id
wire        waits_for38_valid = in_i[3051];  // beside a query: what its task waits for
wire [63:0] waits_for38_number = in_i[3052+:64];  // host number of the other task
wire        waits_for38_registered = in_i[3116];  // 0: it has to be done; 1: it has to have its id
wire        waits_for39_valid = in_i[3117];  // beside a query: what its task waits for
wire [63:0] waits_for39_number = in_i[3118+:64];  // host number of the other task
wire        waits_for39_registered = in_i[3182];  // 0: it has to be done; 1: it has to have its id
wire        waits_for40_valid = in_i[3183];  // beside a query: what its task waits for
wire [63:0] waits_for40_number = in_i[3184+:64];  // host number of the other task
wire        waits_for40_registered = in_i[3248];  // 0: it has to be done; 1: it has to have its id
wire        waits_for41_valid = in_i[3249];  // beside a query: what its task waits for
wire [63:0] waits_for41_number = in_i[3250+:64];  // host number of the other task
wire        waits_for41_registered = in_i[3314];  // 0: it has to be done; 1: it has to have its id
wire        waits_for42_valid = in_i[3315];  // beside a query: what its task waits for
wire [63:0] waits_for42_number = in_i[3316+:64];  // host number of the other task
wire        waits_for42_registered = in_i[3380];  // 0: it has to be done; 1: it has to have its id
wire        waits_for43_valid = in_i[3381];  // beside a query: what its task waits for
wire [63:0] waits_for43_number = in_i[3382+:64];  // host number of the other task
wire        waits_for43_registered = in_i[3446];  // 0: it has to be done; 1: it has to have its id
wire        waits_for44_valid = in_i[3447];  // beside a query: what its task waits for
wire [63:0] waits_for44_number = in_i[3448+:64];  // host number of the other task
wire        waits_for44_registered = in_i[3512];  // 0: it has to be done; 1: it has to have its id
wire        waits_for45_valid = in_i[3513];  // beside a query: what its task waits for
wire [63:0] waits_for45_number = in_i[3514+:64];  // host number of the other task
wire        waits_for45_registered = in_i[3578];  // 0: it has to be done; 1: it has to have its id
wire        waits_for46_valid = in_i[3579];  // beside a query: what its task waits for
wire [63:0] waits_for46_number = in_i[3580+:64];  // host number of the other task
wire        waits_for46_registered = in_i[3644];  // 0: it has to be done; 1: it has to have its id
wire        waits_for47_valid = in_i[3645];  // beside a query: what its task waits for
wire [63:0] waits_for47_number = in_i[3646+:64];  // host number of the other task
wire        waits_for47_registered = in_i[3710];  // 0: it has to be done; 1: it has to have its id
wire        waits_for48_valid = in_i[3711];  // beside a query: what its task waits for
wire [63:0] waits_for48_number = in_i[3712+:64];  // host number of the other task
wire        waits_for48_registered = in_i[3776];  // 0: it has to be done; 1: it has to have its id
wire        waits_for49_valid = in_i[3777];  // beside a query: what its task waits for
wire [63:0] waits_for49_number = in_i[3778+:64];  // host number of the other task
wire        waits_for49_registered = in_i[3842];  // 0: it has to be done; 1: it has to have its id
wire        waits_for50_valid = in_i[3843];  // beside a query: what its task waits for
wire [63:0] waits_for50_number = in_i[3844+:64];  // host number of the other task
wire        waits_for50_registered = in_i[3908];  // 0: it has to be done; 1: it has to have its id
wire        waits_for51_valid = in_i[3909];  // beside a query: what its task waits for
wire [63:0] waits_for51_number = in_i[3910+:64];  // host number of the other task
wire        waits_for51_registered = in_i[3974];  // 0: it has to be done; 1: it has to have its id
wire        waits_for52_valid = in_i[3975];  // beside a query: what its task waits for
wire [63:0] waits_for52_number = in_i[3976+:64];  // host number of the other task
wire        waits_for52_registered = in_i[4040];  // 0: it has to be done; 1: it has to have its id
wire        waits_for53_valid = in_i[4041];  // beside a query: what its task waits for
wire [63:0] waits_for53_number = in_i[4042+:64];  // host number of the other task
wire        waits_for53_registered = in_i[4106];  // 0: it has to be done; 1: it has to have its id
wire        waits_for54_valid = in_i[4107];  // beside a query: what its task waits for
wire [63:0] waits_for54_number = in_i[4108+:64];  // host number of the other task
wire        waits_for54_registered = in_i[4172];  // 0: it has to be done; 1: it has to have its id
wire        waits_for55_valid = in_i[4173];  // beside a query: what its task waits for
wire [63:0] waits_for55_number = in_i[4174+:64];  // host number of the other task
wire        waits_for55_registered = in_i[4238];  // 0: it has to be done; 1: it has to have its id
wire        waits_for56_valid = in_i[4239];  // beside a query: what its task waits for
wire [63:0] waits_for56_number = in_i[4240+:64];  // host number of the other task
wire        waits_for56_registered = in_i[4304];  // 0: it has to be done; 1: it has to have its id
wire        waits_for57_valid = in_i[4305];  // beside a query: what its task waits for
wire [63:0] waits_for57_number = in_i[4306+:64];  // host number of the other task
wire        waits_for57_registered = in_i[4370];  // 0: it has to be done; 1: it has to have its id
wire        waits_for58_valid = in_i[4371];  // beside a query: what its task waits for
wire [63:0] waits_for58_number = in_i[4372+:64];  // host number of the other task
wire        waits_for58_registered = in_i[4436];  // 0: it has to be done; 1: it has to have its id
wire        waits_for59_valid = in_i[4437];  // beside a query: what its task waits for
wire [63:0] waits_for59_number = in_i[4438+:64];  // host number of the other task
wire        waits_for59_registered = in_i[4502];  // 0: it has to be done; 1: it has to have its id
wire        waits_for60_valid = in_i[4503];  // beside a query: what its task waits for
wire [63:0] waits_for60_number = in_i[4504+:64];  // host number of the other task
wire        waits_for60_registered = in_i[4568];  // 0: it has to be done; 1: it has to have its id
wire        waits_for61_valid = in_i[4569];  // beside a query: what its task waits for
wire [63:0] waits_for61_number = in_i[4570+:64];  // host number of the other task
wire        waits_for61_registered = in_i[4634];  // 0: it has to be done; 1: it has to have its id
wire        waits_for62_valid = in_i[4635];  // beside a query: what its task waits for
wire [63:0] waits_for62_number = in_i[4636+:64];  // host number of the other task
wire        waits_for62_registered = in_i[4700];  // 0: it has to be done; 1: it has to have its id
wire        waits_for63_valid = in_i[4701];  // beside a query: what its task waits for
wire [63:0] waits_for63_number = in_i[4702+:64];  // host number of the other task
wire        waits_for63_registered = in_i[4766];  // 0: it has to be done; 1: it has to have its id
// Messages that others see in the next cycle; the wrapper assigns them.
wire        query_answers_valid;  // to the decomposer: all that the task waits for is done
wire [9:0]  query_answers_queue;
wire [31:0] query_answers_task;
wire        registrations_valid;  // to the decomposer: the task has its id
wire [9:0]  registrations_queue;
wire [31:0] registrations_task;
wire        processor_updates_valid;  // to the dispatcher: what has become of a job
wire [31:0] processor_updates_processor;  // of which a job has completed, or is overdue
wire [2:0]  processor_updates_kind;  // 0: completed; 1: answer of a job that counted as lost; 2: overdue, and goes on; 3: lost, to be issued again; 4: lost for good
wire        processor_updates_quarantine;  // 1: the processor gets no more jobs before it answers
wire        processor_updates_answered;  // of kinds 3 and 4: 0: overdue; 1: the job has failed
wire [31:0] processor_updates_task;  // of kinds 3 and 4; else 0, as those below
wire [31:0] processor_updates_number;  // of the job within its task
wire [7:0]  processor_updates_attempt;  // earlier attempts of the job
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
assign out_o = {interrupts1_oldest, interrupts1_position, interrupts1_task, interrupts1_queue, interrupts1_valid, interrupts0_oldest, interrupts0_position, interrupts0_task, interrupts0_queue, interrupts0_valid, processor_updates_attempt, processor_updates_number, processor_updates_task, processor_updates_answered, processor_updates_quarantine, processor_updates_kind, processor_updates_processor, processor_updates_valid, registrations_task, registrations_queue, registrations_valid, query_answers_task, query_answers_queue, query_answers_valid};
`endif
