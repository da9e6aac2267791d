// SPDX-License-Identifier: Apache-2.0
// Plays the vectors of picker_vectors to gantry_picker, the RTL or a netlist of it, in four states: what does not
// matter is x at its inputs, and of what is expected every bit has to be there, so that an x fails.
`timescale 1ns / 1ps
`default_nettype none

module vectors_bench;
  // Set by whoever compiles it (-P): the parameters of the vectors.
  parameter ENTRIES = 4;
  parameter CLASSES = 2;
  parameter FRAC = 8;
  parameter QUANT = 8;
  parameter TIE = 0;
  parameter JOB_BITS = 8;
  parameter DIVIDER = 0;
  parameter PICK_LATENCY = 1;
  parameter CYCLES = 1000;

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3;
  localparam HISTORY = 9 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  localparam INPUTS = 5 + 3 * ENTRY_BITS + CLASS_BITS + 9 + JOB_BITS + ENTRIES;
  localparam OUTPUTS = 3 + ENTRY_BITS + TARGET + 9 + HISTORY + 1 + 9 + HISTORY + JOB_BITS;

  reg clk;
  reg [INPUTS-1:0] in;
  wire rst, add, drop, pick, read;
  wire [ENTRY_BITS-1:0] add_entry, drop_entry, read_entry;
  wire [CLASS_BITS-1:0] add_class;
  wire [8:0] add_weight;
  wire [JOB_BITS-1:0] add_jobs;
  wire [ENTRIES-1:0] eligible;
  assign {rst, add, add_entry, add_class, add_weight, add_jobs, drop, drop_entry, pick, eligible, read,
          read_entry} = in;

  wire [ENTRIES-1:0] win;
  wire take, busy, grant, valid;
  wire [ENTRY_BITS-1:0] grant_entry;
  wire [TARGET-1:0] grant_target;
  wire [8:0] grant_expected, read_expected;
  wire [HISTORY-1:0] grant_history, read_history;
  wire [JOB_BITS-1:0] read_jobs;
  wire [OUTPUTS-1:0] out = {take, busy, grant, grant_entry, grant_target, grant_expected, grant_history,
                            valid, read_expected, read_history, read_jobs};

`ifdef NETLIST
  gantry_picker picker (
`else
  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS), .DIVIDER(DIVIDER),
    .PICK_LATENCY(PICK_LATENCY)
  ) picker (
`endif
    .clk(clk), .rst(rst), .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class), .add_weight_i(add_weight),
    .add_jobs_i(add_jobs), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(take), .busy_o(busy), .pick_i(pick),
    .eligible_i(eligible), .win_o(win), .grant_o(grant), .grant_entry_o(grant_entry), .grant_target_o(grant_target),
    .grant_expected_o(grant_expected), .grant_history_o(grant_history), .read_i(read), .read_entry_i(read_entry),
    .read_valid_o(valid), .read_expected_o(read_expected), .read_history_o(read_history), .read_jobs_o(read_jobs)
  );

  reg [8*256-1:0] file;
`ifdef FLIPS
  // For flips.py: one life, from a reset to the next, with one bit of one register changed in it.
  integer flip, register_, bit_of, differs, detected, got, wanted;
  `include "flip.vh"
  initial begin
    if (!$value$plusargs("vectors=%s", file) || !$value$plusargs("flip=%d", flip) ||
        !$value$plusargs("register=%d", register_) || !$value$plusargs("bit=%d", bit_of)) $finish;
    $readmemb(file, vectors);
    {differs, detected, got, wanted} = 0;
    clk = 1'b0;
    for (cycle = 0; cycle < CYCLES && (cycle == 0 || !vectors[cycle][INPUTS+OUTPUTS-1]); cycle = cycle + 1) begin
      {in, want} = vectors[cycle];
      #5;
      // What whoever is around the picker can see: two winners, one that is not eligible, or one while weights are computed.
      if (!rst && (((win & (win - 1'b1)) != 0) || ((win & ~eligible) != 0) || (win != 0 && (busy || !pick)) ||
                   (grant && (grant_expected == 0 || grant_expected > 9'd256)))) detected = 1;
      for (bit_ = 0; bit_ < OUTPUTS; bit_ = bit_ + 1) if (want[bit_] === 1'bx) want[bit_] = out[bit_];
      if (out !== want) differs = differs + 1;
      if (cycle > flip + 20) begin
        if (grant === 1'b1) got = got + 1;
        if (want[OUTPUTS-3] === 1'b1) wanted = wanted + 1;
      end
      clk = 1'b1;
      #5;
      clk = 1'b0;
      if (cycle == flip) change(register_, bit_of);
    end
    $display("differs %0d detected %0d got %0d wanted %0d", differs, detected, got, wanted);
    $finish;
  end
`endif

  reg [INPUTS+OUTPUTS-1:0] vectors [0:CYCLES-1];
  reg [OUTPUTS-1:0] want;
  integer cycle, bit_, grants, wrong;
`ifndef FLIPS
  initial begin
    if (!$value$plusargs("vectors=%s", file)) $finish;
    $readmemb(file, vectors);
    grants = 0;
    wrong = 0;
    clk = 1'b0;
    for (cycle = 0; cycle < CYCLES && wrong < 5; cycle = cycle + 1) begin
      {in, want} = vectors[cycle];
      #5;
      for (bit_ = 0; bit_ < OUTPUTS; bit_ = bit_ + 1) if (want[bit_] === 1'bx) want[bit_] = out[bit_];
      if (out !== want) begin
        $display("cycle %0d: take busy grant entry T W H, valid W H jobs:", cycle);
        $display("  got      %b %b %b %b %b %b %b, %b %b %b %b", take, busy, grant, grant_entry, grant_target,
                 grant_expected, grant_history, valid, read_expected, read_history, read_jobs);
        $display("  expected %b", want);
        wrong = wrong + 1;
      end
      if (grant === 1'b1) grants = grants + 1;
      clk = 1'b1;
      #5;
      clk = 1'b0;
    end
    $display("%0d cycles, %0d grants, %0d differences", cycle, grants, wrong);
    $finish;
  end
`endif

endmodule

`default_nettype wire
