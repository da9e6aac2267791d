// SPDX-License-Identifier: Apache-2.0
// Expected weights of the classes that changed, by one divider for all entries: small.
//
// Algorithm: class by class from the lowest. First the sum of S over the class's members, one entry per cycle, then one
// division after the other.
// Tie-break: none.
// Latency: 11*ENTRIES + 2 cycles per class: ENTRIES for the sum, 10 per entry to divide, one to write the last entry's
// weight and one for its target weight; busy_o is set in exactly these cycles.
// Critical path: entry counter, multiplexer of ENTRIES weights, adder of the sum.
`default_nettype none

module gantry_reweigh_shared #(
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
  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam SUM = 9 + ENTRY_BITS;
  localparam [CLASSES-1:0] FIRST_CLASS = 1;
  localparam [3:0] LAST_STEP = 9;

  reg [CLASSES-1:0]    todo_q;   // classes still to do, the lowest is under way
  reg                  summed_q;
  reg                  written_q;  // the last entry's weight is written: its target follows
  reg                  finish_q;   // the last entry is divided
  reg [ENTRY_BITS-1:0] entry_q;
  reg [3:0]            step_q;
  reg [SUM-1:0]        sum_q;
  reg [ENTRIES-1:0]    divided_q;  // one-hot: entry whose quotient is in the divider

  assign busy_o = todo_q != {CLASSES{1'b0}};

  // The entry looked at: its weight, and whether it is in the class under way.
  wire [CLASSES-1:0] lowest = todo_q & (~todo_q + FIRST_CLASS);
  wire [CLASS_BITS-1:0] class_of [0:ENTRIES-1];
  wire [7:0]            weight_of [0:ENTRIES-1];
  genvar n;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : entry
      assign class_of[n] = class_i[CLASS_BITS*n+:CLASS_BITS];
      assign weight_of[n] = weight_i[8*n+:8];
    end
  endgenerate
  reg [7:0] weight;
  reg [ENTRIES-1:0] counts;  // one-hot, or zero
  integer i;
  always @* begin
    weight = 8'd0;
    counts = {ENTRIES{1'b0}};
    if (busy_o) begin
      for (i = 0; i < ENTRIES; i = i + 1) begin
        if ({{(32-ENTRY_BITS){1'b0}}, entry_q} == i) begin
          weight = weight | weight_of[i];
          counts[i] = member_i[i] & ((lowest & (FIRST_CLASS << class_of[i])) != {CLASSES{1'b0}});
        end
      end
    end
  end

  wire load = summed_q & ~finish_q & (step_q == 4'd0);
  wire last_entry = {{(32-ENTRY_BITS){1'b0}}, entry_q} == ENTRIES - 1;

  always @(posedge clk) begin
    if (rst) begin
      todo_q <= {CLASSES{1'b0}};
    end else if (start_i) begin
      todo_q <= class_changed_i;
    end else if (written_q) begin
      todo_q <= todo_q & ~lowest;
    end
    // Every class begins with all of this cleared: after the reset, and by the last cycle of the class before.
    if (rst | written_q) begin
      summed_q <= 1'b0;
      finish_q <= 1'b0;
      written_q <= 1'b0;
      entry_q <= {ENTRY_BITS{1'b0}};
      step_q <= 4'd0;
      sum_q <= {SUM{1'b0}};
      divided_q <= {ENTRIES{1'b0}};
    end else if (~busy_o) begin
      // Nothing to do: no register is written but todo_q.
    end else if (~summed_q) begin
      if (counts != {ENTRIES{1'b0}}) sum_q <= sum_q + {{(SUM-8){1'b0}}, weight} + {{(SUM-1){1'b0}}, 1'b1};
      entry_q <= last_entry ? {ENTRY_BITS{1'b0}} : entry_q + {{(ENTRY_BITS-1){1'b0}}, 1'b1};
      summed_q <= last_entry;
    end else if (finish_q) begin
      written_q <= 1'b1;
      divided_q <= {ENTRIES{1'b0}};
    end else begin
      step_q <= step_q == LAST_STEP ? 4'd0 : step_q + 4'd1;
      if (step_q == 4'd0) divided_q <= {ENTRIES{1'b0}};
      if (step_q == LAST_STEP) begin
        divided_q <= counts;
        entry_q <= entry_q + {{(ENTRY_BITS-1){1'b0}}, 1'b1};
        finish_q <= last_entry;
      end
    end
  end

  wire [7:0] expected;
  gantry_weight_divider #(.SUM(SUM)) divider (
    .clk(clk), .load_i(load), .step_i(step_q != 4'd0), .weight_i(weight), .sum_i(sum_q), .expected_o(expected)
  );
  assign expect_o = divided_q;
  assign expected_o = {ENTRIES{expected}};

endmodule

`default_nettype wire
