// SPDX-License-Identifier: Apache-2.0
// The used entries, their classes, weights S and jobs still to pick.
//
// Algorithm: an entry is empty, waiting to join, a member of its class, or a member waiting to leave. Its weight and
// jobs are written when the add arrives, so a waiting join needs no storage of its own; only membership waits for
// take_i. A winner's jobs count down. With the last one it leaves at once.
// Tie-break: of an entry's commands of one cycle, leaving by its last pick comes first, then drop, then add.
// Latency: none beyond the registers.
// Critical path: win_i, the multiplexer of the job counter; the decrement is ready before.
`default_nettype none

module gantry_entry_table #(
  parameter ENTRIES = 16,
  parameter JOB_BITS = 17
) (
  input  wire                        clk,
  input  wire                        rst,
  input  wire                        take_i,  // commands take effect at the end of this cycle
  input  wire [ENTRIES-1:0]          win_i,   // one-hot, or zero
  input  wire                        add_i,
  input  wire [$clog2(ENTRIES)-1:0]  add_entry_i,
  input  wire [7:0]                  add_weight_i,  // S-1
  input  wire [JOB_BITS-1:0]         add_jobs_i,
  input  wire                        drop_i,
  input  wire [$clog2(ENTRIES)-1:0]  drop_entry_i,
  output wire [ENTRIES-1:0]          add_o,      // one-hot: the entry is written
  output wire [ENTRIES-1:0]          member_o,   // is in its class
  output wire [ENTRIES-1:0]          open_o,     // is, and is not about to leave: may win
  output wire [ENTRIES-1:0]          counted_o,  // is, or waits to be: in its class when all commands have taken effect
  output wire [ENTRIES-1:0]          changes_o,  // leaves with a drop or joins after waiting, if take_i
  output wire [ENTRIES-1:0]          last_o,     // has one job left
  output wire [8*ENTRIES-1:0]        weight_o,   // S-1
  output wire [JOB_BITS*ENTRIES-1:0] jobs_o
);

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam [JOB_BITS-1:0] ONE = 1;

  reg [ENTRIES-1:0] member_q;
  reg [ENTRIES-1:0] pending_q;  // of a member: it is to leave; otherwise: it is to join

  // Entry by entry: without a command its number does not matter, even if it is unknown.
  wire [31:0] add_number = {{(32-ENTRY_BITS){1'b0}}, add_entry_i};
  wire [31:0] drop_number = {{(32-ENTRY_BITS){1'b0}}, drop_entry_i};
  reg [ENTRIES-1:0] add;
  reg [ENTRIES-1:0] drop;
  integer n;
  always @* begin
    add = {ENTRIES{1'b0}};
    drop = {ENTRIES{1'b0}};
    if (add_i) for (n = 0; n < ENTRIES; n = n + 1) add[n] = add_number == n;
    if (drop_i) for (n = 0; n < ENTRIES; n = n + 1) drop[n] = drop_number == n;
  end
  wire [ENTRIES-1:0] take = {ENTRIES{take_i}};
  wire [ENTRIES-1:0] leave = win_i & last_o;
  // Who changes sides: members that leave, others that join.
  wire [ENTRIES-1:0] changes = (member_q & (pending_q | drop)) | (~member_q & pending_q & ~drop);

  always @(posedge clk) begin
    if (rst) begin
      member_q <= {ENTRIES{1'b0}};
      pending_q <= {ENTRIES{1'b0}};
    end else begin
      member_q <= (((member_q ^ (changes & take)) & ~leave) & ~add) | (add & take);
      pending_q <= (changes & ~take & ~add) | (add & ~take);
    end
  end

  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      reg [7:0]          weight_q;
      reg [JOB_BITS-1:0] jobs_q;
      always @(posedge clk) begin
        if (add[i]) weight_q <= add_weight_i;
        if (add[i] | win_i[i]) jobs_q <= add[i] ? add_jobs_i : jobs_q - ONE;
      end
      assign last_o[i] = jobs_q == ONE;
      assign weight_o[8*i+:8] = weight_q;
      assign jobs_o[JOB_BITS*i+:JOB_BITS] = jobs_q;
    end
  endgenerate

  assign add_o = add;
  assign member_o = member_q;
  assign open_o = member_q & ~pending_q;
  assign counted_o = member_q ^ pending_q;
  assign changes_o = changes;

endmodule

`default_nettype wire
