// SPDX-License-Identifier: Apache-2.0
// The entries with a matched job that is not picked: the pickable ones while a task is still being matched.
//
// Algorithm: a counter per entry: an add clears it, a match counts up, a win counts down. Both outcomes of the round
// are ready beside it.
// Tie-break: none; a match of the entry that is added counts for the new one.
// Latency: a match shows in the next cycle.
// Critical path: match number, decoder, adder, comparison with 0; win_i only a multiplexer.
`default_nettype none

module gantry_matched_jobs #(
  parameter ENTRIES = 16,
  parameter JOB_BITS = 17
) (
  input  wire                       clk,
  input  wire [ENTRIES-1:0]         win_i,  // one-hot, or zero
  input  wire [ENTRIES-1:0]         add_i,  // one-hot, or zero
  input  wire                       match_i,
  input  wire [$clog2(ENTRIES)-1:0] match_entry_i,
  input  wire [JOB_BITS-1:0]        match_count_i,
  output wire [ENTRIES-1:0]         any_o
);

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam [JOB_BITS-1:0] ONE = 1;

  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      localparam [ENTRY_BITS-1:0] NUMBER = i;
      reg [JOB_BITS-1:0] jobs_q;
      reg                any_q;
      wire match = match_i & (match_entry_i == NUMBER);
      wire [JOB_BITS-1:0] base = add_i[i] ? {JOB_BITS{1'b0}} : jobs_q;
      wire [JOB_BITS-1:0] lost = base + (match ? match_count_i : {JOB_BITS{1'b0}});
      wire win = win_i[i] & ~add_i[i];
      always @(posedge clk) begin
        if (add_i[i] | match | win) begin
          jobs_q <= win ? lost - ONE : lost;
          any_q <= win ? lost != ONE : lost != {JOB_BITS{1'b0}};
        end
      end
      assign any_o[i] = any_q;
    end
  endgenerate

endmodule

`default_nettype wire
