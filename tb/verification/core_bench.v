// SPDX-License-Identifier: Apache-2.0
// Plays the vectors of `dispatch_core_campaign --vectors` to gantry_dispatch_core, the RTL or a netlist of it, in four states,
// as vectors_bench.v does for the picker.
`timescale 1ns / 1ps
`default_nettype none

module core_bench;
  // Set by whoever compiles it (-P): the parameters of the vectors.
  parameter ENTRIES = 5;
  parameter PROCESSORS = 7;
  parameter TYPES = 3;
  parameter CHOICE = 1;
  parameter PER_JOB = 1;
  parameter CLASSES = 3;
  parameter FRAC = 8;
  parameter QUANT = 8;
  parameter TIE = 0;
  parameter DEPTH_BITS = 2;
  parameter PORTS = 2;
  parameter JOB_BITS = 17;
  parameter DIVIDER = 1;
  parameter CYCLES = 1000;

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2);
  localparam TYPE_BITS = $clog2(TYPES > 2 ? TYPES : 2);
  localparam PROCESSOR_BITS = $clog2(PROCESSORS > 2 ? PROCESSORS : 2);
  localparam HISTORY = 9 + FRAC;
  localparam TARGET = 9 + FRAC - QUANT;
  localparam INPUTS = 6 + PROCESSORS * (TYPE_BITS + DEPTH_BITS) + 3 * ENTRY_BITS + CLASS_BITS + 9 + 2 * JOB_BITS + TYPE_BITS +
                      PROCESSOR_BITS + PORTS * (1 + PROCESSOR_BITS);
  localparam OUTPUTS = 4 + 2 * ENTRY_BITS + TARGET + 9 + HISTORY + PROCESSOR_BITS + PROCESSORS * (1 + DEPTH_BITS);

  reg clk;
  reg [INPUTS-1:0] in;
  wire rst, hold, add, drop, match, complete;
  wire [PROCESSORS*TYPE_BITS-1:0] types;
  wire [PROCESSORS*DEPTH_BITS-1:0] depths;
  wire [ENTRY_BITS-1:0] add_entry, drop_entry, match_entry;
  wire [CLASS_BITS-1:0] add_class;
  wire [8:0] add_weight;
  wire [JOB_BITS-1:0] add_jobs, match_count;
  wire [TYPE_BITS-1:0] add_type;
  wire [PROCESSOR_BITS-1:0] complete_processor;
  wire [PORTS-1:0] unlock;
  wire [PORTS*PROCESSOR_BITS-1:0] unlock_processor;
  assign {rst, types, depths, hold, add, add_entry, add_class, add_weight, add_jobs, add_type, drop, drop_entry, match, match_entry,
          match_count, complete, complete_processor, unlock, unlock_processor} = in;

  wire take, busy, grant, issue;
  wire [ENTRY_BITS-1:0] grant_entry, issue_entry;
  wire [TARGET-1:0] grant_target;
  wire [8:0] grant_expected;
  wire [HISTORY-1:0] grant_history;
  wire [PROCESSOR_BITS-1:0] issue_processor;
  wire [PROCESSORS-1:0] free;
  wire [PROCESSORS*DEPTH_BITS-1:0] places;
  wire [OUTPUTS-1:0] out = {take, busy, grant, grant_entry, grant_target, grant_expected, grant_history, issue, issue_entry,
                            issue_processor, free, places};

