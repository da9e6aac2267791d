// SPDX-License-Identifier: Apache-2.0
// The pins of the directory, written by block_bench --pins from tb/pins/block_pins.h. The ports of its wrapper:
//   input clk, rst; input [63:0] now_i; input [DIRECTORY_CONFIG-1:0] config_i; input [DIRECTORY_IN-1:0] in_i; output [DIRECTORY_OUT-1:0] out_o; output [63:0] due_o
// Include it twice: before the module for the widths, and with DIRECTORY_PINS defined within it for the names.
`ifndef DIRECTORY_CONFIG
`define DIRECTORY_CONFIG 209
`define DIRECTORY_IN 27169
`define DIRECTORY_OUT 6272
`endif

`ifdef DIRECTORY_PINS
// Stand still from the reset on.
wire [31:0] entries = config_i[0+:32];  // parts of which it knows stores at once
wire [31:0] parts_per_cycle = config_i[32+:32];  // 1..64; of one job that it is asked about in a cycle
wire [31:0] stores = config_i[64+:32];  // numbered from 0
wire [31:0] processors = config_i[96+:32];  // numbered from 0
// A table: one row with every edge of the reset, where it is valid.
wire        distance_valid = config_i[128];  // while `rst` is high: of a store from a processor
wire [31:0] distance_store = config_i[129+:32];  // from 0, ascending
wire [31:0] distance_processor = config_i[161+:32];  // from 0, ascending for each store
wire [15:0] distance_hops = config_i[193+:16];  // links between them
// Messages that are seen in this cycle.
wire        parts0_valid = in_i[0];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts0_job = in_i[1+:32];  // number of the job among those that live
wire [31:0] parts0_index = in_i[33+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts0_last = in_i[65];  // of the list
wire [31:0] parts0_object = in_i[66+:32];  // number of the object among those that live
wire [31:0] parts0_part = in_i[98+:32];  // of the object
wire        parts0_written = in_i[130];  // 0: the job reads it; 1: it writes it
wire [31:0] parts0_readers = in_i[131+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts0_processor = in_i[163+:32];  // that is to run the job
wire [31:0] parts0_store = in_i[195+:32];  // of this processor; all ones: none
wire        parts1_valid = in_i[227];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts1_job = in_i[228+:32];  // number of the job among those that live
wire [31:0] parts1_index = in_i[260+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts1_last = in_i[292];  // of the list
wire [31:0] parts1_object = in_i[293+:32];  // number of the object among those that live
wire [31:0] parts1_part = in_i[325+:32];  // of the object
wire        parts1_written = in_i[357];  // 0: the job reads it; 1: it writes it
wire [31:0] parts1_readers = in_i[358+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts1_processor = in_i[390+:32];  // that is to run the job
wire [31:0] parts1_store = in_i[422+:32];  // of this processor; all ones: none
wire        parts2_valid = in_i[454];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts2_job = in_i[455+:32];  // number of the job among those that live
wire [31:0] parts2_index = in_i[487+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts2_last = in_i[519];  // of the list
wire [31:0] parts2_object = in_i[520+:32];  // number of the object among those that live
wire [31:0] parts2_part = in_i[552+:32];  // of the object
wire        parts2_written = in_i[584];  // 0: the job reads it; 1: it writes it
wire [31:0] parts2_readers = in_i[585+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts2_processor = in_i[617+:32];  // that is to run the job
wire [31:0] parts2_store = in_i[649+:32];  // of this processor; all ones: none
wire        parts3_valid = in_i[681];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts3_job = in_i[682+:32];  // number of the job among those that live
wire [31:0] parts3_index = in_i[714+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts3_last = in_i[746];  // of the list
wire [31:0] parts3_object = in_i[747+:32];  // number of the object among those that live
wire [31:0] parts3_part = in_i[779+:32];  // of the object
wire        parts3_written = in_i[811];  // 0: the job reads it; 1: it writes it
wire [31:0] parts3_readers = in_i[812+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts3_processor = in_i[844+:32];  // that is to run the job
wire [31:0] parts3_store = in_i[876+:32];  // of this processor; all ones: none
wire        parts4_valid = in_i[908];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts4_job = in_i[909+:32];  // number of the job among those that live
wire [31:0] parts4_index = in_i[941+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts4_last = in_i[973];  // of the list
wire [31:0] parts4_object = in_i[974+:32];  // number of the object among those that live
wire [31:0] parts4_part = in_i[1006+:32];  // of the object
wire        parts4_written = in_i[1038];  // 0: the job reads it; 1: it writes it
wire [31:0] parts4_readers = in_i[1039+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts4_processor = in_i[1071+:32];  // that is to run the job
wire [31:0] parts4_store = in_i[1103+:32];  // of this processor; all ones: none
wire        parts5_valid = in_i[1135];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts5_job = in_i[1136+:32];  // number of the job among those that live
wire [31:0] parts5_index = in_i[1168+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts5_last = in_i[1200];  // of the list
wire [31:0] parts5_object = in_i[1201+:32];  // number of the object among those that live
wire [31:0] parts5_part = in_i[1233+:32];  // of the object
wire        parts5_written = in_i[1265];  // 0: the job reads it; 1: it writes it
wire [31:0] parts5_readers = in_i[1266+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts5_processor = in_i[1298+:32];  // that is to run the job
wire [31:0] parts5_store = in_i[1330+:32];  // of this processor; all ones: none
wire        parts6_valid = in_i[1362];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts6_job = in_i[1363+:32];  // number of the job among those that live
wire [31:0] parts6_index = in_i[1395+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts6_last = in_i[1427];  // of the list
wire [31:0] parts6_object = in_i[1428+:32];  // number of the object among those that live
wire [31:0] parts6_part = in_i[1460+:32];  // of the object
wire        parts6_written = in_i[1492];  // 0: the job reads it; 1: it writes it
wire [31:0] parts6_readers = in_i[1493+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts6_processor = in_i[1525+:32];  // that is to run the job
wire [31:0] parts6_store = in_i[1557+:32];  // of this processor; all ones: none
wire        parts7_valid = in_i[1589];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts7_job = in_i[1590+:32];  // number of the job among those that live
wire [31:0] parts7_index = in_i[1622+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts7_last = in_i[1654];  // of the list
wire [31:0] parts7_object = in_i[1655+:32];  // number of the object among those that live
wire [31:0] parts7_part = in_i[1687+:32];  // of the object
wire        parts7_written = in_i[1719];  // 0: the job reads it; 1: it writes it
wire [31:0] parts7_readers = in_i[1720+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts7_processor = in_i[1752+:32];  // that is to run the job
wire [31:0] parts7_store = in_i[1784+:32];  // of this processor; all ones: none
wire        parts8_valid = in_i[1816];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts8_job = in_i[1817+:32];  // number of the job among those that live
wire [31:0] parts8_index = in_i[1849+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts8_last = in_i[1881];  // of the list
wire [31:0] parts8_object = in_i[1882+:32];  // number of the object among those that live
wire [31:0] parts8_part = in_i[1914+:32];  // of the object
wire        parts8_written = in_i[1946];  // 0: the job reads it; 1: it writes it
wire [31:0] parts8_readers = in_i[1947+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts8_processor = in_i[1979+:32];  // that is to run the job
wire [31:0] parts8_store = in_i[2011+:32];  // of this processor; all ones: none
wire        parts9_valid = in_i[2043];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts9_job = in_i[2044+:32];  // number of the job among those that live
wire [31:0] parts9_index = in_i[2076+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts9_last = in_i[2108];  // of the list
wire [31:0] parts9_object = in_i[2109+:32];  // number of the object among those that live
wire [31:0] parts9_part = in_i[2141+:32];  // of the object
wire        parts9_written = in_i[2173];  // 0: the job reads it; 1: it writes it
wire [31:0] parts9_readers = in_i[2174+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts9_processor = in_i[2206+:32];  // that is to run the job
wire [31:0] parts9_store = in_i[2238+:32];  // of this processor; all ones: none
wire        parts10_valid = in_i[2270];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts10_job = in_i[2271+:32];  // number of the job among those that live
wire [31:0] parts10_index = in_i[2303+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts10_last = in_i[2335];  // of the list
wire [31:0] parts10_object = in_i[2336+:32];  // number of the object among those that live
wire [31:0] parts10_part = in_i[2368+:32];  // of the object
wire        parts10_written = in_i[2400];  // 0: the job reads it; 1: it writes it
wire [31:0] parts10_readers = in_i[2401+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts10_processor = in_i[2433+:32];  // that is to run the job
wire [31:0] parts10_store = in_i[2465+:32];  // of this processor; all ones: none
wire        parts11_valid = in_i[2497];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts11_job = in_i[2498+:32];  // number of the job among those that live
wire [31:0] parts11_index = in_i[2530+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts11_last = in_i[2562];  // of the list
wire [31:0] parts11_object = in_i[2563+:32];  // number of the object among those that live
wire [31:0] parts11_part = in_i[2595+:32];  // of the object
wire        parts11_written = in_i[2627];  // 0: the job reads it; 1: it writes it
wire [31:0] parts11_readers = in_i[2628+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts11_processor = in_i[2660+:32];  // that is to run the job
wire [31:0] parts11_store = in_i[2692+:32];  // of this processor; all ones: none
wire        parts12_valid = in_i[2724];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts12_job = in_i[2725+:32];  // number of the job among those that live
wire [31:0] parts12_index = in_i[2757+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts12_last = in_i[2789];  // of the list
wire [31:0] parts12_object = in_i[2790+:32];  // number of the object among those that live
wire [31:0] parts12_part = in_i[2822+:32];  // of the object
wire        parts12_written = in_i[2854];  // 0: the job reads it; 1: it writes it
wire [31:0] parts12_readers = in_i[2855+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts12_processor = in_i[2887+:32];  // that is to run the job
wire [31:0] parts12_store = in_i[2919+:32];  // of this processor; all ones: none
wire        parts13_valid = in_i[2951];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts13_job = in_i[2952+:32];  // number of the job among those that live
wire [31:0] parts13_index = in_i[2984+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts13_last = in_i[3016];  // of the list
wire [31:0] parts13_object = in_i[3017+:32];  // number of the object among those that live
wire [31:0] parts13_part = in_i[3049+:32];  // of the object
wire        parts13_written = in_i[3081];  // 0: the job reads it; 1: it writes it
wire [31:0] parts13_readers = in_i[3082+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts13_processor = in_i[3114+:32];  // that is to run the job
wire [31:0] parts13_store = in_i[3146+:32];  // of this processor; all ones: none
wire        parts14_valid = in_i[3178];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts14_job = in_i[3179+:32];  // number of the job among those that live
wire [31:0] parts14_index = in_i[3211+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts14_last = in_i[3243];  // of the list
wire [31:0] parts14_object = in_i[3244+:32];  // number of the object among those that live
wire [31:0] parts14_part = in_i[3276+:32];  // of the object
wire        parts14_written = in_i[3308];  // 0: the job reads it; 1: it writes it
wire [31:0] parts14_readers = in_i[3309+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts14_processor = in_i[3341+:32];  // that is to run the job
wire [31:0] parts14_store = in_i[3373+:32];  // of this processor; all ones: none
wire        parts15_valid = in_i[3405];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts15_job = in_i[3406+:32];  // number of the job among those that live
wire [31:0] parts15_index = in_i[3438+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts15_last = in_i[3470];  // of the list
wire [31:0] parts15_object = in_i[3471+:32];  // number of the object among those that live
wire [31:0] parts15_part = in_i[3503+:32];  // of the object
wire        parts15_written = in_i[3535];  // 0: the job reads it; 1: it writes it
wire [31:0] parts15_readers = in_i[3536+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts15_processor = in_i[3568+:32];  // that is to run the job
wire [31:0] parts15_store = in_i[3600+:32];  // of this processor; all ones: none
wire        parts16_valid = in_i[3632];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts16_job = in_i[3633+:32];  // number of the job among those that live
wire [31:0] parts16_index = in_i[3665+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts16_last = in_i[3697];  // of the list
wire [31:0] parts16_object = in_i[3698+:32];  // number of the object among those that live
wire [31:0] parts16_part = in_i[3730+:32];  // of the object
wire        parts16_written = in_i[3762];  // 0: the job reads it; 1: it writes it
wire [31:0] parts16_readers = in_i[3763+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts16_processor = in_i[3795+:32];  // that is to run the job
wire [31:0] parts16_store = in_i[3827+:32];  // of this processor; all ones: none
wire        parts17_valid = in_i[3859];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts17_job = in_i[3860+:32];  // number of the job among those that live
wire [31:0] parts17_index = in_i[3892+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts17_last = in_i[3924];  // of the list
wire [31:0] parts17_object = in_i[3925+:32];  // number of the object among those that live
wire [31:0] parts17_part = in_i[3957+:32];  // of the object
wire        parts17_written = in_i[3989];  // 0: the job reads it; 1: it writes it
wire [31:0] parts17_readers = in_i[3990+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts17_processor = in_i[4022+:32];  // that is to run the job
wire [31:0] parts17_store = in_i[4054+:32];  // of this processor; all ones: none
wire        parts18_valid = in_i[4086];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts18_job = in_i[4087+:32];  // number of the job among those that live
wire [31:0] parts18_index = in_i[4119+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts18_last = in_i[4151];  // of the list
wire [31:0] parts18_object = in_i[4152+:32];  // number of the object among those that live
wire [31:0] parts18_part = in_i[4184+:32];  // of the object
wire        parts18_written = in_i[4216];  // 0: the job reads it; 1: it writes it
wire [31:0] parts18_readers = in_i[4217+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts18_processor = in_i[4249+:32];  // that is to run the job
wire [31:0] parts18_store = in_i[4281+:32];  // of this processor; all ones: none
wire        parts19_valid = in_i[4313];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts19_job = in_i[4314+:32];  // number of the job among those that live
wire [31:0] parts19_index = in_i[4346+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts19_last = in_i[4378];  // of the list
wire [31:0] parts19_object = in_i[4379+:32];  // number of the object among those that live
wire [31:0] parts19_part = in_i[4411+:32];  // of the object
wire        parts19_written = in_i[4443];  // 0: the job reads it; 1: it writes it
wire [31:0] parts19_readers = in_i[4444+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts19_processor = in_i[4476+:32];  // that is to run the job
wire [31:0] parts19_store = in_i[4508+:32];  // of this processor; all ones: none
wire        parts20_valid = in_i[4540];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts20_job = in_i[4541+:32];  // number of the job among those that live
wire [31:0] parts20_index = in_i[4573+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts20_last = in_i[4605];  // of the list
wire [31:0] parts20_object = in_i[4606+:32];  // number of the object among those that live
wire [31:0] parts20_part = in_i[4638+:32];  // of the object
wire        parts20_written = in_i[4670];  // 0: the job reads it; 1: it writes it
wire [31:0] parts20_readers = in_i[4671+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts20_processor = in_i[4703+:32];  // that is to run the job
wire [31:0] parts20_store = in_i[4735+:32];  // of this processor; all ones: none
wire        parts21_valid = in_i[4767];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts21_job = in_i[4768+:32];  // number of the job among those that live
wire [31:0] parts21_index = in_i[4800+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts21_last = in_i[4832];  // of the list
wire [31:0] parts21_object = in_i[4833+:32];  // number of the object among those that live
wire [31:0] parts21_part = in_i[4865+:32];  // of the object
wire        parts21_written = in_i[4897];  // 0: the job reads it; 1: it writes it
wire [31:0] parts21_readers = in_i[4898+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts21_processor = in_i[4930+:32];  // that is to run the job
wire [31:0] parts21_store = in_i[4962+:32];  // of this processor; all ones: none
wire        parts22_valid = in_i[4994];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts22_job = in_i[4995+:32];  // number of the job among those that live
wire [31:0] parts22_index = in_i[5027+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts22_last = in_i[5059];  // of the list
wire [31:0] parts22_object = in_i[5060+:32];  // number of the object among those that live
wire [31:0] parts22_part = in_i[5092+:32];  // of the object
wire        parts22_written = in_i[5124];  // 0: the job reads it; 1: it writes it
wire [31:0] parts22_readers = in_i[5125+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts22_processor = in_i[5157+:32];  // that is to run the job
wire [31:0] parts22_store = in_i[5189+:32];  // of this processor; all ones: none
wire        parts23_valid = in_i[5221];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts23_job = in_i[5222+:32];  // number of the job among those that live
wire [31:0] parts23_index = in_i[5254+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts23_last = in_i[5286];  // of the list
wire [31:0] parts23_object = in_i[5287+:32];  // number of the object among those that live
wire [31:0] parts23_part = in_i[5319+:32];  // of the object
wire        parts23_written = in_i[5351];  // 0: the job reads it; 1: it writes it
wire [31:0] parts23_readers = in_i[5352+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts23_processor = in_i[5384+:32];  // that is to run the job
wire [31:0] parts23_store = in_i[5416+:32];  // of this processor; all ones: none
wire        parts24_valid = in_i[5448];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts24_job = in_i[5449+:32];  // number of the job among those that live
wire [31:0] parts24_index = in_i[5481+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts24_last = in_i[5513];  // of the list
wire [31:0] parts24_object = in_i[5514+:32];  // number of the object among those that live
wire [31:0] parts24_part = in_i[5546+:32];  // of the object
wire        parts24_written = in_i[5578];  // 0: the job reads it; 1: it writes it
wire [31:0] parts24_readers = in_i[5579+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts24_processor = in_i[5611+:32];  // that is to run the job
wire [31:0] parts24_store = in_i[5643+:32];  // of this processor; all ones: none
wire        parts25_valid = in_i[5675];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts25_job = in_i[5676+:32];  // number of the job among those that live
wire [31:0] parts25_index = in_i[5708+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts25_last = in_i[5740];  // of the list
wire [31:0] parts25_object = in_i[5741+:32];  // number of the object among those that live
wire [31:0] parts25_part = in_i[5773+:32];  // of the object
wire        parts25_written = in_i[5805];  // 0: the job reads it; 1: it writes it
wire [31:0] parts25_readers = in_i[5806+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts25_processor = in_i[5838+:32];  // that is to run the job
wire [31:0] parts25_store = in_i[5870+:32];  // of this processor; all ones: none
wire        parts26_valid = in_i[5902];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts26_job = in_i[5903+:32];  // number of the job among those that live
wire [31:0] parts26_index = in_i[5935+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts26_last = in_i[5967];  // of the list
wire [31:0] parts26_object = in_i[5968+:32];  // number of the object among those that live
wire [31:0] parts26_part = in_i[6000+:32];  // of the object
wire        parts26_written = in_i[6032];  // 0: the job reads it; 1: it writes it
wire [31:0] parts26_readers = in_i[6033+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts26_processor = in_i[6065+:32];  // that is to run the job
wire [31:0] parts26_store = in_i[6097+:32];  // of this processor; all ones: none
wire        parts27_valid = in_i[6129];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts27_job = in_i[6130+:32];  // number of the job among those that live
wire [31:0] parts27_index = in_i[6162+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts27_last = in_i[6194];  // of the list
wire [31:0] parts27_object = in_i[6195+:32];  // number of the object among those that live
wire [31:0] parts27_part = in_i[6227+:32];  // of the object
wire        parts27_written = in_i[6259];  // 0: the job reads it; 1: it writes it
wire [31:0] parts27_readers = in_i[6260+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts27_processor = in_i[6292+:32];  // that is to run the job
wire [31:0] parts27_store = in_i[6324+:32];  // of this processor; all ones: none
wire        parts28_valid = in_i[6356];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts28_job = in_i[6357+:32];  // number of the job among those that live
wire [31:0] parts28_index = in_i[6389+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts28_last = in_i[6421];  // of the list
wire [31:0] parts28_object = in_i[6422+:32];  // number of the object among those that live
wire [31:0] parts28_part = in_i[6454+:32];  // of the object
wire        parts28_written = in_i[6486];  // 0: the job reads it; 1: it writes it
wire [31:0] parts28_readers = in_i[6487+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts28_processor = in_i[6519+:32];  // that is to run the job
wire [31:0] parts28_store = in_i[6551+:32];  // of this processor; all ones: none
wire        parts29_valid = in_i[6583];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts29_job = in_i[6584+:32];  // number of the job among those that live
wire [31:0] parts29_index = in_i[6616+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts29_last = in_i[6648];  // of the list
wire [31:0] parts29_object = in_i[6649+:32];  // number of the object among those that live
wire [31:0] parts29_part = in_i[6681+:32];  // of the object
wire        parts29_written = in_i[6713];  // 0: the job reads it; 1: it writes it
wire [31:0] parts29_readers = in_i[6714+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts29_processor = in_i[6746+:32];  // that is to run the job
wire [31:0] parts29_store = in_i[6778+:32];  // of this processor; all ones: none
wire        parts30_valid = in_i[6810];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts30_job = in_i[6811+:32];  // number of the job among those that live
wire [31:0] parts30_index = in_i[6843+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts30_last = in_i[6875];  // of the list
wire [31:0] parts30_object = in_i[6876+:32];  // number of the object among those that live
wire [31:0] parts30_part = in_i[6908+:32];  // of the object
wire        parts30_written = in_i[6940];  // 0: the job reads it; 1: it writes it
wire [31:0] parts30_readers = in_i[6941+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts30_processor = in_i[6973+:32];  // that is to run the job
wire [31:0] parts30_store = in_i[7005+:32];  // of this processor; all ones: none
wire        parts31_valid = in_i[7037];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts31_job = in_i[7038+:32];  // number of the job among those that live
wire [31:0] parts31_index = in_i[7070+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts31_last = in_i[7102];  // of the list
wire [31:0] parts31_object = in_i[7103+:32];  // number of the object among those that live
wire [31:0] parts31_part = in_i[7135+:32];  // of the object
wire        parts31_written = in_i[7167];  // 0: the job reads it; 1: it writes it
wire [31:0] parts31_readers = in_i[7168+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts31_processor = in_i[7200+:32];  // that is to run the job
wire [31:0] parts31_store = in_i[7232+:32];  // of this processor; all ones: none
wire        parts32_valid = in_i[7264];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts32_job = in_i[7265+:32];  // number of the job among those that live
wire [31:0] parts32_index = in_i[7297+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts32_last = in_i[7329];  // of the list
wire [31:0] parts32_object = in_i[7330+:32];  // number of the object among those that live
wire [31:0] parts32_part = in_i[7362+:32];  // of the object
wire        parts32_written = in_i[7394];  // 0: the job reads it; 1: it writes it
wire [31:0] parts32_readers = in_i[7395+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts32_processor = in_i[7427+:32];  // that is to run the job
wire [31:0] parts32_store = in_i[7459+:32];  // of this processor; all ones: none
wire        parts33_valid = in_i[7491];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts33_job = in_i[7492+:32];  // number of the job among those that live
wire [31:0] parts33_index = in_i[7524+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts33_last = in_i[7556];  // of the list
wire [31:0] parts33_object = in_i[7557+:32];  // number of the object among those that live
wire [31:0] parts33_part = in_i[7589+:32];  // of the object
wire        parts33_written = in_i[7621];  // 0: the job reads it; 1: it writes it
wire [31:0] parts33_readers = in_i[7622+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts33_processor = in_i[7654+:32];  // that is to run the job
wire [31:0] parts33_store = in_i[7686+:32];  // of this processor; all ones: none
wire        parts34_valid = in_i[7718];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts34_job = in_i[7719+:32];  // number of the job among those that live
wire [31:0] parts34_index = in_i[7751+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts34_last = in_i[7783];  // of the list
wire [31:0] parts34_object = in_i[7784+:32];  // number of the object among those that live
wire [31:0] parts34_part = in_i[7816+:32];  // of the object
wire        parts34_written = in_i[7848];  // 0: the job reads it; 1: it writes it
wire [31:0] parts34_readers = in_i[7849+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts34_processor = in_i[7881+:32];  // that is to run the job
wire [31:0] parts34_store = in_i[7913+:32];  // of this processor; all ones: none
wire        parts35_valid = in_i[7945];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts35_job = in_i[7946+:32];  // number of the job among those that live
wire [31:0] parts35_index = in_i[7978+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts35_last = in_i[8010];  // of the list
wire [31:0] parts35_object = in_i[8011+:32];  // number of the object among those that live
wire [31:0] parts35_part = in_i[8043+:32];  // of the object
wire        parts35_written = in_i[8075];  // 0: the job reads it; 1: it writes it
wire [31:0] parts35_readers = in_i[8076+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts35_processor = in_i[8108+:32];  // that is to run the job
wire [31:0] parts35_store = in_i[8140+:32];  // of this processor; all ones: none
wire        parts36_valid = in_i[8172];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts36_job = in_i[8173+:32];  // number of the job among those that live
wire [31:0] parts36_index = in_i[8205+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts36_last = in_i[8237];  // of the list
wire [31:0] parts36_object = in_i[8238+:32];  // number of the object among those that live
wire [31:0] parts36_part = in_i[8270+:32];  // of the object
wire        parts36_written = in_i[8302];  // 0: the job reads it; 1: it writes it
wire [31:0] parts36_readers = in_i[8303+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts36_processor = in_i[8335+:32];  // that is to run the job
wire [31:0] parts36_store = in_i[8367+:32];  // of this processor; all ones: none
wire        parts37_valid = in_i[8399];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts37_job = in_i[8400+:32];  // number of the job among those that live
wire [31:0] parts37_index = in_i[8432+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts37_last = in_i[8464];  // of the list
wire [31:0] parts37_object = in_i[8465+:32];  // number of the object among those that live
wire [31:0] parts37_part = in_i[8497+:32];  // of the object
wire        parts37_written = in_i[8529];  // 0: the job reads it; 1: it writes it
wire [31:0] parts37_readers = in_i[8530+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts37_processor = in_i[8562+:32];  // that is to run the job
wire [31:0] parts37_store = in_i[8594+:32];  // of this processor; all ones: none
wire        parts38_valid = in_i[8626];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts38_job = in_i[8627+:32];  // number of the job among those that live
wire [31:0] parts38_index = in_i[8659+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts38_last = in_i[8691];  // of the list
wire [31:0] parts38_object = in_i[8692+:32];  // number of the object among those that live
wire [31:0] parts38_part = in_i[8724+:32];  // of the object
wire        parts38_written = in_i[8756];  // 0: the job reads it; 1: it writes it
wire [31:0] parts38_readers = in_i[8757+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts38_processor = in_i[8789+:32];  // that is to run the job
wire [31:0] parts38_store = in_i[8821+:32];  // of this processor; all ones: none
wire        parts39_valid = in_i[8853];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts39_job = in_i[8854+:32];  // number of the job among those that live
wire [31:0] parts39_index = in_i[8886+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts39_last = in_i[8918];  // of the list
wire [31:0] parts39_object = in_i[8919+:32];  // number of the object among those that live
wire [31:0] parts39_part = in_i[8951+:32];  // of the object
wire        parts39_written = in_i[8983];  // 0: the job reads it; 1: it writes it
wire [31:0] parts39_readers = in_i[8984+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts39_processor = in_i[9016+:32];  // that is to run the job
wire [31:0] parts39_store = in_i[9048+:32];  // of this processor; all ones: none
wire        parts40_valid = in_i[9080];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts40_job = in_i[9081+:32];  // number of the job among those that live
wire [31:0] parts40_index = in_i[9113+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts40_last = in_i[9145];  // of the list
wire [31:0] parts40_object = in_i[9146+:32];  // number of the object among those that live
wire [31:0] parts40_part = in_i[9178+:32];  // of the object
wire        parts40_written = in_i[9210];  // 0: the job reads it; 1: it writes it
wire [31:0] parts40_readers = in_i[9211+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts40_processor = in_i[9243+:32];  // that is to run the job
wire [31:0] parts40_store = in_i[9275+:32];  // of this processor; all ones: none
wire        parts41_valid = in_i[9307];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts41_job = in_i[9308+:32];  // number of the job among those that live
wire [31:0] parts41_index = in_i[9340+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts41_last = in_i[9372];  // of the list
wire [31:0] parts41_object = in_i[9373+:32];  // number of the object among those that live
wire [31:0] parts41_part = in_i[9405+:32];  // of the object
wire        parts41_written = in_i[9437];  // 0: the job reads it; 1: it writes it
wire [31:0] parts41_readers = in_i[9438+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts41_processor = in_i[9470+:32];  // that is to run the job
wire [31:0] parts41_store = in_i[9502+:32];  // of this processor; all ones: none
wire        parts42_valid = in_i[9534];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts42_job = in_i[9535+:32];  // number of the job among those that live
wire [31:0] parts42_index = in_i[9567+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts42_last = in_i[9599];  // of the list
wire [31:0] parts42_object = in_i[9600+:32];  // number of the object among those that live
wire [31:0] parts42_part = in_i[9632+:32];  // of the object
wire        parts42_written = in_i[9664];  // 0: the job reads it; 1: it writes it
wire [31:0] parts42_readers = in_i[9665+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts42_processor = in_i[9697+:32];  // that is to run the job
wire [31:0] parts42_store = in_i[9729+:32];  // of this processor; all ones: none
wire        parts43_valid = in_i[9761];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts43_job = in_i[9762+:32];  // number of the job among those that live
wire [31:0] parts43_index = in_i[9794+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts43_last = in_i[9826];  // of the list
wire [31:0] parts43_object = in_i[9827+:32];  // number of the object among those that live
wire [31:0] parts43_part = in_i[9859+:32];  // of the object
wire        parts43_written = in_i[9891];  // 0: the job reads it; 1: it writes it
wire [31:0] parts43_readers = in_i[9892+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts43_processor = in_i[9924+:32];  // that is to run the job
wire [31:0] parts43_store = in_i[9956+:32];  // of this processor; all ones: none
wire        parts44_valid = in_i[9988];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts44_job = in_i[9989+:32];  // number of the job among those that live
wire [31:0] parts44_index = in_i[10021+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts44_last = in_i[10053];  // of the list
wire [31:0] parts44_object = in_i[10054+:32];  // number of the object among those that live
wire [31:0] parts44_part = in_i[10086+:32];  // of the object
wire        parts44_written = in_i[10118];  // 0: the job reads it; 1: it writes it
wire [31:0] parts44_readers = in_i[10119+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts44_processor = in_i[10151+:32];  // that is to run the job
wire [31:0] parts44_store = in_i[10183+:32];  // of this processor; all ones: none
wire        parts45_valid = in_i[10215];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts45_job = in_i[10216+:32];  // number of the job among those that live
wire [31:0] parts45_index = in_i[10248+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts45_last = in_i[10280];  // of the list
wire [31:0] parts45_object = in_i[10281+:32];  // number of the object among those that live
wire [31:0] parts45_part = in_i[10313+:32];  // of the object
wire        parts45_written = in_i[10345];  // 0: the job reads it; 1: it writes it
wire [31:0] parts45_readers = in_i[10346+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts45_processor = in_i[10378+:32];  // that is to run the job
wire [31:0] parts45_store = in_i[10410+:32];  // of this processor; all ones: none
wire        parts46_valid = in_i[10442];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts46_job = in_i[10443+:32];  // number of the job among those that live
wire [31:0] parts46_index = in_i[10475+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts46_last = in_i[10507];  // of the list
wire [31:0] parts46_object = in_i[10508+:32];  // number of the object among those that live
wire [31:0] parts46_part = in_i[10540+:32];  // of the object
wire        parts46_written = in_i[10572];  // 0: the job reads it; 1: it writes it
wire [31:0] parts46_readers = in_i[10573+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts46_processor = in_i[10605+:32];  // that is to run the job
wire [31:0] parts46_store = in_i[10637+:32];  // of this processor; all ones: none
wire        parts47_valid = in_i[10669];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts47_job = in_i[10670+:32];  // number of the job among those that live
wire [31:0] parts47_index = in_i[10702+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts47_last = in_i[10734];  // of the list
wire [31:0] parts47_object = in_i[10735+:32];  // number of the object among those that live
wire [31:0] parts47_part = in_i[10767+:32];  // of the object
wire        parts47_written = in_i[10799];  // 0: the job reads it; 1: it writes it
wire [31:0] parts47_readers = in_i[10800+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts47_processor = in_i[10832+:32];  // that is to run the job
wire [31:0] parts47_store = in_i[10864+:32];  // of this processor; all ones: none
wire        parts48_valid = in_i[10896];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts48_job = in_i[10897+:32];  // number of the job among those that live
wire [31:0] parts48_index = in_i[10929+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts48_last = in_i[10961];  // of the list
wire [31:0] parts48_object = in_i[10962+:32];  // number of the object among those that live
wire [31:0] parts48_part = in_i[10994+:32];  // of the object
wire        parts48_written = in_i[11026];  // 0: the job reads it; 1: it writes it
wire [31:0] parts48_readers = in_i[11027+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts48_processor = in_i[11059+:32];  // that is to run the job
wire [31:0] parts48_store = in_i[11091+:32];  // of this processor; all ones: none
wire        parts49_valid = in_i[11123];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts49_job = in_i[11124+:32];  // number of the job among those that live
wire [31:0] parts49_index = in_i[11156+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts49_last = in_i[11188];  // of the list
wire [31:0] parts49_object = in_i[11189+:32];  // number of the object among those that live
wire [31:0] parts49_part = in_i[11221+:32];  // of the object
wire        parts49_written = in_i[11253];  // 0: the job reads it; 1: it writes it
wire [31:0] parts49_readers = in_i[11254+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts49_processor = in_i[11286+:32];  // that is to run the job
wire [31:0] parts49_store = in_i[11318+:32];  // of this processor; all ones: none
wire        parts50_valid = in_i[11350];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts50_job = in_i[11351+:32];  // number of the job among those that live
wire [31:0] parts50_index = in_i[11383+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts50_last = in_i[11415];  // of the list
wire [31:0] parts50_object = in_i[11416+:32];  // number of the object among those that live
wire [31:0] parts50_part = in_i[11448+:32];  // of the object
wire        parts50_written = in_i[11480];  // 0: the job reads it; 1: it writes it
wire [31:0] parts50_readers = in_i[11481+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts50_processor = in_i[11513+:32];  // that is to run the job
wire [31:0] parts50_store = in_i[11545+:32];  // of this processor; all ones: none
wire        parts51_valid = in_i[11577];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts51_job = in_i[11578+:32];  // number of the job among those that live
wire [31:0] parts51_index = in_i[11610+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts51_last = in_i[11642];  // of the list
wire [31:0] parts51_object = in_i[11643+:32];  // number of the object among those that live
wire [31:0] parts51_part = in_i[11675+:32];  // of the object
wire        parts51_written = in_i[11707];  // 0: the job reads it; 1: it writes it
wire [31:0] parts51_readers = in_i[11708+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts51_processor = in_i[11740+:32];  // that is to run the job
wire [31:0] parts51_store = in_i[11772+:32];  // of this processor; all ones: none
wire        parts52_valid = in_i[11804];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts52_job = in_i[11805+:32];  // number of the job among those that live
wire [31:0] parts52_index = in_i[11837+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts52_last = in_i[11869];  // of the list
wire [31:0] parts52_object = in_i[11870+:32];  // number of the object among those that live
wire [31:0] parts52_part = in_i[11902+:32];  // of the object
wire        parts52_written = in_i[11934];  // 0: the job reads it; 1: it writes it
wire [31:0] parts52_readers = in_i[11935+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts52_processor = in_i[11967+:32];  // that is to run the job
wire [31:0] parts52_store = in_i[11999+:32];  // of this processor; all ones: none
wire        parts53_valid = in_i[12031];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts53_job = in_i[12032+:32];  // number of the job among those that live
wire [31:0] parts53_index = in_i[12064+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts53_last = in_i[12096];  // of the list
wire [31:0] parts53_object = in_i[12097+:32];  // number of the object among those that live
wire [31:0] parts53_part = in_i[12129+:32];  // of the object
wire        parts53_written = in_i[12161];  // 0: the job reads it; 1: it writes it
wire [31:0] parts53_readers = in_i[12162+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts53_processor = in_i[12194+:32];  // that is to run the job
wire [31:0] parts53_store = in_i[12226+:32];  // of this processor; all ones: none
wire        parts54_valid = in_i[12258];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts54_job = in_i[12259+:32];  // number of the job among those that live
wire [31:0] parts54_index = in_i[12291+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts54_last = in_i[12323];  // of the list
wire [31:0] parts54_object = in_i[12324+:32];  // number of the object among those that live
wire [31:0] parts54_part = in_i[12356+:32];  // of the object
wire        parts54_written = in_i[12388];  // 0: the job reads it; 1: it writes it
wire [31:0] parts54_readers = in_i[12389+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts54_processor = in_i[12421+:32];  // that is to run the job
wire [31:0] parts54_store = in_i[12453+:32];  // of this processor; all ones: none
wire        parts55_valid = in_i[12485];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts55_job = in_i[12486+:32];  // number of the job among those that live
wire [31:0] parts55_index = in_i[12518+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts55_last = in_i[12550];  // of the list
wire [31:0] parts55_object = in_i[12551+:32];  // number of the object among those that live
wire [31:0] parts55_part = in_i[12583+:32];  // of the object
wire        parts55_written = in_i[12615];  // 0: the job reads it; 1: it writes it
wire [31:0] parts55_readers = in_i[12616+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts55_processor = in_i[12648+:32];  // that is to run the job
wire [31:0] parts55_store = in_i[12680+:32];  // of this processor; all ones: none
wire        parts56_valid = in_i[12712];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts56_job = in_i[12713+:32];  // number of the job among those that live
wire [31:0] parts56_index = in_i[12745+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts56_last = in_i[12777];  // of the list
wire [31:0] parts56_object = in_i[12778+:32];  // number of the object among those that live
wire [31:0] parts56_part = in_i[12810+:32];  // of the object
wire        parts56_written = in_i[12842];  // 0: the job reads it; 1: it writes it
wire [31:0] parts56_readers = in_i[12843+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts56_processor = in_i[12875+:32];  // that is to run the job
wire [31:0] parts56_store = in_i[12907+:32];  // of this processor; all ones: none
wire        parts57_valid = in_i[12939];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts57_job = in_i[12940+:32];  // number of the job among those that live
wire [31:0] parts57_index = in_i[12972+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts57_last = in_i[13004];  // of the list
wire [31:0] parts57_object = in_i[13005+:32];  // number of the object among those that live
wire [31:0] parts57_part = in_i[13037+:32];  // of the object
wire        parts57_written = in_i[13069];  // 0: the job reads it; 1: it writes it
wire [31:0] parts57_readers = in_i[13070+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts57_processor = in_i[13102+:32];  // that is to run the job
wire [31:0] parts57_store = in_i[13134+:32];  // of this processor; all ones: none
wire        parts58_valid = in_i[13166];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts58_job = in_i[13167+:32];  // number of the job among those that live
wire [31:0] parts58_index = in_i[13199+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts58_last = in_i[13231];  // of the list
wire [31:0] parts58_object = in_i[13232+:32];  // number of the object among those that live
wire [31:0] parts58_part = in_i[13264+:32];  // of the object
wire        parts58_written = in_i[13296];  // 0: the job reads it; 1: it writes it
wire [31:0] parts58_readers = in_i[13297+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts58_processor = in_i[13329+:32];  // that is to run the job
wire [31:0] parts58_store = in_i[13361+:32];  // of this processor; all ones: none
wire        parts59_valid = in_i[13393];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts59_job = in_i[13394+:32];  // number of the job among those that live
wire [31:0] parts59_index = in_i[13426+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts59_last = in_i[13458];  // of the list
wire [31:0] parts59_object = in_i[13459+:32];  // number of the object among those that live
wire [31:0] parts59_part = in_i[13491+:32];  // of the object
wire        parts59_written = in_i[13523];  // 0: the job reads it; 1: it writes it
wire [31:0] parts59_readers = in_i[13524+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts59_processor = in_i[13556+:32];  // that is to run the job
wire [31:0] parts59_store = in_i[13588+:32];  // of this processor; all ones: none
wire        parts60_valid = in_i[13620];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts60_job = in_i[13621+:32];  // number of the job among those that live
wire [31:0] parts60_index = in_i[13653+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts60_last = in_i[13685];  // of the list
wire [31:0] parts60_object = in_i[13686+:32];  // number of the object among those that live
wire [31:0] parts60_part = in_i[13718+:32];  // of the object
wire        parts60_written = in_i[13750];  // 0: the job reads it; 1: it writes it
wire [31:0] parts60_readers = in_i[13751+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts60_processor = in_i[13783+:32];  // that is to run the job
wire [31:0] parts60_store = in_i[13815+:32];  // of this processor; all ones: none
wire        parts61_valid = in_i[13847];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts61_job = in_i[13848+:32];  // number of the job among those that live
wire [31:0] parts61_index = in_i[13880+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts61_last = in_i[13912];  // of the list
wire [31:0] parts61_object = in_i[13913+:32];  // number of the object among those that live
wire [31:0] parts61_part = in_i[13945+:32];  // of the object
wire        parts61_written = in_i[13977];  // 0: the job reads it; 1: it writes it
wire [31:0] parts61_readers = in_i[13978+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts61_processor = in_i[14010+:32];  // that is to run the job
wire [31:0] parts61_store = in_i[14042+:32];  // of this processor; all ones: none
wire        parts62_valid = in_i[14074];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts62_job = in_i[14075+:32];  // number of the job among those that live
wire [31:0] parts62_index = in_i[14107+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts62_last = in_i[14139];  // of the list
wire [31:0] parts62_object = in_i[14140+:32];  // number of the object among those that live
wire [31:0] parts62_part = in_i[14172+:32];  // of the object
wire        parts62_written = in_i[14204];  // 0: the job reads it; 1: it writes it
wire [31:0] parts62_readers = in_i[14205+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts62_processor = in_i[14237+:32];  // that is to run the job
wire [31:0] parts62_store = in_i[14269+:32];  // of this processor; all ones: none
wire        parts63_valid = in_i[14301];  // from the dispatcher: where is this part of a picked job?
wire [31:0] parts63_job = in_i[14302+:32];  // number of the job among those that live
wire [31:0] parts63_index = in_i[14334+:32];  // in the job's list, from 0: what it reads, then what it writes
wire        parts63_last = in_i[14366];  // of the list
wire [31:0] parts63_object = in_i[14367+:32];  // number of the object among those that live
wire [31:0] parts63_part = in_i[14399+:32];  // of the object
wire        parts63_written = in_i[14431];  // 0: the job reads it; 1: it writes it
wire [31:0] parts63_readers = in_i[14432+:32];  // jobs that read it and whose completions have not been told; all ones: no task writes it
wire [31:0] parts63_processor = in_i[14464+:32];  // that is to run the job
wire [31:0] parts63_store = in_i[14496+:32];  // of this processor; all ones: none
wire        uses0_valid = in_i[14528];  // from the processors: a completed job has used this part
wire [31:0] uses0_object = in_i[14529+:32];
wire [31:0] uses0_part = in_i[14561+:32];
wire [31:0] uses0_store = in_i[14593+:32];  // that has it; all ones: none
wire [63:0] uses0_stay = in_i[14625+:64];  // number of the part's stay in this store, ascending by part
wire        uses0_written = in_i[14689];  // 0: the job has read it; 1: it has written it
wire [31:0] uses0_readers = in_i[14690+:32];  // as in `parts`, without this job
wire        uses0_gone = in_i[14722];  // this stay is in `departures` of an earlier cycle
wire        uses1_valid = in_i[14723];  // from the processors: a completed job has used this part
wire [31:0] uses1_object = in_i[14724+:32];
wire [31:0] uses1_part = in_i[14756+:32];
wire [31:0] uses1_store = in_i[14788+:32];  // that has it; all ones: none
wire [63:0] uses1_stay = in_i[14820+:64];  // number of the part's stay in this store, ascending by part
wire        uses1_written = in_i[14884];  // 0: the job has read it; 1: it has written it
wire [31:0] uses1_readers = in_i[14885+:32];  // as in `parts`, without this job
wire        uses1_gone = in_i[14917];  // this stay is in `departures` of an earlier cycle
wire        uses2_valid = in_i[14918];  // from the processors: a completed job has used this part
wire [31:0] uses2_object = in_i[14919+:32];
wire [31:0] uses2_part = in_i[14951+:32];
wire [31:0] uses2_store = in_i[14983+:32];  // that has it; all ones: none
wire [63:0] uses2_stay = in_i[15015+:64];  // number of the part's stay in this store, ascending by part
wire        uses2_written = in_i[15079];  // 0: the job has read it; 1: it has written it
wire [31:0] uses2_readers = in_i[15080+:32];  // as in `parts`, without this job
wire        uses2_gone = in_i[15112];  // this stay is in `departures` of an earlier cycle
wire        uses3_valid = in_i[15113];  // from the processors: a completed job has used this part
wire [31:0] uses3_object = in_i[15114+:32];
wire [31:0] uses3_part = in_i[15146+:32];
wire [31:0] uses3_store = in_i[15178+:32];  // that has it; all ones: none
wire [63:0] uses3_stay = in_i[15210+:64];  // number of the part's stay in this store, ascending by part
wire        uses3_written = in_i[15274];  // 0: the job has read it; 1: it has written it
wire [31:0] uses3_readers = in_i[15275+:32];  // as in `parts`, without this job
wire        uses3_gone = in_i[15307];  // this stay is in `departures` of an earlier cycle
wire        uses4_valid = in_i[15308];  // from the processors: a completed job has used this part
wire [31:0] uses4_object = in_i[15309+:32];
wire [31:0] uses4_part = in_i[15341+:32];
wire [31:0] uses4_store = in_i[15373+:32];  // that has it; all ones: none
wire [63:0] uses4_stay = in_i[15405+:64];  // number of the part's stay in this store, ascending by part
wire        uses4_written = in_i[15469];  // 0: the job has read it; 1: it has written it
wire [31:0] uses4_readers = in_i[15470+:32];  // as in `parts`, without this job
wire        uses4_gone = in_i[15502];  // this stay is in `departures` of an earlier cycle
wire        uses5_valid = in_i[15503];  // from the processors: a completed job has used this part
wire [31:0] uses5_object = in_i[15504+:32];
wire [31:0] uses5_part = in_i[15536+:32];
wire [31:0] uses5_store = in_i[15568+:32];  // that has it; all ones: none
wire [63:0] uses5_stay = in_i[15600+:64];  // number of the part's stay in this store, ascending by part
wire        uses5_written = in_i[15664];  // 0: the job has read it; 1: it has written it
wire [31:0] uses5_readers = in_i[15665+:32];  // as in `parts`, without this job
wire        uses5_gone = in_i[15697];  // this stay is in `departures` of an earlier cycle
wire        uses6_valid = in_i[15698];  // from the processors: a completed job has used this part
wire [31:0] uses6_object = in_i[15699+:32];
wire [31:0] uses6_part = in_i[15731+:32];
wire [31:0] uses6_store = in_i[15763+:32];  // that has it; all ones: none
wire [63:0] uses6_stay = in_i[15795+:64];  // number of the part's stay in this store, ascending by part
wire        uses6_written = in_i[15859];  // 0: the job has read it; 1: it has written it
wire [31:0] uses6_readers = in_i[15860+:32];  // as in `parts`, without this job
wire        uses6_gone = in_i[15892];  // this stay is in `departures` of an earlier cycle
wire        uses7_valid = in_i[15893];  // from the processors: a completed job has used this part
wire [31:0] uses7_object = in_i[15894+:32];
wire [31:0] uses7_part = in_i[15926+:32];
wire [31:0] uses7_store = in_i[15958+:32];  // that has it; all ones: none
wire [63:0] uses7_stay = in_i[15990+:64];  // number of the part's stay in this store, ascending by part
wire        uses7_written = in_i[16054];  // 0: the job has read it; 1: it has written it
wire [31:0] uses7_readers = in_i[16055+:32];  // as in `parts`, without this job
wire        uses7_gone = in_i[16087];  // this stay is in `departures` of an earlier cycle
wire        uses8_valid = in_i[16088];  // from the processors: a completed job has used this part
wire [31:0] uses8_object = in_i[16089+:32];
wire [31:0] uses8_part = in_i[16121+:32];
wire [31:0] uses8_store = in_i[16153+:32];  // that has it; all ones: none
wire [63:0] uses8_stay = in_i[16185+:64];  // number of the part's stay in this store, ascending by part
wire        uses8_written = in_i[16249];  // 0: the job has read it; 1: it has written it
wire [31:0] uses8_readers = in_i[16250+:32];  // as in `parts`, without this job
wire        uses8_gone = in_i[16282];  // this stay is in `departures` of an earlier cycle
wire        uses9_valid = in_i[16283];  // from the processors: a completed job has used this part
wire [31:0] uses9_object = in_i[16284+:32];
wire [31:0] uses9_part = in_i[16316+:32];
wire [31:0] uses9_store = in_i[16348+:32];  // that has it; all ones: none
wire [63:0] uses9_stay = in_i[16380+:64];  // number of the part's stay in this store, ascending by part
wire        uses9_written = in_i[16444];  // 0: the job has read it; 1: it has written it
wire [31:0] uses9_readers = in_i[16445+:32];  // as in `parts`, without this job
wire        uses9_gone = in_i[16477];  // this stay is in `departures` of an earlier cycle
wire        uses10_valid = in_i[16478];  // from the processors: a completed job has used this part
wire [31:0] uses10_object = in_i[16479+:32];
wire [31:0] uses10_part = in_i[16511+:32];
wire [31:0] uses10_store = in_i[16543+:32];  // that has it; all ones: none
wire [63:0] uses10_stay = in_i[16575+:64];  // number of the part's stay in this store, ascending by part
wire        uses10_written = in_i[16639];  // 0: the job has read it; 1: it has written it
wire [31:0] uses10_readers = in_i[16640+:32];  // as in `parts`, without this job
wire        uses10_gone = in_i[16672];  // this stay is in `departures` of an earlier cycle
wire        uses11_valid = in_i[16673];  // from the processors: a completed job has used this part
wire [31:0] uses11_object = in_i[16674+:32];
wire [31:0] uses11_part = in_i[16706+:32];
wire [31:0] uses11_store = in_i[16738+:32];  // that has it; all ones: none
wire [63:0] uses11_stay = in_i[16770+:64];  // number of the part's stay in this store, ascending by part
wire        uses11_written = in_i[16834];  // 0: the job has read it; 1: it has written it
wire [31:0] uses11_readers = in_i[16835+:32];  // as in `parts`, without this job
wire        uses11_gone = in_i[16867];  // this stay is in `departures` of an earlier cycle
wire        uses12_valid = in_i[16868];  // from the processors: a completed job has used this part
wire [31:0] uses12_object = in_i[16869+:32];
wire [31:0] uses12_part = in_i[16901+:32];
wire [31:0] uses12_store = in_i[16933+:32];  // that has it; all ones: none
wire [63:0] uses12_stay = in_i[16965+:64];  // number of the part's stay in this store, ascending by part
wire        uses12_written = in_i[17029];  // 0: the job has read it; 1: it has written it
wire [31:0] uses12_readers = in_i[17030+:32];  // as in `parts`, without this job
wire        uses12_gone = in_i[17062];  // this stay is in `departures` of an earlier cycle
wire        uses13_valid = in_i[17063];  // from the processors: a completed job has used this part
wire [31:0] uses13_object = in_i[17064+:32];
wire [31:0] uses13_part = in_i[17096+:32];
wire [31:0] uses13_store = in_i[17128+:32];  // that has it; all ones: none
wire [63:0] uses13_stay = in_i[17160+:64];  // number of the part's stay in this store, ascending by part
wire        uses13_written = in_i[17224];  // 0: the job has read it; 1: it has written it
wire [31:0] uses13_readers = in_i[17225+:32];  // as in `parts`, without this job
wire        uses13_gone = in_i[17257];  // this stay is in `departures` of an earlier cycle
wire        uses14_valid = in_i[17258];  // from the processors: a completed job has used this part
wire [31:0] uses14_object = in_i[17259+:32];
wire [31:0] uses14_part = in_i[17291+:32];
wire [31:0] uses14_store = in_i[17323+:32];  // that has it; all ones: none
wire [63:0] uses14_stay = in_i[17355+:64];  // number of the part's stay in this store, ascending by part
wire        uses14_written = in_i[17419];  // 0: the job has read it; 1: it has written it
wire [31:0] uses14_readers = in_i[17420+:32];  // as in `parts`, without this job
wire        uses14_gone = in_i[17452];  // this stay is in `departures` of an earlier cycle
wire        uses15_valid = in_i[17453];  // from the processors: a completed job has used this part
wire [31:0] uses15_object = in_i[17454+:32];
wire [31:0] uses15_part = in_i[17486+:32];
wire [31:0] uses15_store = in_i[17518+:32];  // that has it; all ones: none
wire [63:0] uses15_stay = in_i[17550+:64];  // number of the part's stay in this store, ascending by part
wire        uses15_written = in_i[17614];  // 0: the job has read it; 1: it has written it
wire [31:0] uses15_readers = in_i[17615+:32];  // as in `parts`, without this job
wire        uses15_gone = in_i[17647];  // this stay is in `departures` of an earlier cycle
wire        uses16_valid = in_i[17648];  // from the processors: a completed job has used this part
wire [31:0] uses16_object = in_i[17649+:32];
wire [31:0] uses16_part = in_i[17681+:32];
wire [31:0] uses16_store = in_i[17713+:32];  // that has it; all ones: none
wire [63:0] uses16_stay = in_i[17745+:64];  // number of the part's stay in this store, ascending by part
wire        uses16_written = in_i[17809];  // 0: the job has read it; 1: it has written it
wire [31:0] uses16_readers = in_i[17810+:32];  // as in `parts`, without this job
wire        uses16_gone = in_i[17842];  // this stay is in `departures` of an earlier cycle
wire        uses17_valid = in_i[17843];  // from the processors: a completed job has used this part
wire [31:0] uses17_object = in_i[17844+:32];
wire [31:0] uses17_part = in_i[17876+:32];
wire [31:0] uses17_store = in_i[17908+:32];  // that has it; all ones: none
wire [63:0] uses17_stay = in_i[17940+:64];  // number of the part's stay in this store, ascending by part
wire        uses17_written = in_i[18004];  // 0: the job has read it; 1: it has written it
wire [31:0] uses17_readers = in_i[18005+:32];  // as in `parts`, without this job
wire        uses17_gone = in_i[18037];  // this stay is in `departures` of an earlier cycle
wire        uses18_valid = in_i[18038];  // from the processors: a completed job has used this part
wire [31:0] uses18_object = in_i[18039+:32];
wire [31:0] uses18_part = in_i[18071+:32];
wire [31:0] uses18_store = in_i[18103+:32];  // that has it; all ones: none
wire [63:0] uses18_stay = in_i[18135+:64];  // number of the part's stay in this store, ascending by part
wire        uses18_written = in_i[18199];  // 0: the job has read it; 1: it has written it
wire [31:0] uses18_readers = in_i[18200+:32];  // as in `parts`, without this job
wire        uses18_gone = in_i[18232];  // this stay is in `departures` of an earlier cycle
wire        uses19_valid = in_i[18233];  // from the processors: a completed job has used this part
wire [31:0] uses19_object = in_i[18234+:32];
wire [31:0] uses19_part = in_i[18266+:32];
wire [31:0] uses19_store = in_i[18298+:32];  // that has it; all ones: none
wire [63:0] uses19_stay = in_i[18330+:64];  // number of the part's stay in this store, ascending by part
wire        uses19_written = in_i[18394];  // 0: the job has read it; 1: it has written it
wire [31:0] uses19_readers = in_i[18395+:32];  // as in `parts`, without this job
wire        uses19_gone = in_i[18427];  // this stay is in `departures` of an earlier cycle
wire        uses20_valid = in_i[18428];  // from the processors: a completed job has used this part
wire [31:0] uses20_object = in_i[18429+:32];
wire [31:0] uses20_part = in_i[18461+:32];
wire [31:0] uses20_store = in_i[18493+:32];  // that has it; all ones: none
wire [63:0] uses20_stay = in_i[18525+:64];  // number of the part's stay in this store, ascending by part
wire        uses20_written = in_i[18589];  // 0: the job has read it; 1: it has written it
wire [31:0] uses20_readers = in_i[18590+:32];  // as in `parts`, without this job
wire        uses20_gone = in_i[18622];  // this stay is in `departures` of an earlier cycle
wire        uses21_valid = in_i[18623];  // from the processors: a completed job has used this part
wire [31:0] uses21_object = in_i[18624+:32];
wire [31:0] uses21_part = in_i[18656+:32];
wire [31:0] uses21_store = in_i[18688+:32];  // that has it; all ones: none
wire [63:0] uses21_stay = in_i[18720+:64];  // number of the part's stay in this store, ascending by part
wire        uses21_written = in_i[18784];  // 0: the job has read it; 1: it has written it
wire [31:0] uses21_readers = in_i[18785+:32];  // as in `parts`, without this job
wire        uses21_gone = in_i[18817];  // this stay is in `departures` of an earlier cycle
wire        uses22_valid = in_i[18818];  // from the processors: a completed job has used this part
wire [31:0] uses22_object = in_i[18819+:32];
wire [31:0] uses22_part = in_i[18851+:32];
wire [31:0] uses22_store = in_i[18883+:32];  // that has it; all ones: none
wire [63:0] uses22_stay = in_i[18915+:64];  // number of the part's stay in this store, ascending by part
wire        uses22_written = in_i[18979];  // 0: the job has read it; 1: it has written it
wire [31:0] uses22_readers = in_i[18980+:32];  // as in `parts`, without this job
wire        uses22_gone = in_i[19012];  // this stay is in `departures` of an earlier cycle
wire        uses23_valid = in_i[19013];  // from the processors: a completed job has used this part
wire [31:0] uses23_object = in_i[19014+:32];
wire [31:0] uses23_part = in_i[19046+:32];
wire [31:0] uses23_store = in_i[19078+:32];  // that has it; all ones: none
wire [63:0] uses23_stay = in_i[19110+:64];  // number of the part's stay in this store, ascending by part
wire        uses23_written = in_i[19174];  // 0: the job has read it; 1: it has written it
wire [31:0] uses23_readers = in_i[19175+:32];  // as in `parts`, without this job
wire        uses23_gone = in_i[19207];  // this stay is in `departures` of an earlier cycle
wire        uses24_valid = in_i[19208];  // from the processors: a completed job has used this part
wire [31:0] uses24_object = in_i[19209+:32];
wire [31:0] uses24_part = in_i[19241+:32];
wire [31:0] uses24_store = in_i[19273+:32];  // that has it; all ones: none
wire [63:0] uses24_stay = in_i[19305+:64];  // number of the part's stay in this store, ascending by part
wire        uses24_written = in_i[19369];  // 0: the job has read it; 1: it has written it
wire [31:0] uses24_readers = in_i[19370+:32];  // as in `parts`, without this job
wire        uses24_gone = in_i[19402];  // this stay is in `departures` of an earlier cycle
wire        uses25_valid = in_i[19403];  // from the processors: a completed job has used this part
wire [31:0] uses25_object = in_i[19404+:32];
wire [31:0] uses25_part = in_i[19436+:32];
wire [31:0] uses25_store = in_i[19468+:32];  // that has it; all ones: none
wire [63:0] uses25_stay = in_i[19500+:64];  // number of the part's stay in this store, ascending by part
wire        uses25_written = in_i[19564];  // 0: the job has read it; 1: it has written it
wire [31:0] uses25_readers = in_i[19565+:32];  // as in `parts`, without this job
wire        uses25_gone = in_i[19597];  // this stay is in `departures` of an earlier cycle
wire        uses26_valid = in_i[19598];  // from the processors: a completed job has used this part
wire [31:0] uses26_object = in_i[19599+:32];
wire [31:0] uses26_part = in_i[19631+:32];
wire [31:0] uses26_store = in_i[19663+:32];  // that has it; all ones: none
wire [63:0] uses26_stay = in_i[19695+:64];  // number of the part's stay in this store, ascending by part
wire        uses26_written = in_i[19759];  // 0: the job has read it; 1: it has written it
wire [31:0] uses26_readers = in_i[19760+:32];  // as in `parts`, without this job
wire        uses26_gone = in_i[19792];  // this stay is in `departures` of an earlier cycle
wire        uses27_valid = in_i[19793];  // from the processors: a completed job has used this part
wire [31:0] uses27_object = in_i[19794+:32];
wire [31:0] uses27_part = in_i[19826+:32];
wire [31:0] uses27_store = in_i[19858+:32];  // that has it; all ones: none
wire [63:0] uses27_stay = in_i[19890+:64];  // number of the part's stay in this store, ascending by part
wire        uses27_written = in_i[19954];  // 0: the job has read it; 1: it has written it
wire [31:0] uses27_readers = in_i[19955+:32];  // as in `parts`, without this job
wire        uses27_gone = in_i[19987];  // this stay is in `departures` of an earlier cycle
wire        uses28_valid = in_i[19988];  // from the processors: a completed job has used this part
wire [31:0] uses28_object = in_i[19989+:32];
wire [31:0] uses28_part = in_i[20021+:32];
wire [31:0] uses28_store = in_i[20053+:32];  // that has it; all ones: none
wire [63:0] uses28_stay = in_i[20085+:64];  // number of the part's stay in this store, ascending by part
wire        uses28_written = in_i[20149];  // 0: the job has read it; 1: it has written it
wire [31:0] uses28_readers = in_i[20150+:32];  // as in `parts`, without this job
wire        uses28_gone = in_i[20182];  // this stay is in `departures` of an earlier cycle
wire        uses29_valid = in_i[20183];  // from the processors: a completed job has used this part
wire [31:0] uses29_object = in_i[20184+:32];
wire [31:0] uses29_part = in_i[20216+:32];
wire [31:0] uses29_store = in_i[20248+:32];  // that has it; all ones: none
wire [63:0] uses29_stay = in_i[20280+:64];  // number of the part's stay in this store, ascending by part
wire        uses29_written = in_i[20344];  // 0: the job has read it; 1: it has written it
wire [31:0] uses29_readers = in_i[20345+:32];  // as in `parts`, without this job
wire        uses29_gone = in_i[20377];  // this stay is in `departures` of an earlier cycle
wire        uses30_valid = in_i[20378];  // from the processors: a completed job has used this part
wire [31:0] uses30_object = in_i[20379+:32];
wire [31:0] uses30_part = in_i[20411+:32];
wire [31:0] uses30_store = in_i[20443+:32];  // that has it; all ones: none
wire [63:0] uses30_stay = in_i[20475+:64];  // number of the part's stay in this store, ascending by part
wire        uses30_written = in_i[20539];  // 0: the job has read it; 1: it has written it
wire [31:0] uses30_readers = in_i[20540+:32];  // as in `parts`, without this job
wire        uses30_gone = in_i[20572];  // this stay is in `departures` of an earlier cycle
wire        uses31_valid = in_i[20573];  // from the processors: a completed job has used this part
wire [31:0] uses31_object = in_i[20574+:32];
wire [31:0] uses31_part = in_i[20606+:32];
wire [31:0] uses31_store = in_i[20638+:32];  // that has it; all ones: none
wire [63:0] uses31_stay = in_i[20670+:64];  // number of the part's stay in this store, ascending by part
wire        uses31_written = in_i[20734];  // 0: the job has read it; 1: it has written it
wire [31:0] uses31_readers = in_i[20735+:32];  // as in `parts`, without this job
wire        uses31_gone = in_i[20767];  // this stay is in `departures` of an earlier cycle
wire        uses32_valid = in_i[20768];  // from the processors: a completed job has used this part
wire [31:0] uses32_object = in_i[20769+:32];
wire [31:0] uses32_part = in_i[20801+:32];
wire [31:0] uses32_store = in_i[20833+:32];  // that has it; all ones: none
wire [63:0] uses32_stay = in_i[20865+:64];  // number of the part's stay in this store, ascending by part
wire        uses32_written = in_i[20929];  // 0: the job has read it; 1: it has written it
wire [31:0] uses32_readers = in_i[20930+:32];  // as in `parts`, without this job
wire        uses32_gone = in_i[20962];  // this stay is in `departures` of an earlier cycle
wire        uses33_valid = in_i[20963];  // from the processors: a completed job has used this part
wire [31:0] uses33_object = in_i[20964+:32];
wire [31:0] uses33_part = in_i[20996+:32];
wire [31:0] uses33_store = in_i[21028+:32];  // that has it; all ones: none
wire [63:0] uses33_stay = in_i[21060+:64];  // number of the part's stay in this store, ascending by part
wire        uses33_written = in_i[21124];  // 0: the job has read it; 1: it has written it
wire [31:0] uses33_readers = in_i[21125+:32];  // as in `parts`, without this job
wire        uses33_gone = in_i[21157];  // this stay is in `departures` of an earlier cycle
wire        uses34_valid = in_i[21158];  // from the processors: a completed job has used this part
wire [31:0] uses34_object = in_i[21159+:32];
wire [31:0] uses34_part = in_i[21191+:32];
wire [31:0] uses34_store = in_i[21223+:32];  // that has it; all ones: none
wire [63:0] uses34_stay = in_i[21255+:64];  // number of the part's stay in this store, ascending by part
wire        uses34_written = in_i[21319];  // 0: the job has read it; 1: it has written it
wire [31:0] uses34_readers = in_i[21320+:32];  // as in `parts`, without this job
wire        uses34_gone = in_i[21352];  // this stay is in `departures` of an earlier cycle
wire        uses35_valid = in_i[21353];  // from the processors: a completed job has used this part
wire [31:0] uses35_object = in_i[21354+:32];
wire [31:0] uses35_part = in_i[21386+:32];
wire [31:0] uses35_store = in_i[21418+:32];  // that has it; all ones: none
wire [63:0] uses35_stay = in_i[21450+:64];  // number of the part's stay in this store, ascending by part
wire        uses35_written = in_i[21514];  // 0: the job has read it; 1: it has written it
wire [31:0] uses35_readers = in_i[21515+:32];  // as in `parts`, without this job
wire        uses35_gone = in_i[21547];  // this stay is in `departures` of an earlier cycle
wire        uses36_valid = in_i[21548];  // from the processors: a completed job has used this part
wire [31:0] uses36_object = in_i[21549+:32];
wire [31:0] uses36_part = in_i[21581+:32];
wire [31:0] uses36_store = in_i[21613+:32];  // that has it; all ones: none
wire [63:0] uses36_stay = in_i[21645+:64];  // number of the part's stay in this store, ascending by part
wire        uses36_written = in_i[21709];  // 0: the job has read it; 1: it has written it
wire [31:0] uses36_readers = in_i[21710+:32];  // as in `parts`, without this job
wire        uses36_gone = in_i[21742];  // this stay is in `departures` of an earlier cycle
wire        uses37_valid = in_i[21743];  // from the processors: a completed job has used this part
wire [31:0] uses37_object = in_i[21744+:32];
wire [31:0] uses37_part = in_i[21776+:32];
wire [31:0] uses37_store = in_i[21808+:32];  // that has it; all ones: none
wire [63:0] uses37_stay = in_i[21840+:64];  // number of the part's stay in this store, ascending by part
wire        uses37_written = in_i[21904];  // 0: the job has read it; 1: it has written it
wire [31:0] uses37_readers = in_i[21905+:32];  // as in `parts`, without this job
wire        uses37_gone = in_i[21937];  // this stay is in `departures` of an earlier cycle
wire        uses38_valid = in_i[21938];  // from the processors: a completed job has used this part
wire [31:0] uses38_object = in_i[21939+:32];
wire [31:0] uses38_part = in_i[21971+:32];
wire [31:0] uses38_store = in_i[22003+:32];  // that has it; all ones: none
wire [63:0] uses38_stay = in_i[22035+:64];  // number of the part's stay in this store, ascending by part
wire        uses38_written = in_i[22099];  // 0: the job has read it; 1: it has written it
wire [31:0] uses38_readers = in_i[22100+:32];  // as in `parts`, without this job
wire        uses38_gone = in_i[22132];  // this stay is in `departures` of an earlier cycle
wire        uses39_valid = in_i[22133];  // from the processors: a completed job has used this part
wire [31:0] uses39_object = in_i[22134+:32];
wire [31:0] uses39_part = in_i[22166+:32];
wire [31:0] uses39_store = in_i[22198+:32];  // that has it; all ones: none
wire [63:0] uses39_stay = in_i[22230+:64];  // number of the part's stay in this store, ascending by part
wire        uses39_written = in_i[22294];  // 0: the job has read it; 1: it has written it
wire [31:0] uses39_readers = in_i[22295+:32];  // as in `parts`, without this job
wire        uses39_gone = in_i[22327];  // this stay is in `departures` of an earlier cycle
wire        uses40_valid = in_i[22328];  // from the processors: a completed job has used this part
wire [31:0] uses40_object = in_i[22329+:32];
wire [31:0] uses40_part = in_i[22361+:32];
wire [31:0] uses40_store = in_i[22393+:32];  // that has it; all ones: none
wire [63:0] uses40_stay = in_i[22425+:64];  // number of the part's stay in this store, ascending by part
wire        uses40_written = in_i[22489];  // 0: the job has read it; 1: it has written it
wire [31:0] uses40_readers = in_i[22490+:32];  // as in `parts`, without this job
wire        uses40_gone = in_i[22522];  // this stay is in `departures` of an earlier cycle
wire        uses41_valid = in_i[22523];  // from the processors: a completed job has used this part
wire [31:0] uses41_object = in_i[22524+:32];
wire [31:0] uses41_part = in_i[22556+:32];
wire [31:0] uses41_store = in_i[22588+:32];  // that has it; all ones: none
wire [63:0] uses41_stay = in_i[22620+:64];  // number of the part's stay in this store, ascending by part
wire        uses41_written = in_i[22684];  // 0: the job has read it; 1: it has written it
wire [31:0] uses41_readers = in_i[22685+:32];  // as in `parts`, without this job
wire        uses41_gone = in_i[22717];  // this stay is in `departures` of an earlier cycle
wire        uses42_valid = in_i[22718];  // from the processors: a completed job has used this part
wire [31:0] uses42_object = in_i[22719+:32];
wire [31:0] uses42_part = in_i[22751+:32];
wire [31:0] uses42_store = in_i[22783+:32];  // that has it; all ones: none
wire [63:0] uses42_stay = in_i[22815+:64];  // number of the part's stay in this store, ascending by part
wire        uses42_written = in_i[22879];  // 0: the job has read it; 1: it has written it
wire [31:0] uses42_readers = in_i[22880+:32];  // as in `parts`, without this job
wire        uses42_gone = in_i[22912];  // this stay is in `departures` of an earlier cycle
wire        uses43_valid = in_i[22913];  // from the processors: a completed job has used this part
wire [31:0] uses43_object = in_i[22914+:32];
wire [31:0] uses43_part = in_i[22946+:32];
wire [31:0] uses43_store = in_i[22978+:32];  // that has it; all ones: none
wire [63:0] uses43_stay = in_i[23010+:64];  // number of the part's stay in this store, ascending by part
wire        uses43_written = in_i[23074];  // 0: the job has read it; 1: it has written it
wire [31:0] uses43_readers = in_i[23075+:32];  // as in `parts`, without this job
wire        uses43_gone = in_i[23107];  // this stay is in `departures` of an earlier cycle
wire        uses44_valid = in_i[23108];  // from the processors: a completed job has used this part
wire [31:0] uses44_object = in_i[23109+:32];
wire [31:0] uses44_part = in_i[23141+:32];
wire [31:0] uses44_store = in_i[23173+:32];  // that has it; all ones: none
wire [63:0] uses44_stay = in_i[23205+:64];  // number of the part's stay in this store, ascending by part
wire        uses44_written = in_i[23269];  // 0: the job has read it; 1: it has written it
wire [31:0] uses44_readers = in_i[23270+:32];  // as in `parts`, without this job
wire        uses44_gone = in_i[23302];  // this stay is in `departures` of an earlier cycle
wire        uses45_valid = in_i[23303];  // from the processors: a completed job has used this part
wire [31:0] uses45_object = in_i[23304+:32];
wire [31:0] uses45_part = in_i[23336+:32];
wire [31:0] uses45_store = in_i[23368+:32];  // that has it; all ones: none
wire [63:0] uses45_stay = in_i[23400+:64];  // number of the part's stay in this store, ascending by part
wire        uses45_written = in_i[23464];  // 0: the job has read it; 1: it has written it
wire [31:0] uses45_readers = in_i[23465+:32];  // as in `parts`, without this job
wire        uses45_gone = in_i[23497];  // this stay is in `departures` of an earlier cycle
wire        uses46_valid = in_i[23498];  // from the processors: a completed job has used this part
wire [31:0] uses46_object = in_i[23499+:32];
wire [31:0] uses46_part = in_i[23531+:32];
wire [31:0] uses46_store = in_i[23563+:32];  // that has it; all ones: none
wire [63:0] uses46_stay = in_i[23595+:64];  // number of the part's stay in this store, ascending by part
wire        uses46_written = in_i[23659];  // 0: the job has read it; 1: it has written it
wire [31:0] uses46_readers = in_i[23660+:32];  // as in `parts`, without this job
wire        uses46_gone = in_i[23692];  // this stay is in `departures` of an earlier cycle
wire        uses47_valid = in_i[23693];  // from the processors: a completed job has used this part
wire [31:0] uses47_object = in_i[23694+:32];
wire [31:0] uses47_part = in_i[23726+:32];
wire [31:0] uses47_store = in_i[23758+:32];  // that has it; all ones: none
wire [63:0] uses47_stay = in_i[23790+:64];  // number of the part's stay in this store, ascending by part
wire        uses47_written = in_i[23854];  // 0: the job has read it; 1: it has written it
wire [31:0] uses47_readers = in_i[23855+:32];  // as in `parts`, without this job
wire        uses47_gone = in_i[23887];  // this stay is in `departures` of an earlier cycle
wire        uses48_valid = in_i[23888];  // from the processors: a completed job has used this part
wire [31:0] uses48_object = in_i[23889+:32];
wire [31:0] uses48_part = in_i[23921+:32];
wire [31:0] uses48_store = in_i[23953+:32];  // that has it; all ones: none
wire [63:0] uses48_stay = in_i[23985+:64];  // number of the part's stay in this store, ascending by part
wire        uses48_written = in_i[24049];  // 0: the job has read it; 1: it has written it
wire [31:0] uses48_readers = in_i[24050+:32];  // as in `parts`, without this job
wire        uses48_gone = in_i[24082];  // this stay is in `departures` of an earlier cycle
wire        uses49_valid = in_i[24083];  // from the processors: a completed job has used this part
wire [31:0] uses49_object = in_i[24084+:32];
wire [31:0] uses49_part = in_i[24116+:32];
wire [31:0] uses49_store = in_i[24148+:32];  // that has it; all ones: none
wire [63:0] uses49_stay = in_i[24180+:64];  // number of the part's stay in this store, ascending by part
wire        uses49_written = in_i[24244];  // 0: the job has read it; 1: it has written it
wire [31:0] uses49_readers = in_i[24245+:32];  // as in `parts`, without this job
wire        uses49_gone = in_i[24277];  // this stay is in `departures` of an earlier cycle
wire        uses50_valid = in_i[24278];  // from the processors: a completed job has used this part
wire [31:0] uses50_object = in_i[24279+:32];
wire [31:0] uses50_part = in_i[24311+:32];
wire [31:0] uses50_store = in_i[24343+:32];  // that has it; all ones: none
wire [63:0] uses50_stay = in_i[24375+:64];  // number of the part's stay in this store, ascending by part
wire        uses50_written = in_i[24439];  // 0: the job has read it; 1: it has written it
wire [31:0] uses50_readers = in_i[24440+:32];  // as in `parts`, without this job
wire        uses50_gone = in_i[24472];  // this stay is in `departures` of an earlier cycle
wire        uses51_valid = in_i[24473];  // from the processors: a completed job has used this part
wire [31:0] uses51_object = in_i[24474+:32];
wire [31:0] uses51_part = in_i[24506+:32];
wire [31:0] uses51_store = in_i[24538+:32];  // that has it; all ones: none
wire [63:0] uses51_stay = in_i[24570+:64];  // number of the part's stay in this store, ascending by part
wire        uses51_written = in_i[24634];  // 0: the job has read it; 1: it has written it
wire [31:0] uses51_readers = in_i[24635+:32];  // as in `parts`, without this job
wire        uses51_gone = in_i[24667];  // this stay is in `departures` of an earlier cycle
wire        uses52_valid = in_i[24668];  // from the processors: a completed job has used this part
wire [31:0] uses52_object = in_i[24669+:32];
wire [31:0] uses52_part = in_i[24701+:32];
wire [31:0] uses52_store = in_i[24733+:32];  // that has it; all ones: none
wire [63:0] uses52_stay = in_i[24765+:64];  // number of the part's stay in this store, ascending by part
wire        uses52_written = in_i[24829];  // 0: the job has read it; 1: it has written it
wire [31:0] uses52_readers = in_i[24830+:32];  // as in `parts`, without this job
wire        uses52_gone = in_i[24862];  // this stay is in `departures` of an earlier cycle
wire        uses53_valid = in_i[24863];  // from the processors: a completed job has used this part
wire [31:0] uses53_object = in_i[24864+:32];
wire [31:0] uses53_part = in_i[24896+:32];
wire [31:0] uses53_store = in_i[24928+:32];  // that has it; all ones: none
wire [63:0] uses53_stay = in_i[24960+:64];  // number of the part's stay in this store, ascending by part
wire        uses53_written = in_i[25024];  // 0: the job has read it; 1: it has written it
wire [31:0] uses53_readers = in_i[25025+:32];  // as in `parts`, without this job
wire        uses53_gone = in_i[25057];  // this stay is in `departures` of an earlier cycle
wire        uses54_valid = in_i[25058];  // from the processors: a completed job has used this part
wire [31:0] uses54_object = in_i[25059+:32];
wire [31:0] uses54_part = in_i[25091+:32];
wire [31:0] uses54_store = in_i[25123+:32];  // that has it; all ones: none
wire [63:0] uses54_stay = in_i[25155+:64];  // number of the part's stay in this store, ascending by part
wire        uses54_written = in_i[25219];  // 0: the job has read it; 1: it has written it
wire [31:0] uses54_readers = in_i[25220+:32];  // as in `parts`, without this job
wire        uses54_gone = in_i[25252];  // this stay is in `departures` of an earlier cycle
wire        uses55_valid = in_i[25253];  // from the processors: a completed job has used this part
wire [31:0] uses55_object = in_i[25254+:32];
wire [31:0] uses55_part = in_i[25286+:32];
wire [31:0] uses55_store = in_i[25318+:32];  // that has it; all ones: none
wire [63:0] uses55_stay = in_i[25350+:64];  // number of the part's stay in this store, ascending by part
wire        uses55_written = in_i[25414];  // 0: the job has read it; 1: it has written it
wire [31:0] uses55_readers = in_i[25415+:32];  // as in `parts`, without this job
wire        uses55_gone = in_i[25447];  // this stay is in `departures` of an earlier cycle
wire        uses56_valid = in_i[25448];  // from the processors: a completed job has used this part
wire [31:0] uses56_object = in_i[25449+:32];
wire [31:0] uses56_part = in_i[25481+:32];
wire [31:0] uses56_store = in_i[25513+:32];  // that has it; all ones: none
wire [63:0] uses56_stay = in_i[25545+:64];  // number of the part's stay in this store, ascending by part
wire        uses56_written = in_i[25609];  // 0: the job has read it; 1: it has written it
wire [31:0] uses56_readers = in_i[25610+:32];  // as in `parts`, without this job
wire        uses56_gone = in_i[25642];  // this stay is in `departures` of an earlier cycle
wire        uses57_valid = in_i[25643];  // from the processors: a completed job has used this part
wire [31:0] uses57_object = in_i[25644+:32];
wire [31:0] uses57_part = in_i[25676+:32];
wire [31:0] uses57_store = in_i[25708+:32];  // that has it; all ones: none
wire [63:0] uses57_stay = in_i[25740+:64];  // number of the part's stay in this store, ascending by part
wire        uses57_written = in_i[25804];  // 0: the job has read it; 1: it has written it
wire [31:0] uses57_readers = in_i[25805+:32];  // as in `parts`, without this job
wire        uses57_gone = in_i[25837];  // this stay is in `departures` of an earlier cycle
wire        uses58_valid = in_i[25838];  // from the processors: a completed job has used this part
wire [31:0] uses58_object = in_i[25839+:32];
wire [31:0] uses58_part = in_i[25871+:32];
wire [31:0] uses58_store = in_i[25903+:32];  // that has it; all ones: none
wire [63:0] uses58_stay = in_i[25935+:64];  // number of the part's stay in this store, ascending by part
wire        uses58_written = in_i[25999];  // 0: the job has read it; 1: it has written it
wire [31:0] uses58_readers = in_i[26000+:32];  // as in `parts`, without this job
wire        uses58_gone = in_i[26032];  // this stay is in `departures` of an earlier cycle
wire        uses59_valid = in_i[26033];  // from the processors: a completed job has used this part
wire [31:0] uses59_object = in_i[26034+:32];
wire [31:0] uses59_part = in_i[26066+:32];
wire [31:0] uses59_store = in_i[26098+:32];  // that has it; all ones: none
wire [63:0] uses59_stay = in_i[26130+:64];  // number of the part's stay in this store, ascending by part
wire        uses59_written = in_i[26194];  // 0: the job has read it; 1: it has written it
wire [31:0] uses59_readers = in_i[26195+:32];  // as in `parts`, without this job
wire        uses59_gone = in_i[26227];  // this stay is in `departures` of an earlier cycle
wire        uses60_valid = in_i[26228];  // from the processors: a completed job has used this part
wire [31:0] uses60_object = in_i[26229+:32];
wire [31:0] uses60_part = in_i[26261+:32];
wire [31:0] uses60_store = in_i[26293+:32];  // that has it; all ones: none
wire [63:0] uses60_stay = in_i[26325+:64];  // number of the part's stay in this store, ascending by part
wire        uses60_written = in_i[26389];  // 0: the job has read it; 1: it has written it
wire [31:0] uses60_readers = in_i[26390+:32];  // as in `parts`, without this job
wire        uses60_gone = in_i[26422];  // this stay is in `departures` of an earlier cycle
wire        uses61_valid = in_i[26423];  // from the processors: a completed job has used this part
wire [31:0] uses61_object = in_i[26424+:32];
wire [31:0] uses61_part = in_i[26456+:32];
wire [31:0] uses61_store = in_i[26488+:32];  // that has it; all ones: none
wire [63:0] uses61_stay = in_i[26520+:64];  // number of the part's stay in this store, ascending by part
wire        uses61_written = in_i[26584];  // 0: the job has read it; 1: it has written it
wire [31:0] uses61_readers = in_i[26585+:32];  // as in `parts`, without this job
wire        uses61_gone = in_i[26617];  // this stay is in `departures` of an earlier cycle
wire        uses62_valid = in_i[26618];  // from the processors: a completed job has used this part
wire [31:0] uses62_object = in_i[26619+:32];
wire [31:0] uses62_part = in_i[26651+:32];
wire [31:0] uses62_store = in_i[26683+:32];  // that has it; all ones: none
wire [63:0] uses62_stay = in_i[26715+:64];  // number of the part's stay in this store, ascending by part
wire        uses62_written = in_i[26779];  // 0: the job has read it; 1: it has written it
wire [31:0] uses62_readers = in_i[26780+:32];  // as in `parts`, without this job
wire        uses62_gone = in_i[26812];  // this stay is in `departures` of an earlier cycle
wire        uses63_valid = in_i[26813];  // from the processors: a completed job has used this part
wire [31:0] uses63_object = in_i[26814+:32];
wire [31:0] uses63_part = in_i[26846+:32];
wire [31:0] uses63_store = in_i[26878+:32];  // that has it; all ones: none
wire [63:0] uses63_stay = in_i[26910+:64];  // number of the part's stay in this store, ascending by part
wire        uses63_written = in_i[26974];  // 0: the job has read it; 1: it has written it
wire [31:0] uses63_readers = in_i[26975+:32];  // as in `parts`, without this job
wire        uses63_gone = in_i[27007];  // this stay is in `departures` of an earlier cycle
wire        departures_valid = in_i[27008];  // from the processors: a part has left a store
wire [31:0] departures_object = in_i[27009+:32];
wire [31:0] departures_part = in_i[27041+:32];
wire [31:0] departures_store = in_i[27073+:32];  // that it has left
wire [63:0] departures_stay = in_i[27105+:64];  // that is over
// Messages that others see in the next cycle; the wrapper assigns them.
wire        sources0_valid;  // to the dispatcher: an answer
wire [31:0] sources0_job;
wire [31:0] sources0_index;  // in the job's list
wire [31:0] sources0_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources0_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources1_valid;  // to the dispatcher: an answer
wire [31:0] sources1_job;
wire [31:0] sources1_index;  // in the job's list
wire [31:0] sources1_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources1_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources2_valid;  // to the dispatcher: an answer
wire [31:0] sources2_job;
wire [31:0] sources2_index;  // in the job's list
wire [31:0] sources2_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources2_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources3_valid;  // to the dispatcher: an answer
wire [31:0] sources3_job;
wire [31:0] sources3_index;  // in the job's list
wire [31:0] sources3_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources3_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources4_valid;  // to the dispatcher: an answer
wire [31:0] sources4_job;
wire [31:0] sources4_index;  // in the job's list
wire [31:0] sources4_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources4_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources5_valid;  // to the dispatcher: an answer
wire [31:0] sources5_job;
wire [31:0] sources5_index;  // in the job's list
wire [31:0] sources5_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources5_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources6_valid;  // to the dispatcher: an answer
wire [31:0] sources6_job;
wire [31:0] sources6_index;  // in the job's list
wire [31:0] sources6_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources6_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources7_valid;  // to the dispatcher: an answer
wire [31:0] sources7_job;
wire [31:0] sources7_index;  // in the job's list
wire [31:0] sources7_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources7_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources8_valid;  // to the dispatcher: an answer
wire [31:0] sources8_job;
wire [31:0] sources8_index;  // in the job's list
wire [31:0] sources8_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources8_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources9_valid;  // to the dispatcher: an answer
wire [31:0] sources9_job;
wire [31:0] sources9_index;  // in the job's list
wire [31:0] sources9_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources9_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources10_valid;  // to the dispatcher: an answer
wire [31:0] sources10_job;
wire [31:0] sources10_index;  // in the job's list
wire [31:0] sources10_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources10_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources11_valid;  // to the dispatcher: an answer
wire [31:0] sources11_job;
wire [31:0] sources11_index;  // in the job's list
wire [31:0] sources11_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources11_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources12_valid;  // to the dispatcher: an answer
wire [31:0] sources12_job;
wire [31:0] sources12_index;  // in the job's list
wire [31:0] sources12_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources12_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources13_valid;  // to the dispatcher: an answer
wire [31:0] sources13_job;
wire [31:0] sources13_index;  // in the job's list
wire [31:0] sources13_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources13_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources14_valid;  // to the dispatcher: an answer
wire [31:0] sources14_job;
wire [31:0] sources14_index;  // in the job's list
wire [31:0] sources14_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources14_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources15_valid;  // to the dispatcher: an answer
wire [31:0] sources15_job;
wire [31:0] sources15_index;  // in the job's list
wire [31:0] sources15_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources15_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources16_valid;  // to the dispatcher: an answer
wire [31:0] sources16_job;
wire [31:0] sources16_index;  // in the job's list
wire [31:0] sources16_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources16_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources17_valid;  // to the dispatcher: an answer
wire [31:0] sources17_job;
wire [31:0] sources17_index;  // in the job's list
wire [31:0] sources17_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources17_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources18_valid;  // to the dispatcher: an answer
wire [31:0] sources18_job;
wire [31:0] sources18_index;  // in the job's list
wire [31:0] sources18_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources18_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources19_valid;  // to the dispatcher: an answer
wire [31:0] sources19_job;
wire [31:0] sources19_index;  // in the job's list
wire [31:0] sources19_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources19_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources20_valid;  // to the dispatcher: an answer
wire [31:0] sources20_job;
wire [31:0] sources20_index;  // in the job's list
wire [31:0] sources20_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources20_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources21_valid;  // to the dispatcher: an answer
wire [31:0] sources21_job;
wire [31:0] sources21_index;  // in the job's list
wire [31:0] sources21_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources21_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources22_valid;  // to the dispatcher: an answer
wire [31:0] sources22_job;
wire [31:0] sources22_index;  // in the job's list
wire [31:0] sources22_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources22_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources23_valid;  // to the dispatcher: an answer
wire [31:0] sources23_job;
wire [31:0] sources23_index;  // in the job's list
wire [31:0] sources23_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources23_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources24_valid;  // to the dispatcher: an answer
wire [31:0] sources24_job;
wire [31:0] sources24_index;  // in the job's list
wire [31:0] sources24_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources24_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources25_valid;  // to the dispatcher: an answer
wire [31:0] sources25_job;
wire [31:0] sources25_index;  // in the job's list
wire [31:0] sources25_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources25_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources26_valid;  // to the dispatcher: an answer
wire [31:0] sources26_job;
wire [31:0] sources26_index;  // in the job's list
wire [31:0] sources26_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources26_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources27_valid;  // to the dispatcher: an answer
wire [31:0] sources27_job;
wire [31:0] sources27_index;  // in the job's list
wire [31:0] sources27_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources27_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources28_valid;  // to the dispatcher: an answer
wire [31:0] sources28_job;
wire [31:0] sources28_index;  // in the job's list
wire [31:0] sources28_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources28_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources29_valid;  // to the dispatcher: an answer
wire [31:0] sources29_job;
wire [31:0] sources29_index;  // in the job's list
wire [31:0] sources29_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources29_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources30_valid;  // to the dispatcher: an answer
wire [31:0] sources30_job;
wire [31:0] sources30_index;  // in the job's list
wire [31:0] sources30_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources30_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources31_valid;  // to the dispatcher: an answer
wire [31:0] sources31_job;
wire [31:0] sources31_index;  // in the job's list
wire [31:0] sources31_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources31_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources32_valid;  // to the dispatcher: an answer
wire [31:0] sources32_job;
wire [31:0] sources32_index;  // in the job's list
wire [31:0] sources32_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources32_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources33_valid;  // to the dispatcher: an answer
wire [31:0] sources33_job;
wire [31:0] sources33_index;  // in the job's list
wire [31:0] sources33_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources33_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources34_valid;  // to the dispatcher: an answer
wire [31:0] sources34_job;
wire [31:0] sources34_index;  // in the job's list
wire [31:0] sources34_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources34_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources35_valid;  // to the dispatcher: an answer
wire [31:0] sources35_job;
wire [31:0] sources35_index;  // in the job's list
wire [31:0] sources35_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources35_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources36_valid;  // to the dispatcher: an answer
wire [31:0] sources36_job;
wire [31:0] sources36_index;  // in the job's list
wire [31:0] sources36_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources36_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources37_valid;  // to the dispatcher: an answer
wire [31:0] sources37_job;
wire [31:0] sources37_index;  // in the job's list
wire [31:0] sources37_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources37_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources38_valid;  // to the dispatcher: an answer
wire [31:0] sources38_job;
wire [31:0] sources38_index;  // in the job's list
wire [31:0] sources38_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources38_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources39_valid;  // to the dispatcher: an answer
wire [31:0] sources39_job;
wire [31:0] sources39_index;  // in the job's list
wire [31:0] sources39_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources39_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources40_valid;  // to the dispatcher: an answer
wire [31:0] sources40_job;
wire [31:0] sources40_index;  // in the job's list
wire [31:0] sources40_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources40_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources41_valid;  // to the dispatcher: an answer
wire [31:0] sources41_job;
wire [31:0] sources41_index;  // in the job's list
wire [31:0] sources41_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources41_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources42_valid;  // to the dispatcher: an answer
wire [31:0] sources42_job;
wire [31:0] sources42_index;  // in the job's list
wire [31:0] sources42_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources42_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources43_valid;  // to the dispatcher: an answer
wire [31:0] sources43_job;
wire [31:0] sources43_index;  // in the job's list
wire [31:0] sources43_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources43_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources44_valid;  // to the dispatcher: an answer
wire [31:0] sources44_job;
wire [31:0] sources44_index;  // in the job's list
wire [31:0] sources44_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources44_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources45_valid;  // to the dispatcher: an answer
wire [31:0] sources45_job;
wire [31:0] sources45_index;  // in the job's list
wire [31:0] sources45_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources45_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources46_valid;  // to the dispatcher: an answer
wire [31:0] sources46_job;
wire [31:0] sources46_index;  // in the job's list
wire [31:0] sources46_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources46_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources47_valid;  // to the dispatcher: an answer
wire [31:0] sources47_job;
wire [31:0] sources47_index;  // in the job's list
wire [31:0] sources47_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources47_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources48_valid;  // to the dispatcher: an answer
wire [31:0] sources48_job;
wire [31:0] sources48_index;  // in the job's list
wire [31:0] sources48_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources48_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources49_valid;  // to the dispatcher: an answer
wire [31:0] sources49_job;
wire [31:0] sources49_index;  // in the job's list
wire [31:0] sources49_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources49_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources50_valid;  // to the dispatcher: an answer
wire [31:0] sources50_job;
wire [31:0] sources50_index;  // in the job's list
wire [31:0] sources50_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources50_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources51_valid;  // to the dispatcher: an answer
wire [31:0] sources51_job;
wire [31:0] sources51_index;  // in the job's list
wire [31:0] sources51_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources51_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources52_valid;  // to the dispatcher: an answer
wire [31:0] sources52_job;
wire [31:0] sources52_index;  // in the job's list
wire [31:0] sources52_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources52_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources53_valid;  // to the dispatcher: an answer
wire [31:0] sources53_job;
wire [31:0] sources53_index;  // in the job's list
wire [31:0] sources53_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources53_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources54_valid;  // to the dispatcher: an answer
wire [31:0] sources54_job;
wire [31:0] sources54_index;  // in the job's list
wire [31:0] sources54_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources54_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources55_valid;  // to the dispatcher: an answer
wire [31:0] sources55_job;
wire [31:0] sources55_index;  // in the job's list
wire [31:0] sources55_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources55_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources56_valid;  // to the dispatcher: an answer
wire [31:0] sources56_job;
wire [31:0] sources56_index;  // in the job's list
wire [31:0] sources56_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources56_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources57_valid;  // to the dispatcher: an answer
wire [31:0] sources57_job;
wire [31:0] sources57_index;  // in the job's list
wire [31:0] sources57_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources57_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources58_valid;  // to the dispatcher: an answer
wire [31:0] sources58_job;
wire [31:0] sources58_index;  // in the job's list
wire [31:0] sources58_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources58_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources59_valid;  // to the dispatcher: an answer
wire [31:0] sources59_job;
wire [31:0] sources59_index;  // in the job's list
wire [31:0] sources59_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources59_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources60_valid;  // to the dispatcher: an answer
wire [31:0] sources60_job;
wire [31:0] sources60_index;  // in the job's list
wire [31:0] sources60_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources60_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources61_valid;  // to the dispatcher: an answer
wire [31:0] sources61_job;
wire [31:0] sources61_index;  // in the job's list
wire [31:0] sources61_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources61_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources62_valid;  // to the dispatcher: an answer
wire [31:0] sources62_job;
wire [31:0] sources62_index;  // in the job's list
wire [31:0] sources62_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources62_through;  // of a part that is written: it has no entry, and goes to global memory as well
wire        sources63_valid;  // to the dispatcher: an answer
wire [31:0] sources63_job;
wire [31:0] sources63_index;  // in the job's list
wire [31:0] sources63_store;  // of a part that is read: where it is; all ones: in global memory. Of another: all ones
wire        sources63_through;  // of a part that is written: it has no entry, and goes to global memory as well
assign out_o = {sources63_through, sources63_store, sources63_index, sources63_job, sources63_valid, sources62_through, sources62_store, sources62_index, sources62_job, sources62_valid, sources61_through, sources61_store, sources61_index, sources61_job, sources61_valid, sources60_through, sources60_store, sources60_index, sources60_job, sources60_valid, sources59_through, sources59_store, sources59_index, sources59_job, sources59_valid, sources58_through, sources58_store, sources58_index, sources58_job, sources58_valid, sources57_through, sources57_store, sources57_index, sources57_job, sources57_valid, sources56_through, sources56_store, sources56_index, sources56_job, sources56_valid, sources55_through, sources55_store, sources55_index, sources55_job, sources55_valid, sources54_through, sources54_store, sources54_index, sources54_job, sources54_valid, sources53_through, sources53_store, sources53_index, sources53_job, sources53_valid, sources52_through, sources52_store, sources52_index, sources52_job, sources52_valid, sources51_through, sources51_store, sources51_index, sources51_job, sources51_valid, sources50_through, sources50_store, sources50_index, sources50_job, sources50_valid, sources49_through, sources49_store, sources49_index, sources49_job, sources49_valid, sources48_through, sources48_store, sources48_index, sources48_job, sources48_valid, sources47_through, sources47_store, sources47_index, sources47_job, sources47_valid, sources46_through, sources46_store, sources46_index, sources46_job, sources46_valid, sources45_through, sources45_store, sources45_index, sources45_job, sources45_valid, sources44_through, sources44_store, sources44_index, sources44_job, sources44_valid, sources43_through, sources43_store, sources43_index, sources43_job, sources43_valid, sources42_through, sources42_store, sources42_index, sources42_job, sources42_valid, sources41_through, sources41_store, sources41_index, sources41_job, sources41_valid, sources40_through, sources40_store, sources40_index, sources40_job, sources40_valid, sources39_through, sources39_store, sources39_index, sources39_job, sources39_valid, sources38_through, sources38_store, sources38_index, sources38_job, sources38_valid, sources37_through, sources37_store, sources37_index, sources37_job, sources37_valid, sources36_through, sources36_store, sources36_index, sources36_job, sources36_valid, sources35_through, sources35_store, sources35_index, sources35_job, sources35_valid, sources34_through, sources34_store, sources34_index, sources34_job, sources34_valid, sources33_through, sources33_store, sources33_index, sources33_job, sources33_valid, sources32_through, sources32_store, sources32_index, sources32_job, sources32_valid, sources31_through, sources31_store, sources31_index, sources31_job, sources31_valid, sources30_through, sources30_store, sources30_index, sources30_job, sources30_valid, sources29_through, sources29_store, sources29_index, sources29_job, sources29_valid, sources28_through, sources28_store, sources28_index, sources28_job, sources28_valid, sources27_through, sources27_store, sources27_index, sources27_job, sources27_valid, sources26_through, sources26_store, sources26_index, sources26_job, sources26_valid, sources25_through, sources25_store, sources25_index, sources25_job, sources25_valid, sources24_through, sources24_store, sources24_index, sources24_job, sources24_valid, sources23_through, sources23_store, sources23_index, sources23_job, sources23_valid, sources22_through, sources22_store, sources22_index, sources22_job, sources22_valid, sources21_through, sources21_store, sources21_index, sources21_job, sources21_valid, sources20_through, sources20_store, sources20_index, sources20_job, sources20_valid, sources19_through, sources19_store, sources19_index, sources19_job, sources19_valid, sources18_through, sources18_store, sources18_index, sources18_job, sources18_valid, sources17_through, sources17_store, sources17_index, sources17_job, sources17_valid, sources16_through, sources16_store, sources16_index, sources16_job, sources16_valid, sources15_through, sources15_store, sources15_index, sources15_job, sources15_valid, sources14_through, sources14_store, sources14_index, sources14_job, sources14_valid, sources13_through, sources13_store, sources13_index, sources13_job, sources13_valid, sources12_through, sources12_store, sources12_index, sources12_job, sources12_valid, sources11_through, sources11_store, sources11_index, sources11_job, sources11_valid, sources10_through, sources10_store, sources10_index, sources10_job, sources10_valid, sources9_through, sources9_store, sources9_index, sources9_job, sources9_valid, sources8_through, sources8_store, sources8_index, sources8_job, sources8_valid, sources7_through, sources7_store, sources7_index, sources7_job, sources7_valid, sources6_through, sources6_store, sources6_index, sources6_job, sources6_valid, sources5_through, sources5_store, sources5_index, sources5_job, sources5_valid, sources4_through, sources4_store, sources4_index, sources4_job, sources4_valid, sources3_through, sources3_store, sources3_index, sources3_job, sources3_valid, sources2_through, sources2_store, sources2_index, sources2_job, sources2_valid, sources1_through, sources1_store, sources1_index, sources1_job, sources1_valid, sources0_through, sources0_store, sources0_index, sources0_job, sources0_valid};
`endif
