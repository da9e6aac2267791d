// SPDX-License-Identifier: Apache-2.0
// What one addressed entry holds, for debugging.
//
// Algorithm: one decoder, an AND-OR multiplexer of all entries, and what the entries keep one less is put right once.
// Tie-break: none; an entry number from ENTRIES on reads as not valid.
// Latency: none, combinational.
// Critical path: decoder, multiplexer of ENTRIES, increment of the history.
`default_nettype none

module gantry_read_back #(
  parameter ENTRIES = 16,
  parameter HISTORY = 17,  // bits of H_raw
  parameter JOB_BITS = 17,
  // derived
  parameter ENTRY_BITS = $clog2(ENTRIES)
) (
  input  wire [ENTRY_BITS-1:0]            entry_i,
  input  wire [ENTRIES-1:0]               member_i,
  input  wire [8*ENTRIES-1:0]             expected_i /* verilator split_var */,  // W-1
  input  wire [(HISTORY-1)*ENTRIES-1:0]   history_i /* verilator split_var */,   // H_raw-1
  input  wire [JOB_BITS*ENTRIES-1:0]      jobs_i /* verilator split_var */,
  output wire                             valid_o,
  output wire [8:0]                       expected_o,
  output wire [HISTORY-1:0]               history_o,
  output wire [JOB_BITS-1:0]              jobs_o
);

  // In a chain of OR, so that a simulator need not index one long vector; synthesis makes a tree of it.
  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      wire here = {{(32-ENTRY_BITS){1'b0}}, entry_i} == i;
      wire               valid;
      wire [7:0]         expected;
      wire [HISTORY-2:0] history;
      wire [JOB_BITS-1:0] jobs;
      if (i == 0) begin : first
        assign valid = here & member_i[i];
        assign expected = {8{here}} & expected_i[8*i+:8];
        assign history = {(HISTORY-1){here}} & history_i[(HISTORY-1)*i+:HISTORY-1];
        assign jobs = {JOB_BITS{here}} & jobs_i[JOB_BITS*i+:JOB_BITS];
      end else begin : next
        assign valid = entry[i-1].valid | (here & member_i[i]);
        assign expected = entry[i-1].expected | ({8{here}} & expected_i[8*i+:8]);
        assign history = entry[i-1].history | ({(HISTORY-1){here}} & history_i[(HISTORY-1)*i+:HISTORY-1]);
        assign jobs = entry[i-1].jobs | ({JOB_BITS{here}} & jobs_i[JOB_BITS*i+:JOB_BITS]);
      end
    end
  endgenerate

  assign valid_o = entry[ENTRIES-1].valid;
  assign expected_o = {1'b0, entry[ENTRIES-1].expected} + 9'd1;
  assign history_o = {1'b0, entry[ENTRIES-1].history} + {{(HISTORY-1){1'b0}}, 1'b1};
  assign jobs_o = entry[ENTRIES-1].jobs;

endmodule

`default_nettype wire
