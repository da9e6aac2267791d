// SPDX-License-Identifier: Apache-2.0
// Whether one type of processors has a free one in the next cycle.
//
// Algorithm: the free processors are counted up to three, in a tree of pairs with each number as one, two, three or
// more. The previous cycle's pick (taken_i), whose processor is not known yet, takes one of them. Whether this cycle's
// pick (win_i) takes another is known last. Both results go to registers, and a third register selects in the next
// cycle.
// Tie-break: none.
// Latency: ready_o shows whether a pick of its own cycle has a processor.
// Critical path: the tree, log2(PROCESSORS) levels of two gates; to ready_o one multiplexer.
`default_nettype none

module gantry_type_ready #(
  parameter PROCESSORS = 16  // 1..256
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [PROCESSORS-1:0] free_i,   // free in the next cycle, but for the two picks; of this type
  input  wire                  taken_i,  // the pick of the cycle before was of this type
  input  wire                  win_i,    // this cycle's pick is of this type
  output wire                  ready_o
);

  localparam LEVELS = PROCESSORS > 1 ? $clog2(PROCESSORS) : 1;
  localparam LEAVES = 1 << LEVELS;

  // A heap: node 1 is the root, nodes n*2 and n*2+1 hang on node n, the last LEAVES of them are the processors.
  reg [2*LEAVES-1:0] one, two, three;
  integer n;
  always @* begin
    one = {2*LEAVES{1'b0}};
    two = {2*LEAVES{1'b0}};
    three = {2*LEAVES{1'b0}};
    one[LEAVES+:PROCESSORS] = free_i;
    for (n = LEAVES - 1; n > 0; n = n - 1) begin
      one[n] = one[2*n] | one[2*n+1];
      two[n] = two[2*n] | two[2*n+1] | (one[2*n] & one[2*n+1]);
      three[n] = three[2*n] | three[2*n+1] | (two[2*n] & one[2*n+1]) | (one[2*n] & two[2*n+1]);
    end
  end

  reg lost_q, won_q;  // the answer, if the pick of the cycle before was of another type, and if it was of this one
  reg other_q;        // it was of another type, or there was none
  always @(posedge clk) begin
    lost_q <= taken_i & ~rst ? two[1] : one[1];
    won_q <= taken_i ? three[1] : two[1];
    other_q <= rst | ~win_i;
  end
  assign ready_o = other_q ? lost_q : won_q;

endmodule

`default_nettype wire
