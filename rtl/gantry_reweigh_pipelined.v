// SPDX-License-Identifier: Apache-2.0
// Expected weights of the classes that changed, by one divider in which a division enters every cycle. Its size is
// between gantry_reweigh_shared and gantry_reweigh_parallel; with few entries its time is near the latter's.
//
// Algorithm: class by class from the lowest. gantry_class_sums follows joins and leaves, so a class's sum is known when
// its reweigh begins. The sums of all classes are copied then, because later commands wait. Then one entry per cycle
// enters the divider. Ten cycles later it is written if it is a member of the class.
// Tie-break: none.
// Latency: ENTRIES + 12 cycles per class: one until the last winner's weight is known, ENTRIES for the entries to
// enter, 9 more to divide the last, one to write its weight and one for its target weight; busy_o is set in exactly
// these cycles.
// Critical path: that of the class sums, through the multiplexer of the classes.
`default_nettype none

module gantry_reweigh_pipelined #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3
) (
  input  wire                                                 clk,
  input  wire                                                 rst,
  // begin in the next cycle; only while not busy_o
  input  wire                                                 start_i,
  input  wire [CLASSES-1:0]                                   class_changed_i,
  output wire                                                 busy_o,
  // events that change the sums: gantry_class_sums
  input  wire                                                 add_i,
  input  wire [$clog2(ENTRIES)-1:0]                           add_entry_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]         add_class_i,
  input  wire [8:0]                                           add_weight_i,
  input  wire                                                 drop_i,
  input  wire [$clog2(ENTRIES)-1:0]                           drop_entry_i,
  input  wire                                                 leave_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]         leave_class_i,
  input  wire [$clog2(ENTRIES)-1:0]                           was_winner_i,
  input  wire [ENTRIES-1:0]                                   counted_i,
  // the entries; those of members unchanged while busy_o
  input  wire [ENTRIES-1:0]                                   member_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)*ENTRIES-1:0] class_i /* verilator split_var */,
  input  wire [8*ENTRIES-1:0]                                 weight_i /* verilator split_var */,  // S-1
  // the result
  output wire [ENTRIES-1:0]                                   expect_o,
  output wire [8*ENTRIES-1:0]                                 expected_o  // W-1
);

  localparam CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2);
  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam SUM = 9 + ENTRY_BITS;
  localparam [CLASSES-1:0] FIRST_CLASS = 1;
  // Entry i enters in step i + ENTER and is written in step i + WRITE.
  localparam ENTER = 1;
  localparam WRITE = 11;
  localparam FOLLOW = ENTRIES + WRITE;
  localparam STEP_BITS = $clog2(FOLLOW + 1);

  reg [CLASSES-1:0]     todo_q;   // classes still to do, the lowest is under way
  reg                   first_q;  // the class under way is the first since the start
  reg [STEP_BITS-1:0]   step_q;
  reg [SUM-1:0]         sum_q;    // of the class under way
  reg [SUM*CLASSES-1:0] sums_q;   // of all classes as they were at the start

  assign busy_o = todo_q != {CLASSES{1'b0}};
  wire [CLASSES-1:0] lowest = todo_q & (~todo_q + FIRST_CLASS);
  wire [31:0] step = {{(32-STEP_BITS){1'b0}}, step_q};
  wire known = step == ENTER;  // the sums are those of the start
  wire follow = step == FOLLOW;

  wire [SUM*CLASSES-1:0] sums;
  gantry_class_sums #(.ENTRIES(ENTRIES), .CLASSES(CLASSES)) class_sums (
    .clk(clk), .rst(rst),
    .add_i(add_i), .add_entry_i(add_entry_i), .add_class_i(add_class_i), .add_weight_i(add_weight_i),
    .drop_i(drop_i), .drop_entry_i(drop_entry_i),
    .leave_i(leave_i), .leave_class_i(leave_class_i), .was_winner_i(was_winner_i),
    .counted_i(counted_i), .class_i(class_i), .weight_i(weight_i), .sums_o(sums)
  );
  wire [SUM*CLASSES-1:0] sums_of_start = first_q ? sums : sums_q;
  reg [SUM-1:0] sum;
  integer c;
  always @* begin
    sum = {SUM{1'b0}};
    for (c = 0; c < CLASSES; c = c + 1) sum = sum | (sums_of_start[SUM*c+:SUM] & {SUM{lowest[c]}});
  end

  always @(posedge clk) begin
    if (rst) begin
      todo_q <= {CLASSES{1'b0}};
      step_q <= {STEP_BITS{1'b0}};
    end else if (start_i) begin
      todo_q <= class_changed_i;
      first_q <= 1'b1;
    end else if (busy_o) begin
      if (follow) begin
        todo_q <= todo_q & ~lowest;
        first_q <= 1'b0;
      end
      step_q <= follow ? {STEP_BITS{1'b0}} : step_q + {{(STEP_BITS-1){1'b0}}, 1'b1};
    end
    if (busy_o & known) begin
      sum_q <= sum;
      if (first_q) sums_q <= sums;
    end
  end

  // The entry that enters, and whom the answer is for.
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
  reg [ENTRIES-1:0] write;
  integer i;
  always @* begin
    weight = 8'd0;
    write = {ENTRIES{1'b0}};
    if (busy_o) begin
      for (i = 0; i < ENTRIES; i = i + 1) begin
        if (step == i + ENTER) weight = weight | weight_of[i];
        if (step == i + WRITE) begin
          write[i] = member_i[i] & ((lowest & (FIRST_CLASS << class_of[i])) != {CLASSES{1'b0}});
        end
      end
    end
  end

  wire [7:0] expected;
  gantry_pipelined_divider #(.SUM(SUM)) divider (
    .clk(clk), .step_i(busy_o), .weight_i(weight), .sum_i(sum_q), .expected_o(expected)
  );
  assign expect_o = write;
  assign expected_o = {ENTRIES{expected}};

endmodule

`default_nettype wire
