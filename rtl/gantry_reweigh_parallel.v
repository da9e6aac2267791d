// SPDX-License-Identifier: Apache-2.0
// Expected weights of the classes that changed, by one divider per entry: fast.
//
// Algorithm: class by class from the lowest. One cycle computes the sum of S over the class's members, then all
// divisions run in parallel. Every class begins with step_q at 0 and a new sum.
// Tie-break: none.
// Latency: 12 cycles per class, whatever ENTRIES is: one for the sum, 9 to divide, one to write the weights and one for
// the target weights; busy_o is set in exactly these cycles.
// Critical path: class under way, mask, sum of ENTRIES weights.
`default_nettype none

module gantry_reweigh_parallel #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3
) (
  input  wire                                                 clk,
  input  wire                                                 rst,
  // begin in the next cycle; only while not busy_o
  input  wire                                                 start_i,
  input  wire [CLASSES-1:0]                                   class_changed_i,
  output wire                                                 busy_o,
  // the entries, unchanged while busy_o
  input  wire [ENTRIES-1:0]                                   member_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)*ENTRIES-1:0] class_i /* verilator split_var */,
  input  wire [8*ENTRIES-1:0]                                 weight_i /* verilator split_var */,  // S-1
  // the result
  output wire [ENTRIES-1:0]                                   expect_o,
  output wire [8*ENTRIES-1:0]                                 expected_o         // W-1
);

  localparam CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2);
  localparam SUM = 9 + $clog2(ENTRIES);
  localparam [CLASSES-1:0] FIRST_CLASS = 1;
  localparam [3:0] WRITE = 10;
  localparam [3:0] FOLLOW = 11;

  reg [CLASSES-1:0] todo_q;  // classes still to do, the lowest is under way
  reg [3:0]         step_q;
  reg [SUM-1:0]     sum_q;

  assign busy_o = todo_q != {CLASSES{1'b0}};
  wire [CLASSES-1:0] lowest = todo_q & (~todo_q + FIRST_CLASS);
  wire load = busy_o & (step_q == 4'd0);

  // Who is in the class under way, and the sum of their weights.
  wire [CLASS_BITS-1:0] class_of [0:ENTRIES-1];
  wire [7:0]            weight_of [0:ENTRIES-1];
  genvar n;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : entry
      assign class_of[n] = class_i[CLASS_BITS*n+:CLASS_BITS];
      assign weight_of[n] = weight_i[8*n+:8];
    end
  endgenerate
  reg [ENTRIES-1:0] here;
  reg [SUM-1:0] sum;
  integer e;
  always @* begin
    here = {ENTRIES{1'b0}};
    sum = {SUM{1'b0}};
    if (busy_o) begin
      for (e = 0; e < ENTRIES; e = e + 1) begin
        here[e] = member_i[e] & ((lowest & (FIRST_CLASS << class_of[e])) != {CLASSES{1'b0}});
      end
      if (load) begin
        for (e = 0; e < ENTRIES; e = e + 1) begin
          sum = sum + ({{(SUM-8){1'b0}}, weight_of[e]} & {SUM{here[e]}}) + {{(SUM-1){1'b0}}, here[e]};
        end
      end
    end
  end

  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : division
      gantry_weight_divider #(.SUM(SUM)) divider (
        .clk(clk), .load_i(load), .step_i(busy_o & (step_q < WRITE)), .weight_i(weight_i[8*i+:8]), .sum_i(sum_q),
        .expected_o(expected_o[8*i+:8])
      );
    end
  endgenerate
  assign expect_o = step_q == WRITE ? here : {ENTRIES{1'b0}};

  always @(posedge clk) begin
    if (rst) begin
      todo_q <= {CLASSES{1'b0}};
      step_q <= 4'd0;
    end else if (start_i) begin
      todo_q <= class_changed_i;
    end else if (busy_o) begin
      if (step_q == FOLLOW) todo_q <= todo_q & ~lowest;
      step_q <= step_q == FOLLOW ? 4'd0 : step_q + 4'd1;
    end
    if (load) sum_q <= sum;
  end

endmodule

`default_nettype wire
