// SPDX-License-Identifier: Apache-2.0
// The register file: task, class, queue and jobs left of every task between registration and the end of its scheduling.
//
// Algorithm: one register per slot. A task takes the free one with the lowest number. A slot that is freed in a cycle
// can be taken from the next one on.
// Tie-break: the lowest number.
// Latency: written values can be read from the next cycle on.
// Critical path: lowest free slot.
`default_nettype none

module gantry_register_file #(
  parameter SLOTS = 16,      // 2..4096
  parameter DATA = 40,  // bits of the data that are constant while a slot is taken
  parameter JOB_BITS = 32
) (
  input  wire                     clk,
  input  wire                     rst,
  // a task takes a slot; one is free
  input  wire                     take_i,
  input  wire [DATA-1:0]          take_data_i,
  input  wire [JOB_BITS-1:0]      take_jobs_i,
  output wire [$clog2(SLOTS)-1:0] take_slot_o,
  // it is over, or some of its jobs are left
  input  wire                     give_i,
  input  wire                     left_i,
  input  wire [$clog2(SLOTS)-1:0] slot_i,
  input  wire [JOB_BITS-1:0]      left_jobs_i,
  output wire [DATA-1:0]          data_o,       // of slot_i
  // a look at another
  input  wire [$clog2(SLOTS)-1:0] read_i,
  output wire [DATA-1:0]          read_data_o,
  output wire [JOB_BITS-1:0]      read_jobs_o
);

  localparam SLOT_BITS = $clog2(SLOTS);

  reg [SLOTS-1:0] free_q;
  reg [DATA-1:0] data_q [0:SLOTS-1];
  reg [JOB_BITS-1:0] jobs_q [0:SLOTS-1];

  localparam FULL = 1 << SLOT_BITS;
  localparam [SLOTS-1:0] ONE = 1, NONE = 0;
  wire [SLOTS-1:0] lowest = free_q & (~free_q + ONE);
  wire [SLOTS-1:0] given = give_i ? ONE << slot_i : NONE;
  // Vectors as a whole, without a loop over the slots: tools bound the length of loops.
  genvar b;
  generate
    for (b = 0; b < SLOT_BITS; b = b + 1) begin : number
      localparam [FULL-1:0] WITH_BIT = {(FULL >> (b + 1)){{(1 << b){1'b1}}, {(1 << b){1'b0}}}};
      assign take_slot_o[b] = (lowest & WITH_BIT[SLOTS-1:0]) != NONE;
    end
  endgenerate

  assign data_o = data_q[slot_i];
  assign read_data_o = data_q[read_i];
  assign read_jobs_o = jobs_q[read_i];

  always @(posedge clk) begin
    free_q <= rst ? {SLOTS{1'b1}} : (free_q & ~(take_i ? lowest : NONE)) | given;
    if (take_i) data_q[take_slot_o] <= take_data_i;
    if (take_i) jobs_q[take_slot_o] <= take_jobs_i;
    if (left_i) jobs_q[slot_i] <= left_jobs_i;
  end

endmodule

`default_nettype wire
