// SPDX-License-Identifier: Apache-2.0
// The content of one addressed entry, for debugging.
//
// Algorithm: one decoder, an AND-OR multiplexer of all entries, and one increment of the values that entries store
// minus one.
// Tie-break: none; an entry number from ENTRIES on reads as not valid.
// Latency: none, combinational.
// Critical path: decoder, multiplexer of ENTRIES, increment of the history.
`default_nettype none

module gantry_read_back #(
  parameter ENTRIES = 16,
  parameter HISTORY = 17,  // bits of H_raw
  parameter JOB_BITS = 17
) (
  input  wire                             read_i,  // otherwise all is 0
  input  wire [$clog2(ENTRIES)-1:0]       entry_i,
  input  wire [ENTRIES-1:0]               member_i,
  input  wire [8*ENTRIES-1:0]             expected_i /* verilator split_var */,  // W-1
  input  wire [(HISTORY-1)*ENTRIES-1:0]   history_i /* verilator split_var */,   // H_raw-1
  input  wire [JOB_BITS*ENTRIES-1:0]      jobs_i /* verilator split_var */,
  output reg                              valid_o,  // the entry is in its class; otherwise all is 0
  output wire [8:0]                       expected_o,
  output wire [HISTORY-1:0]               history_o,
  output reg  [JOB_BITS-1:0]              jobs_o
);

  localparam ENTRY_BITS = $clog2(ENTRIES);

  reg [7:0] expected;
  reg [HISTORY-2:0] history;

  // Arrays: simulators find an element of them at once.
  wire [7:0]          expected_of [0:ENTRIES-1];
  wire [HISTORY-2:0]  history_of [0:ENTRIES-1];
  wire [JOB_BITS-1:0] jobs_of [0:ENTRIES-1];
  genvar n;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : entry
      assign expected_of[n] = expected_i[8*n+:8];
      assign history_of[n] = history_i[(HISTORY-1)*n+:HISTORY-1];
      assign jobs_of[n] = jobs_i[JOB_BITS*n+:JOB_BITS];
    end
  endgenerate

  integer i;
  always @* begin
    valid_o = 1'b0;
    expected = 8'd0;
    history = {(HISTORY-1){1'b0}};
    jobs_o = {JOB_BITS{1'b0}};
    if (read_i) begin
      for (i = 0; i < ENTRIES; i = i + 1) begin
        if (member_i[i] && {{(32-ENTRY_BITS){1'b0}}, entry_i} == i) begin
          valid_o = 1'b1;
          expected = expected | expected_of[i];
          history = history | history_of[i];
          jobs_o = jobs_o | jobs_of[i];
        end
      end
    end
  end

  assign expected_o = {1'b0, expected} + {8'd0, valid_o};
  assign history_o = {1'b0, history} + {{(HISTORY-1){1'b0}}, valid_o};

endmodule

`default_nettype wire
