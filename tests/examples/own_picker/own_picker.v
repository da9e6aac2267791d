// SPDX-License-Identifier: Apache-2.0
// Somebody's own picker, written for clarity and not for speed: weights apply at once, everything is decided in one
// cycle, and the winner is told one cycle later. FRAC = QUANT, ties by W.
`default_nettype none

module own_picker #(
  parameter N = 16,
  parameter FRACTION = 8
) (
  input  wire         clk,
  input  wire         clear,
  input  wire         enter,
  input  wire         leave,
  input  wire [$clog2(N)-1:0] who,
  input  wire [2:0]   group,
  input  wire [8:0]   weight,
  input  wire [31:0]  jobs,
  input  wire         choose,
  input  wire [N-1:0] ready,
  output reg          chosen,
  output reg  [7:0]   winner,
  output reg  [31:0]  winner_target,
  output reg  [8:0]   winner_expected,
  output reg  [31:0]  winner_history
);

  reg [N-1:0] used;
  reg [2:0]   group_of [0:N-1];
  reg [31:0]  weight_of [0:N-1];
  reg [31:0]  history_of [0:N-1];
  reg [31:0]  jobs_of [0:N-1];

  // Expected weights and their shifts, from scratch.
  reg [31:0] sum [0:7];
  reg [31:0] expected [0:N-1];
  reg [3:0]  shift [0:N-1];
  integer e;
  always @* begin
    for (e = 0; e < 8; e = e + 1) sum[e] = 32'd0;
    for (e = 0; e < N; e = e + 1) if (used[e]) sum[group_of[e]] = sum[group_of[e]] + weight_of[e];
    for (e = 0; e < N; e = e + 1) begin
      expected[e] = sum[group_of[e]] == 32'd0 ? 32'd1
                                              : (256 * weight_of[e] + sum[group_of[e]] / 2) / sum[group_of[e]];
      if (expected[e] < 32'd1) expected[e] = 32'd1;
      if (expected[e] > 32'd256) expected[e] = 32'd256;
      shift[e] = expected[e] > 32'd8 ? 4'd4 : expected[e] > 32'd4 ? 4'd5 : expected[e] > 32'd2 ? 4'd6
                                                                          : expected[e] > 32'd1 ? 4'd7 : 4'd8;
    end
  end

  // The best so far is replaced by whatever is better in the documented order.
  reg               found;
  reg [31:0]        best;
  reg signed [31:0] best_target;
  reg signed [31:0] target;
  integer i;
  always @* begin
    found = 1'b0;
    best = 32'd0;
    best_target = 32'sd0;
    target = 32'sd0;
    for (i = 0; i < N; i = i + 1) begin
      if (used[i] && ready[i]) begin
        target = $signed((expected[i] << FRACTION) - history_of[i]) >>> FRACTION;
        if (!found || target > best_target ||
            (target == best_target &&
             (expected[i] > expected[best] ||
              (expected[i] == expected[best] && group_of[i] < group_of[best])))) begin
          found = 1'b1;
          best = i;
          best_target = target;
        end
      end
    end
  end

  integer k;
  always @(posedge clk) begin
    chosen <= choose & found & ~clear;
    winner <= best[7:0];
    winner_target <= best_target;
    winner_expected <= expected[best][8:0];
    winner_history <= history_of[best];
    if (choose & found) begin
      for (k = 0; k < N; k = k + 1) begin
        if (k == best) begin
          history_of[k] <= history_of[k] - (history_of[k] >> shift[k]) + ((32'd256 >> shift[k]) << FRACTION);
        end else begin
          history_of[k] <= history_of[k] - (history_of[k] >> shift[k]);
        end
      end
      jobs_of[best] <= jobs_of[best] - 32'd1;
      if (jobs_of[best] == 32'd1) used[best] <= 1'b0;
    end
    if (leave) used[who] <= 1'b0;
    if (enter) begin
      used[who] <= 1'b1;
      group_of[who] <= group;
      weight_of[who] <= {23'd0, weight};
      jobs_of[who] <= jobs;
      history_of[who] <= {23'd0, weight} << FRACTION;
    end
    if (clear) used <= {N{1'b0}};
  end

endmodule

`default_nettype wire
