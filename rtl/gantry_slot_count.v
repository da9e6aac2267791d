// SPDX-License-Identifier: Apache-2.0
// Free decomposer slots by class. Each of the four classes with jobs has one reserved slot; the others are shared.
//
// Algorithm: a count of slots held by each class, and a count of shared slots taken.
// Latency: a freed slot counts in its own cycle, a taken one from the next cycle on.
// Critical path: class that frees a slot, its count, comparison of the shared count.
`default_nettype none

module gantry_slot_count #(
  parameter COUNT_BITS = 5  // holds the number of slots
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [COUNT_BITS-1:0] slots_i,  // 4 or more; constant
  input  wire                  give_i,
  input  wire [1:0]            give_class_i,
  input  wire                  take_i,
  input  wire [1:0]            take_class_i,
  output wire [3:0]            room_o,  // by class, including slots freed in this cycle
  output wire [3:0]            room_next_o    // as it was when the cycle began
);

  localparam [COUNT_BITS-1:0] ONE = 1, OWN = 4, NONE = 0;

  reg [COUNT_BITS-1:0] shared_q;
  wire [COUNT_BITS-1:0] shared = slots_i - OWN;
  wire [3:0] gives_shared, takes_shared;
  wire [COUNT_BITS-1:0] shared_now = shared_q - {{(COUNT_BITS-1){1'b0}}, gives_shared != 4'd0};

  genvar c;
  generate
    for (c = 0; c < 4; c = c + 1) begin : cls
      localparam [1:0] NUMBER = c;
      reg [COUNT_BITS-1:0] used_q;
      wire give = give_i & (give_class_i == NUMBER);
      wire take = take_i & (take_class_i == NUMBER);
      wire [COUNT_BITS-1:0] used = used_q - {{(COUNT_BITS-1){1'b0}}, give};
      assign gives_shared[c] = give & (used_q > ONE);
      assign takes_shared[c] = take & (used != NONE);
      assign room_o[c] = (used == NONE) | (shared_now < shared);
      assign room_next_o[c] = (used_q == NONE) | (shared_q < shared);
      always @(posedge clk) used_q <= rst ? NONE : used + {{(COUNT_BITS-1){1'b0}}, take};
    end
  endgenerate

  always @(posedge clk) shared_q <= rst ? NONE : shared_now + {{(COUNT_BITS-1){1'b0}}, takes_shared != 4'd0};

endmodule

`default_nettype wire
