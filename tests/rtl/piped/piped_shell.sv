// SPDX-License-Identifier: Apache-2.0
// A picker for strict_priority in two stages: who may win stands in a register, the winner in another. A round may be
// asked for in every call, and its winner is told a call later. Defines plant a fault each:
//   STALE    who is there is seen a cycle late, which shows when a round follows an entry's last one at once
//   MOVED    the second stage still looks at the inputs of the first
//   UNRESET  a register that nothing but a reset would write is not reset
module piped_shell #(
  parameter int ENTRIES = 16
) (
  input  logic               clk,
  input  logic               rst,
  input  logic               add_i,
  input  logic [7:0]         add_entry_i,
  input  logic [2:0]         add_class_i,
  input  logic [8:0]         add_weight_i,
  input  logic [31:0]        add_jobs_i,
  input  logic               drop_i,
  input  logic [7:0]         drop_entry_i,
  input  logic               pick_i,
  input  logic [ENTRIES-1:0] eligible_i,
  output logic               win_o,
  output logic [7:0]         win_entry_o,
  output logic [7:0]         win_delay_o
);

  localparam int BITS = $clog2(ENTRIES);

  logic [ENTRIES-1:0] used;
  logic [8:0]         weight [ENTRIES];
  logic [2:0]         group [ENTRIES];
  logic [31:0]        jobs [ENTRIES];

  // The first stage.
  logic               pick;
  logic [8:0]         handicap;  // of entry 0; there is none
  logic [ENTRIES-1:0] eligible;
  logic [ENTRIES-1:0] seen;

  logic [ENTRIES-1:0] there;
  logic [ENTRIES-1:0] may_win;
`ifdef STALE
  assign there = seen;
`else
  assign there = used;
`endif
`ifdef MOVED
  assign may_win = there & (eligible | eligible_i);
`else
  assign may_win = there & eligible;
`endif
  wire unused = &{1'b0, seen, eligible, add_entry_i, drop_entry_i};

  logic            found;
  logic [BITS-1:0] best;
  logic [8:0]      counted;
  always_comb begin
    found = 1'b0;
    best = '0;
    counted = '0;
    for (int i = 0; i < ENTRIES; i++) begin
      if (may_win[i] && (!found || weight[i] > counted || (weight[i] == counted && group[i] < group[best]))) begin
        found = 1'b1;
        best = BITS'(i);
        counted = i == 0 ? weight[i] - handicap : weight[i];
      end
    end
  end

  assign win_delay_o = 8'd1;
  always_ff @(posedge clk) begin
    pick <= pick_i & ~rst;
    eligible <= eligible_i;
    seen <= used;
    win_o <= pick & found & ~rst;
    win_entry_o <= 8'(best);
    if (pick & found) begin
      jobs[best] <= jobs[best] - 32'd1;
      if (jobs[best] == 32'd1) used[best] <= 1'b0;
    end
    if (drop_i) used[drop_entry_i[BITS-1:0]] <= 1'b0;
    if (add_i) begin
      used[add_entry_i[BITS-1:0]] <= 1'b1;
      weight[add_entry_i[BITS-1:0]] <= add_weight_i;
      group[add_entry_i[BITS-1:0]] <= add_class_i;
      jobs[add_entry_i[BITS-1:0]] <= add_jobs_i;
    end
    if (rst) begin
      used <= '0;
`ifndef UNRESET
      handicap <= '0;
`endif
    end
  end

endmodule
