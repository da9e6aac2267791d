// SPDX-License-Identifier: Apache-2.0
// The sum of S over every class, updated by joins and leaves.
//
// Algorithm: an entry counts from the cycle of its add on, whether it joins at once or waits. It no longer counts from
// the cycle on in which it is dropped, is cancelled or wins its last job. So a cycle changes the sums by at most one
// add, one drop and one winner, however many commands take effect together. When commands have taken effect and none
// waits, the sums are those of the members.
// An entry may be added in the cycle in which it leaves. Its old weight is kept for the winner, whose number is known a
// cycle later.
// Tie-break: an entry that is dropped in the cycle of its last pick leaves once.
// Latency: sums_o shows events of up to two cycles before.
// Critical path: three weights, their classes, sum; or the winner's number and the multiplexer of ENTRIES weights.
`default_nettype none

module gantry_class_sums #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3
) (
  input  wire                                                 clk,
  input  wire                                                 rst,
  // events of a cycle
  input  wire                                                 add_i,
  input  wire [$clog2(ENTRIES)-1:0]                           add_entry_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]         add_class_i,
  input  wire [8:0]                                           add_weight_i,  // S
  input  wire                                                 drop_i,
  input  wire [$clog2(ENTRIES)-1:0]                           drop_entry_i,
  input  wire                                                 leave_i,  // the winner had its last job
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]         leave_class_i,
  input  wire [$clog2(ENTRIES)-1:0]                           was_winner_i,  // winner of the previous cycle
  // at the begin of the cycle: counted entries (members that are not to leave, and entries that wait to join), and
  // their data
  input  wire [ENTRIES-1:0]                                   counted_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)*ENTRIES-1:0] class_i /* verilator split_var */,
  input  wire [8*ENTRIES-1:0]                                 weight_i /* verilator split_var */,  // S-1
  output wire [(9+$clog2(ENTRIES))*CLASSES-1:0]               sums_o
);

  localparam CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2);
  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam SUM = 9 + ENTRY_BITS;
  localparam [CLASSES-1:0] FIRST_CLASS = 1;
  localparam [CLASSES-1:0] NO_CLASS = 0;

  // An array beside the vector: simulators find an element of it at once.
  wire [CLASS_BITS-1:0] class_of [0:ENTRIES-1];
  wire [7:0]            weight_of [0:ENTRIES-1];
  genvar n;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : entry
      assign class_of[n] = class_i[CLASS_BITS*n+:CLASS_BITS];
      assign weight_of[n] = weight_i[8*n+:8];
    end
  endgenerate

  // In the cycle itself: the dropped entry, and the old content of the entry that the add overwrites.
  reg                  drop;
  reg [CLASS_BITS-1:0] drop_class;
  reg [7:0]            drop_weight;
  reg [7:0]            old_weight;
  integer i;
  always @* begin
    drop = 1'b0;
    drop_class = {CLASS_BITS{1'b0}};
    drop_weight = 8'd0;
    old_weight = 8'd0;
    if (drop_i) begin
      for (i = 0; i < ENTRIES; i = i + 1) begin
        if (counted_i[i] && {{(32-ENTRY_BITS){1'b0}}, drop_entry_i} == i) begin
          drop = 1'b1;
          drop_class = drop_class | class_of[i];
          drop_weight = drop_weight | weight_of[i];
        end
      end
    end
    if (add_i) begin
      for (i = 0; i < ENTRIES; i = i + 1) begin
        if ({{(32-ENTRY_BITS){1'b0}}, add_entry_i} == i) old_weight = old_weight | weight_of[i];
      end
    end
  end

  reg                  add_q, drop_q, leave_q;
  reg [ENTRY_BITS-1:0] add_entry_q, drop_entry_q;
  reg [CLASS_BITS-1:0] add_class_q, drop_class_q, leave_class_q;
  reg [8:0]            add_weight_q;
  reg [7:0]            drop_weight_q, old_weight_q;
  always @(posedge clk) begin
    add_q <= add_i & ~rst;
    drop_q <= drop & ~rst;
    leave_q <= leave_i & ~rst;
    if (add_i) begin
      add_entry_q <= add_entry_i;
      add_class_q <= add_class_i;
      add_weight_q <= add_weight_i;
      old_weight_q <= old_weight;
    end
    if (drop) begin
      drop_entry_q <= drop_entry_i;
      drop_class_q <= drop_class;
      drop_weight_q <= drop_weight;
    end
    if (leave_i) leave_class_q <= leave_class_i;
  end

  // A cycle later: the winner and its weight.
  reg [7:0] leave_weight;
  integer w;
  always @* begin
    leave_weight = 8'd0;
    if (leave_q) begin
      for (w = 0; w < ENTRIES; w = w + 1) begin
        if ({{(32-ENTRY_BITS){1'b0}}, was_winner_i} == w) leave_weight = leave_weight | weight_of[w];
      end
    end
  end
  wire replaced = add_q & (add_entry_q == was_winner_i);
  wire twice = leave_q & (drop_entry_q == was_winner_i);

  // Per class: additions and removals.
  reg [CLASSES-1:0] gains_q, drops_q, leaves_q;
  reg [8:0]         gain_q;       // S
  reg [7:0]         dropped_q, left_q;  // S-1
  always @(posedge clk) begin
    gains_q <= add_q & ~rst ? FIRST_CLASS << add_class_q : NO_CLASS;
    drops_q <= drop_q & ~twice & ~rst ? FIRST_CLASS << drop_class_q : NO_CLASS;
    leaves_q <= leave_q & ~rst ? FIRST_CLASS << leave_class_q : NO_CLASS;
    if (add_q) gain_q <= add_weight_q;
    if (drop_q) dropped_q <= drop_weight_q;
    if (leave_q) left_q <= replaced ? old_weight_q : leave_weight;
  end

  // -S is the inverse of S-1.
  reg [SUM*CLASSES-1:0] sums_q;
  genvar c;
  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : class_
      assign sums_o[SUM*c+:SUM] = sums_q[SUM*c+:SUM] + {{(SUM-9){1'b0}}, gain_q & {9{gains_q[c]}}} +
                                  ({{(SUM-8){1'b1}}, ~dropped_q} & {SUM{drops_q[c]}}) +
                                  ({{(SUM-8){1'b1}}, ~left_q} & {SUM{leaves_q[c]}});
      always @(posedge clk) begin
        if (rst) sums_q[SUM*c+:SUM] <= {SUM{1'b0}};
        else if (gains_q[c] | drops_q[c] | leaves_q[c]) sums_q[SUM*c+:SUM] <= sums_o[SUM*c+:SUM];
      end
    end
  endgenerate

endmodule

`default_nettype wire
