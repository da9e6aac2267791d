// SPDX-License-Identifier: Apache-2.0
// The processors with a free slot, and the number of slots taken of each.
//
// Algorithm: a processor is free if it is not locked and fewer slots than its depth are taken. A pick takes a slot and
// the lock, a completion frees the slot, an unlock the lock. A pick's processor is known a cycle after the pick
// (choose_i). The inputs of the choice, open_o and load_o, are constant for that cycle, and slots freed meanwhile wait.
// Only the lock and full_q, which make next_o, change at once.
// Tie-break: none; events of one cycle are all counted.
// Latency: an event shows in next_o in its own cycle, in open_o and load_o two cycles later.
// Critical path: choose_i, one multiplexer; event number, decoder, next_o.
`default_nettype none

module gantry_processor_table #(
  parameter PROCESSORS = 16,  // 1..256
  parameter DEPTH_BITS = 3,   // 1..8
  parameter PORTS = 1         // 1..4
) (
  input  wire                                                     clk,
  input  wire                                                     rst,
  input  wire [PROCESSORS*DEPTH_BITS-1:0]                         depth_i,  // places of each; with 0 it is never free
  // events of this cycle
  input  wire                                                     complete_i,
  input  wire [$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0]       complete_processor_i,
  input  wire [PORTS-1:0]                                         unlock_i,
  input  wire [PORTS*$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0] unlock_processor_i,
  // the pick of the cycle before
  input  wire [PROCESSORS-1:0]                                    choose_i,  // one-hot, or zero
  output wire [PROCESSORS-1:0]                                    open_o,    // were free in its cycle
  output wire [PROCESSORS*DEPTH_BITS-1:0]                         load_o,    // places that were taken
  // the next cycle
  output wire [PROCESSORS-1:0]                                    next_o  // free, but for choose_i and later picks
);

  localparam PROCESSOR_BITS = $clog2(PROCESSORS > 2 ? PROCESSORS : 2);
  localparam [DEPTH_BITS-1:0] ONE = 1;

  genvar p, k;
  generate
    for (p = 0; p < PROCESSORS; p = p + 1) begin : processor
      localparam [PROCESSOR_BITS-1:0] NUMBER = p;
      wire [DEPTH_BITS-1:0] depth = depth_i[DEPTH_BITS*p+:DEPTH_BITS];
      wire complete = complete_i & (complete_processor_i == NUMBER);
      wire [PORTS-1:0] unlock_by;
      for (k = 0; k < PORTS; k = k + 1) begin : port
        assign unlock_by[k] = unlock_i[k] & (unlock_processor_i[PROCESSOR_BITS*k+:PROCESSOR_BITS] == NUMBER);
      end
      wire unlock = unlock_by != {PORTS{1'b0}};
      wire choose = choose_i[p];

      reg                  lock_q;
      reg                  full_q;      // all places are taken
      reg                  open_q;      // was free a cycle ago
      reg                  complete_q;  // of the cycle before, not in load_q yet
      reg [DEPTH_BITS-1:0] load_q;      // places that were taken a cycle ago

      // Both outcomes are prepared beside the choice: the processor is chosen, or it is not.
      wire none = depth == {DEPTH_BITS{1'b0}};
      wire quiet = ~complete & ~complete_q;
      wire full_lost = quiet & (load_q == depth);
      wire full_won = quiet & (load_q + ONE == depth);
      wire [DEPTH_BITS-1:0] load_lost = load_q - {{(DEPTH_BITS-1){1'b0}}, complete_q};
      wire [DEPTH_BITS-1:0] load_won = complete_q ? load_q : load_q + ONE;

      always @(posedge clk) begin
        lock_q <= ~rst & ~unlock & (lock_q | choose);
        full_q <= rst ? none : choose ? full_won : full_lost;
        open_q <= rst ? ~none : ~full_q & ~lock_q & ~choose;
        complete_q <= ~rst & complete;
        load_q <= rst ? {DEPTH_BITS{1'b0}} : choose ? load_won : load_lost;
      end

      assign open_o[p] = open_q;
      assign load_o[DEPTH_BITS*p+:DEPTH_BITS] = load_q;
      assign next_o[p] = rst ? ~none : (~full_q | complete) & (~lock_q | unlock);
    end
  endgenerate

endmodule

`default_nettype wire
