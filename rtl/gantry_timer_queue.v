// SPDX-License-Identifier: Apache-2.0
// Queue of slots that each wait for the same constant time, so that the first to enter is due first.
//
// Algorithm: a ring of numbers and times. Times are compared modulo 2^TIME_BITS, as a signed difference.
// Latency: an entry can be at the front from the next cycle on.
// Critical path: read address, memory, comparison with the time.
`default_nettype none

module gantry_timer_queue #(
  parameter SLOTS = 16,     // 2..4096: all that can wait at once
  parameter TIME_BITS = 24  // 22..64: the longest time is below half of it
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire [TIME_BITS-1:0]     now_i,
  input  wire                     push_i,
  input  wire [$clog2(SLOTS)-1:0] push_slot_i,
  input  wire [TIME_BITS-1:0]     push_due_i,
  input  wire                     pop_i,
  output wire                     any_o,
  output wire                     due_o,   // the first has waited long enough
  output wire [$clog2(SLOTS)-1:0] slot_o,
  output wire [TIME_BITS-1:0]     time_o   // when it has
);

  localparam SLOT_BITS = $clog2(SLOTS);
  localparam [SLOT_BITS-1:0] ONE = 1;
  localparam [31:0] LAST_NUMBER = SLOTS - 1;
  localparam [SLOT_BITS-1:0] LAST = LAST_NUMBER[SLOT_BITS-1:0];
  localparam [SLOT_BITS:0] COUNT_ONE = 1;

  reg [SLOT_BITS+TIME_BITS-1:0] ring_q [0:SLOTS-1];
  reg [SLOT_BITS-1:0] read_q, write_q;
  reg [SLOT_BITS:0] count_q;
  wire [TIME_BITS-1:0] late;

  assign any_o = count_q != {(SLOT_BITS+1){1'b0}};
  assign {slot_o, time_o} = ring_q[read_q];
  assign late = now_i - time_o;
  assign due_o = any_o & ~late[TIME_BITS-1];

  always @(posedge clk) begin
    if (push_i) ring_q[write_q] <= {push_slot_i, push_due_i};
    if (rst) begin
      read_q <= {SLOT_BITS{1'b0}};
      write_q <= {SLOT_BITS{1'b0}};
      count_q <= {(SLOT_BITS+1){1'b0}};
    end else begin
      if (pop_i) read_q <= read_q == LAST ? {SLOT_BITS{1'b0}} : read_q + ONE;
      if (push_i) write_q <= write_q == LAST ? {SLOT_BITS{1'b0}} : write_q + ONE;
      if (push_i & ~pop_i) count_q <= count_q + COUNT_ONE;
      if (pop_i & ~push_i) count_q <= count_q - COUNT_ONE;
    end
  end

endmodule

`default_nettype wire
