// SPDX-License-Identifier: Apache-2.0
// Two bits, "registered" and "done", for each task of a window that begins with the oldest unfinished one.
//
// Algorithm: bit 0 is that of the oldest unfinished task. When it is done, the bits move down over all that are done.
// Order within a cycle: up to two tasks are done, one is registered, then tasks are looked at.
// Latency: none; looks see the tasks of their cycle.
// Critical path: number of a task that is done, first zero, shift, look.
`default_nettype none

module gantry_completion_bits #(
  parameter WINDOW = 64,      // 2..4096, a power of two: numbers from the oldest unfinished task on
  parameter LOOKS = 4,        // 1..64
  parameter NUMBER_BITS = 64  // 14..64: number of a task; it does not wrap
) (
  input  wire                         clk,
  input  wire                         rst,
  // tasks that are done, the first before the second
  input  wire                         first_i,
  input  wire [NUMBER_BITS-1:0]       first_number_i,
  input  wire                         second_i,
  input  wire [NUMBER_BITS-1:0]       second_number_i,
  output wire [NUMBER_BITS-1:0]       first_oldest_o,   // the oldest unfinished task after the first
  output wire [NUMBER_BITS-1:0]       second_oldest_o,  // after both
  // one that has its id
  input  wire                         give_i,
  input  wire [NUMBER_BITS-1:0]       give_number_i,
  // does it hold?
  input  wire [LOOKS-1:0]             look_registered_i,  // 0: that it is done; 1: that it has its id
  input  wire [LOOKS*NUMBER_BITS-1:0] look_number_i,
  output wire [LOOKS-1:0]             look_met_o
);

  localparam PLACE_BITS = $clog2(WINDOW);
  localparam [WINDOW:0] ONE = 1;
  localparam FAR_BITS = NUMBER_BITS - PLACE_BITS;

  reg [WINDOW-1:0]      done_q, registered_q;
  reg [NUMBER_BITS-1:0] oldest_q;

  wire [NUMBER_BITS-1:0] first_place = first_number_i - oldest_q;
  wire [NUMBER_BITS-1:0] second_place = second_number_i - oldest_q;
  wire [NUMBER_BITS-1:0] give_place = give_number_i - second_oldest_o;

  wire [WINDOW-1:0] first_bit, second_bit, give_bit;
  wire [WINDOW:0] first_done = {1'b0, done_q | first_bit};
  wire [WINDOW:0] second_done = {1'b0, done_q | first_bit | second_bit};
  wire [WINDOW:0] first_zero = ~first_done & (first_done + ONE);
  wire [WINDOW:0] second_zero = ~second_done & (second_done + ONE);
  wire [PLACE_BITS:0] first_count, second_count;
  wire [WINDOW-1:0] done = second_done[WINDOW-1:0] >> second_count;
  wire [WINDOW-1:0] registered = registered_q >> second_count | give_bit;

  genvar p, b, l;
  generate
    for (p = 0; p < WINDOW; p = p + 1) begin : place
      localparam [NUMBER_BITS-1:0] PLACE = p;
      assign first_bit[p] = first_i & (first_place == PLACE);
      assign second_bit[p] = second_i & (second_place == PLACE);
      assign give_bit[p] = give_i & (give_place == PLACE);
    end
    for (b = 0; b <= PLACE_BITS; b = b + 1) begin : count_bit
      wire [WINDOW:0] first_has, second_has;
      for (p = 0; p <= WINDOW; p = p + 1) begin : at
        localparam [31:0] NUMBER = p;
        assign first_has[p] = first_zero[p] & NUMBER[b];
        assign second_has[p] = second_zero[p] & NUMBER[b];
      end
      assign first_count[b] = first_has != {(WINDOW+1){1'b0}};
      assign second_count[b] = second_has != {(WINDOW+1){1'b0}};
    end
    for (l = 0; l < LOOKS; l = l + 1) begin : look
      wire [NUMBER_BITS-1:0] number = look_number_i[NUMBER_BITS*l+:NUMBER_BITS];
      wire [NUMBER_BITS-1:0] far = number - second_oldest_o;
      wire held = look_registered_i[l] ? registered[far[PLACE_BITS-1:0]] : done[far[PLACE_BITS-1:0]];
      assign look_met_o[l] = number < second_oldest_o | (far[NUMBER_BITS-1:PLACE_BITS] == {FAR_BITS{1'b0}} & held);
    end
  endgenerate

  assign first_oldest_o = oldest_q + {{(NUMBER_BITS-PLACE_BITS-1){1'b0}}, first_count};
  assign second_oldest_o = oldest_q + {{(NUMBER_BITS-PLACE_BITS-1){1'b0}}, second_count};

  always @(posedge clk) begin
    if (rst) begin
      done_q <= {WINDOW{1'b0}};
      registered_q <= {WINDOW{1'b0}};
      oldest_q <= {NUMBER_BITS{1'b0}};
    end else begin
      done_q <= done;
      registered_q <= registered;
      oldest_q <= second_oldest_o;
    end
  end

endmodule

`default_nettype wire