`ifdef NETLIST
  gantry_dispatch_core core (
`else
  gantry_dispatch_core #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS), .DIVIDER(DIVIDER),
    .PROCESSORS(PROCESSORS), .TYPES(TYPES), .DEPTH_BITS(DEPTH_BITS), .CHOICE(CHOICE), .PORTS(PORTS), .PER_JOB(PER_JOB)
  ) core (
`endif
    .clk(clk), .rst(rst), .type_i(types), .depth_i(depths), .add_i(add), .add_entry_i(add_entry), .add_class_i(add_class),
    .add_weight_i(add_weight), .add_jobs_i(add_jobs), .add_type_i(add_type), .drop_i(drop), .drop_entry_i(drop_entry),
    .take_o(take), .busy_o(busy), .match_i(match), .match_entry_i(match_entry), .match_count_i(match_count),
    .complete_i(complete), .complete_processor_i(complete_processor), .unlock_i(unlock), .unlock_processor_i(unlock_processor),
    .hold_i(hold), .grant_o(grant), .grant_entry_o(grant_entry), .grant_target_o(grant_target),
    .grant_expected_o(grant_expected), .grant_history_o(grant_history), .issue_o(issue), .issue_entry_o(issue_entry),
    .issue_processor_o(issue_processor), .read_i(1'b0), .read_entry_i({ENTRY_BITS{1'b0}}), .read_valid_o(),
    .read_expected_o(), .read_history_o(), .read_jobs_o(), .free_o(free), .places_o(places)
  );

  localparam ISSUE = ENTRY_BITS + PROCESSOR_BITS + PROCESSORS * (1 + DEPTH_BITS);  // where it stands in OUTPUTS
  reg [INPUTS+OUTPUTS-1:0] vectors [0:CYCLES-1];
  reg [OUTPUTS-1:0] want;
  reg [8*256-1:0] file;
  integer cycle, bit_, grants, wrong;
`ifdef FLIPS
  // For flips.py: one life, from a reset to the next, with one bit of one register changed in it.
  integer flip, register_, bit_of, differs, detected, got, wanted, port, processor;
  reg [PROCESSORS-1:0] locked;
  reg [DEPTH_BITS:0] taken [0:PROCESSORS-1];  // jobs of each that were issued and are not completed
  `include "flip.vh"
  initial begin
    if (!$value$plusargs("vectors=%s", file) || !$value$plusargs("flip=%d", flip) ||
        !$value$plusargs("register=%d", register_) || !$value$plusargs("bit=%d", bit_of)) $finish;
    $readmemb(file, vectors);
    {differs, detected, got, wanted, locked} = 0;
    for (processor = 0; processor < PROCESSORS; processor = processor + 1) taken[processor] = 0;
    clk = 1'b0;
    for (cycle = 0; cycle < CYCLES && (cycle == 0 || !vectors[cycle][INPUTS+OUTPUTS-1]); cycle = cycle + 1) begin
      {in, want} = vectors[cycle];
      #5;
      for (bit_ = 0; bit_ < OUTPUTS; bit_ = bit_ + 1) if (want[bit_] === 1'bx) want[bit_] = out[bit_];
      if (out !== want) differs = differs + 1;
      // What whoever is around the core can see: a weight that there is not, a job for a processor that there is not, or
      // whose last job has not left, or that has no place.
      if (!rst && grant === 1'b1 && (grant_expected == 0 || grant_expected > 9'd256)) detected = 1;
      if (!rst && issue === 1'b1) begin
        if (issue_processor >= PROCESSORS) detected = 1;
        else if (locked[issue_processor] || taken[issue_processor] >= depths[DEPTH_BITS*issue_processor+:DEPTH_BITS]) detected = 1;
        else begin
          locked[issue_processor] = 1'b1;
          taken[issue_processor] = taken[issue_processor] + 1'b1;
        end
      end
      for (port = 0; port < PORTS; port = port + 1)
        if (!rst && unlock[port] === 1'b1) locked[unlock_processor[PROCESSOR_BITS*port+:PROCESSOR_BITS]] = 1'b0;
      if (!rst && complete === 1'b1 && taken[complete_processor] != 0) taken[complete_processor] = taken[complete_processor] - 1'b1;
      if (cycle > flip + 20) begin
        if (issue === 1'b1) got = got + 1;
        if (want[ISSUE] === 1'b1) wanted = wanted + 1;
      end
      clk = 1'b1;
      #5;
      clk = 1'b0;
      if (cycle == flip) change(register_, bit_of);
    end
    $display("differs %0d detected %0d got %0d wanted %0d", differs, detected, got, wanted);
    $finish;
  end
`else
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
        $display("cycle %0d:\n  got      %b\n  expected %b", cycle, out, want);
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
