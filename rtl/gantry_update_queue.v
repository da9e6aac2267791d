// SPDX-License-Identifier: Apache-2.0
// Messages of the decomposer to the task cache, one per cycle. Up to three enter in a cycle, in order a, b, c.
//
// Algorithm: a ring with three write ports, because it is small; three banks would also do.
// Latency: a message that enters an empty ring is at the output after the next clock edge, for one cycle.
// Critical path: write address plus two.
`default_nettype none

module gantry_update_queue #(
  parameter DEPTH = 64,  // 4..65536, a power of two: all that can wait at once
  parameter BITS = 8
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            a_i,
  input  wire [BITS-1:0] a_data_i,
  input  wire            b_i,
  input  wire [BITS-1:0] b_data_i,
  input  wire            c_i,
  input  wire [BITS-1:0] c_data_i,
  output wire            valid_o,
  output wire [BITS-1:0] data_o,
  output wire            more_o  // messages behind this one
);

  localparam ADDRESS = $clog2(DEPTH);

  reg [BITS-1:0] ring_q [0:DEPTH-1];
  reg [ADDRESS-1:0] read_q, write_q;
  reg [ADDRESS:0] count_q;

  // Where each of the three goes.
  wire [ADDRESS-1:0] at_b = write_q + {{(ADDRESS-1){1'b0}}, a_i};
  wire [ADDRESS-1:0] at_c = at_b + {{(ADDRESS-1){1'b0}}, b_i};
  wire [ADDRESS-1:0] after = at_c + {{(ADDRESS-1){1'b0}}, c_i};
  wire [ADDRESS:0] come = {{ADDRESS{1'b0}}, a_i} + {{ADDRESS{1'b0}}, b_i} + {{ADDRESS{1'b0}}, c_i};

  assign valid_o = count_q != {(ADDRESS+1){1'b0}};
  assign data_o = ring_q[read_q];
  assign more_o = count_q[ADDRESS:1] != {ADDRESS{1'b0}};

  always @(posedge clk) begin
    if (a_i) ring_q[write_q] <= a_data_i;
    if (b_i) ring_q[at_b] <= b_data_i;
    if (c_i) ring_q[at_c] <= c_data_i;
    if (rst) begin
      read_q <= {ADDRESS{1'b0}};
      write_q <= {ADDRESS{1'b0}};
      count_q <= {(ADDRESS+1){1'b0}};
    end else begin
      read_q <= read_q + {{(ADDRESS-1){1'b0}}, valid_o};
      write_q <= after;
      count_q <= count_q + come - {{ADDRESS{1'b0}}, valid_o};
    end
  end

endmodule

`default_nettype wire
