// SPDX-License-Identifier: Apache-2.0
// Expected weights of the classes that changed, by one divider per entry: fast.
//
// Algorithm: class by class from the lowest; the sum of S over the class's members by an adder tree, then all divisions
// at once.
// Tie-break: none.
// Latency: 12 cycles a class whatever ENTRIES is: one for the sum, 9 to divide, one to write the weights and one for the
// target weights to follow; busy_o stands in exactly these cycles.
// Critical path: class under way, mask, adder tree of ENTRIES weights.
`default_nettype none

module gantry_reweigh_parallel #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  // derived
  parameter CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3
) (
  input  wire                          clk,
  input  wire                          rst,
  input  wire                          start_i,  // begin in the next cycle; only while not busy_o
  input  wire [CLASSES-1:0]            class_changed_i,
  output wire                          busy_o,
  // the entries, unchanged while busy_o
  input  wire [ENTRIES-1:0]            member_i,
  input  wire [CLASS_BITS*ENTRIES-1:0] class_i,
  input  wire [8*ENTRIES-1:0]          weight_i,  // S-1
  // the result
  output wire [ENTRIES-1:0]            expect_o,
  output wire [8*ENTRIES-1:0]          expected_o  // W-1
);

  localparam LEVELS = $clog2(ENTRIES);
  localparam SUM = 9 + LEVELS;
  localparam [3:0] WRITE = 10;
  localparam [3:0] FOLLOW = 11;

  reg [CLASSES-1:0] todo_q;  // classes still to do, the lowest is under way
  reg [3:0]         step_q;
  reg [SUM-1:0]     sum_q;

  assign busy_o = todo_q != {CLASSES{1'b0}};
  wire [CLASSES-1:0] lowest = todo_q & (~todo_q + {{(CLASSES-1){1'b0}}, 1'b1});
  wire load = step_q == 4'd0;

  // Adders of a level; level 0 are the entries.
  function integer adders;
    input integer level;
    integer i;
    begin
      adders = ENTRIES;
      for (i = 0; i < level; i = i + 1) adders = (adders + 1) / 2;
    end
  endfunction

  genvar l, n;
  generate
    for (l = 0; l <= LEVELS; l = l + 1) begin : level
      for (n = 0; n < adders(l); n = n + 1) begin : adder
        wire [8+l:0] sum;
        if (l == 0) begin : entry
          wire [7:0] shift = {{(8-CLASS_BITS){1'b0}}, class_i[CLASS_BITS*n+:CLASS_BITS]};
          wire [CLASSES-1:0] of_class = {{(CLASSES-1){1'b0}}, 1'b1} << shift;
          wire here = member_i[n] & ((of_class & lowest) != {CLASSES{1'b0}});
          assign sum = here ? {1'b0, weight_i[8*n+:8]} + 9'd1 : 9'd0;
          assign expect_o[n] = here & (step_q == WRITE);
          gantry_weight_divider #(.SUM(SUM)) divider (
            .clk(clk), .load_i(load), .step_i(step_q < WRITE), .weight_i(weight_i[8*n+:8]), .sum_i(sum_q),
            .expected_o(expected_o[8*n+:8])
          );
        end else if (2 * n + 1 < adders(l - 1)) begin : two
          assign sum = {1'b0, level[l-1].adder[2*n].sum} + {1'b0, level[l-1].adder[2*n+1].sum};
        end else begin : one
          assign sum = {1'b0, level[l-1].adder[2*n].sum};
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      todo_q <= {CLASSES{1'b0}};
    end else if (start_i) begin
      todo_q <= class_changed_i;
    end else if (step_q == FOLLOW) begin
      todo_q <= todo_q & ~lowest;
    end
    step_q <= start_i | (step_q == FOLLOW) ? 4'd0 : step_q + 4'd1;
    if (load) sum_q <= level[LEVELS].adder[0].sum;
  end

endmodule

`default_nettype wire
