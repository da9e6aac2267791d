// SPDX-License-Identifier: Apache-2.0
// Plays the vectors of `block_bench --vectors monitor` to gantry_state_monitor in its wrapper, the RTL or a netlist of it,
// in four states: what does not matter is x at its inputs, and of what is expected every bit has to be there, so that an x
// fails. In a reset all inputs are x.
`timescale 1ns / 1ps
`default_nettype none
`include "monitor_pins.vh"

module monitor_bench;
  // Set by whoever compiles it (-P).
  parameter QUERIES = 10;
  parameter IDS = 5;
  parameter WINDOW = 16;
  parameter LOOKS = 2;
  parameter RETIRE = 2;
  parameter JOBS = 6;
  parameter CYCLES = 1000;

  localparam IN = `MONITOR_IN;
  localparam OUT = `MONITOR_OUT;
  localparam CONFIG = `MONITOR_CONFIG;

  reg clk, rst;
  reg [63:0] now;
  reg [CONFIG-1:0] config_;
  reg [IN-1:0] in;
  wire [OUT-1:0] out;
  wire [63:0] due;
`ifdef NETLIST
  monitor_shell shell (
`else
  monitor_shell #(.QUERIES(QUERIES), .IDS(IDS), .WINDOW(WINDOW), .LOOKS(LOOKS), .RETIRE(RETIRE), .JOBS(JOBS)) shell (
`endif
    .clk(clk), .rst(rst), .now_i(now), .config_i(config_), .in_i(in), .out_o(out), .due_o(due)
  );

  reg [8*256-1:0] file;
  reg [1+64+CONFIG+IN+OUT-1:0] vectors [0:CYCLES-1];
  reg [OUT-1:0] want;
  integer cycle, bit_, messages, wrong;
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
      if (!rst && out[0] === 1'b1) messages = messages + 1;   // an answer
      if (!rst && out[43] === 1'b1) messages = messages + 1;  // an id
      clk = 1'b0;
    end
    $display("%0d cycles, %0d messages, %0d differences", cycle, messages, wrong);
    $finish;
  end

endmodule

`default_nettype wire
