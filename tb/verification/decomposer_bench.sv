// SPDX-License-Identifier: Apache-2.0
// Plays the vectors of `block_bench --vectors decomposer` to gantry_decomposer in its wrapper, the RTL or a netlist of it,
// in four states: what does not matter is x at its inputs, and of what is expected every bit has to be there, so that an x
// fails. In a reset all inputs are x.
`timescale 1ns / 1ps
`default_nettype none
`include "decomposer_pins.vh"

module decomposer_bench;
  // Set by whoever compiles it (-P).
  parameter QUEUES = 5;
  parameter WINDOW = 1;
  parameter SLOTS = 16;
  parameter UPDATES = 64;
  parameter CYCLES = 1000;

  localparam IN = `DECOMPOSER_IN;
  localparam OUT = `DECOMPOSER_OUT;
  localparam CONFIG = `DECOMPOSER_CONFIG;

  reg clk, rst;
  reg [63:0] now;
  reg [CONFIG-1:0] config_;
  reg [IN-1:0] in;
  wire [OUT-1:0] out;
  wire [63:0] due;
`ifdef NETLIST
  decomposer_shell shell (
`else
  decomposer_shell #(.QUEUES(QUEUES), .WINDOW(WINDOW), .SLOTS(SLOTS), .UPDATES(UPDATES)) shell (
`endif
    .clk(clk), .rst(rst), .now_i(now), .config_i(config_), .in_i(in), .out_o(out), .due_o(due)
  );

  reg [8*256-1:0] file;
`ifdef FLIPS
  // For flips.py, as in vectors_bench.v.
  integer flip, register_, bit_of, differs, detected, got, wanted;
  reg [4095:0] requested;  // slots with a request
  `include "flip.vh"
  initial begin
    if (!$value$plusargs("vectors=%s", file) || !$value$plusargs("flip=%d", flip) ||
        !$value$plusargs("register=%d", register_) || !$value$plusargs("bit=%d", bit_of)) $finish;
    $readmemb(file, vectors);
    {differs, detected, got, wanted} = 0;
    requested = 0;
    clk = 1'b0;
    for (cycle = 0; cycle < CYCLES && (cycle == 0 || !vectors[cycle][1+64+CONFIG+IN+OUT-1]); cycle = cycle + 1) begin
      {rst, now, config_, in, want} = vectors[cycle];
      #5;
      if (!rst && shell.verdicts_valid) requested[shell.verdicts_slot] = 1'b0;
      clk = 1'b1;
      #5;
      if (!rst) begin
        // What its neighbours can see: a slot that there is not or that has a request, no jobs, a queue that there is not.
        if (shell.schedule_requests_valid) begin
          if (requested[shell.schedule_requests_slot] || shell.schedule_requests_slot >= shell.slots ||
              shell.schedule_requests_jobs == 0) detected = 1;
          requested[shell.schedule_requests_slot] = 1'b1;
        end
        if ((shell.monitor_requests_valid && shell.monitor_requests_queue >= 5 * shell.queues_per_class) ||
            (shell.cache_updates_valid && shell.cache_updates_queue >= 5 * shell.queues_per_class)) detected = 1;
      end
      for (bit_ = 0; bit_ < OUT; bit_ = bit_ + 1) if (want[bit_] === 1'bx) want[bit_] = out[bit_];
      if (!rst && out !== want) differs = differs + 1;
      if (cycle > flip + 20) begin
        if (shell.cache_updates_valid || shell.monitor_requests_valid || shell.schedule_requests_valid) got = got + 1;
        if (vectors[cycle][0] || vectors[cycle][44] || vectors[cycle][88]) wanted = wanted + 1;
      end
      clk = 1'b0;
      if (cycle == flip) change(register_, bit_of);
    end
    $display("differs %0d detected %0d got %0d wanted %0d", differs, detected, got, wanted);
    $finish;
  end
`endif

  reg [1+64+CONFIG+IN+OUT-1:0] vectors [0:CYCLES-1];
  reg [OUT-1:0] want;
  integer cycle, bit_, messages, wrong;
`ifndef FLIPS
  initial begin
    if (!$value$plusargs("vectors=%s", file)) $finish;
    $readmemb(file, vectors);
    messages = 0;
    wrong = 0;
    clk = 1'b0;
    for (cycle = 0; cycle < CYCLES && wrong < 5; cycle = cycle + 1) begin
      {rst, now, config_, in, want} = vectors[cycle];
      #5;
      clk = 1'b1;
      #5;
      for (bit_ = 0; bit_ < OUT; bit_ = bit_ + 1) if (want[bit_] === 1'bx) want[bit_] = out[bit_];
      if (out !== want || (!rst && (^due) === 1'bx)) begin
        $display("cycle %0d:\n  got      %b, due %b\n  expected %b", cycle, out, due, want);
        wrong = wrong + 1;
      end
      if (!rst && out[0] === 1'b1) messages = messages + 1;
      clk = 1'b0;
    end
    $display("%0d cycles, %0d messages, %0d differences", cycle, messages, wrong);
    $finish;
  end
`endif

endmodule

`default_nettype wire
