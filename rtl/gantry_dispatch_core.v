// SPDX-License-Identifier: Apache-2.0
// The dispatch core: the picker, and the processors with a free slot. In every cycle it makes one exact pick and
// chooses the processor for it.
//
// Algorithm: every processor is of one of TYPES types, and every entry runs on one type. An entry is eligible if its
// type has a free processor and, with PER_JOB, a matched job is left (gantry_matched_jobs). That the winner takes one
// processor of its type decides which entries are eligible in the next cycle (gantry_processors). The processor itself
// is chosen meanwhile, among those that were free in the cycle of the pick.
// Tie-break: the picker's; of equal processors the one with the lowest number.
// Latency: grant_o one cycle after the round, issue_o one cycle after grant_o; an event counts from the next cycle on.
// Critical path: the picker's loop; from its winner to the winner's type; from that over the type's ready bit and the
// entry's multiplexer into the tree.
// The port table, with what inputs are legal, is in docs/dispatch_core.md.
`default_nettype none

module gantry_dispatch_core #(
  parameter ENTRIES = 16,     // 4..256
  parameter CLASSES = 3,      // 1..5
  parameter FRAC = 8,         // 0..16
  parameter QUANT = 8,        // 0..FRAC+8
  parameter TIE = 0,          // 0 = larger W, 1 = smaller H
  parameter JOB_BITS = 17,    // 2..32
  parameter DIVIDER = 0,      // 0 = one for all entries, 1 = one per entry, 2 = one, pipelined
  parameter PROCESSORS = 16,  // 1..256
  parameter TYPES = 4,        // 1..8
  parameter DEPTH_BITS = 3,   // 1..8
  parameter CHOICE = 0,       // 0 = first_free, 1 = least_loaded
  parameter PORTS = 1,        // 1..4
  parameter PER_JOB = 0       // 1 = jobs are pickable as they are matched
) (
  input  wire                                                     clk,
  input  wire                                                     rst,
  // the machine; constant from the reset on
  input  wire [PROCESSORS*$clog2(TYPES > 2 ? TYPES : 2)-1:0]      type_i,
  input  wire [PROCESSORS*DEPTH_BITS-1:0]                         depth_i,  // places of each; 0: never free
  // commands
  input  wire                                                     add_i,
  input  wire [$clog2(ENTRIES)-1:0]                               add_entry_i,
  input  wire [$clog2(CLASSES > 2 ? CLASSES : 2)-1:0]             add_class_i,
  input  wire [8:0]                                               add_weight_i,  // S, 1..256
  input  wire [JOB_BITS-1:0]                                      add_jobs_i,    // from 1
  input  wire [$clog2(TYPES > 2 ? TYPES : 2)-1:0]                 add_type_i,
  input  wire                                                     drop_i,
  input  wire [$clog2(ENTRIES)-1:0]                               drop_entry_i,
  output wire                                                     take_o,
  output wire                                                     busy_o,
  input  wire                                                     match_i,  // with PER_JOB
  input  wire [$clog2(ENTRIES)-1:0]                               match_entry_i,
  input  wire [JOB_BITS-1:0]                                      match_count_i,  // jobs that become pickable
  // events
  input  wire                                                     complete_i,
  input  wire [$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0]       complete_processor_i,
  input  wire [PORTS-1:0]                                         unlock_i,
  input  wire [PORTS*$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0] unlock_processor_i,
  input  wire                                                     hold_i,  // no round in this cycle
  // the pick, one cycle after the round
  output wire                                                     grant_o,
  output wire [$clog2(ENTRIES)-1:0]                               grant_entry_o,
  output wire [8+FRAC-QUANT:0]                                    grant_target_o,    // T, signed
  output wire [8:0]                                               grant_expected_o,  // W
  output wire [8+FRAC:0]                                          grant_history_o,   // H_raw before the round
  // and its processor, one cycle after that
  output wire                                                     issue_o,
  output wire [$clog2(ENTRIES)-1:0]                               issue_entry_o,
  output wire [$clog2(PROCESSORS > 2 ? PROCESSORS : 2)-1:0]       issue_processor_o,
  // read-back: an entry in this cycle, processors in the cycle before it, which is the round's with a grant
  input  wire                                                     read_i,
  input  wire [$clog2(ENTRIES)-1:0]                               read_entry_i,
  output wire                                                     read_valid_o,
  output wire [8:0]                                               read_expected_o,
  output wire [8+FRAC:0]                                          read_history_o,
  output wire [JOB_BITS-1:0]                                      read_jobs_o,
  output wire [PROCESSORS-1:0]                                    free_o,  // had a free slot
  output wire [PROCESSORS*DEPTH_BITS-1:0]                         places_o  // places that were taken
);

  localparam ENTRY_BITS = $clog2(ENTRIES);
  localparam PROCESSOR_BITS = $clog2(PROCESSORS > 2 ? PROCESSORS : 2);

  // Parameters outside their range name a module that does not exist, so that every tool stops.
  generate
    if (PROCESSORS < 1 || PROCESSORS > 256) begin : check_processors
      PROCESSORS_is_not_within_1_to_256 illegal ();
    end
    if (TYPES < 1 || TYPES > 8) begin : check_types
      TYPES_is_not_within_1_to_8 illegal ();
    end
    if (DEPTH_BITS < 1 || DEPTH_BITS > 8) begin : check_depth_bits
      DEPTH_BITS_is_not_within_1_to_8 illegal ();
    end
    if (CHOICE != 0 && CHOICE != 1) begin : check_choice
      CHOICE_is_not_0_or_1 illegal ();
    end
    if (PORTS < 1 || PORTS > 4) begin : check_ports
      PORTS_is_not_within_1_to_4 illegal ();
    end
    if (PER_JOB != 0 && PER_JOB != 1) begin : check_per_job
      PER_JOB_is_not_0_or_1 illegal ();
    end
  endgenerate

  wire [ENTRIES-1:0]        win;
  wire [ENTRIES-1:0]        any;  // has a job to pick
  wire [ENTRIES-1:0]        eligible;
  wire [TYPES-1:0]          ready;      // has a free processor
  wire [TYPES-1:0]          win_type;   // the winner's, one-hot; zero without a round
  wire [PROCESSOR_BITS-1:0] processor;  // of the pick of the cycle before

  // The entry that is added, one-hot.
  wire [ENTRIES-1:0] add;
  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      localparam [ENTRY_BITS-1:0] NUMBER = i;
      assign add[i] = add_i & (add_entry_i == NUMBER);
    end
  endgenerate

  generate
    if (PER_JOB != 0) begin : per_job
      gantry_matched_jobs #(.ENTRIES(ENTRIES), .JOB_BITS(JOB_BITS)) matched (
        .clk(clk), .win_i(win), .add_i(add),
        .match_i(match_i), .match_entry_i(match_entry_i), .match_count_i(match_count_i), .any_o(any)
      );
    end else begin : gang
      assign any = {ENTRIES{1'b1}};
      wire unused_match = &{1'b0, match_i, match_entry_i, match_count_i};
    end
  endgenerate

  gantry_entry_types #(.ENTRIES(ENTRIES), .TYPES(TYPES)) types (
    .clk(clk), .add_i(add), .add_type_i(add_type_i), .any_i(any), .ready_i(ready), .eligible_o(eligible),
    .win_i(win), .win_type_o(win_type)
  );

  gantry_picker #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .TIE(TIE), .JOB_BITS(JOB_BITS),
    .DIVIDER(DIVIDER), .PICK_LATENCY(1)
  ) picker (
    .clk(clk), .rst(rst),
    .add_i(add_i), .add_entry_i(add_entry_i), .add_class_i(add_class_i), .add_weight_i(add_weight_i),
    .add_jobs_i(add_jobs_i), .drop_i(drop_i), .drop_entry_i(drop_entry_i), .take_o(take_o), .busy_o(busy_o),
    .pick_i(~hold_i), .eligible_i(eligible), .win_o(win),
    .grant_o(grant_o), .grant_entry_o(grant_entry_o), .grant_target_o(grant_target_o),
    .grant_expected_o(grant_expected_o), .grant_history_o(grant_history_o),
    .read_i(read_i), .read_entry_i(read_entry_i), .read_valid_o(read_valid_o),
    .read_expected_o(read_expected_o), .read_history_o(read_history_o), .read_jobs_o(read_jobs_o)
  );

  gantry_processors #(
    .PROCESSORS(PROCESSORS), .TYPES(TYPES), .DEPTH_BITS(DEPTH_BITS), .CHOICE(CHOICE), .PORTS(PORTS)
  ) processors (
    .clk(clk), .rst(rst), .type_i(type_i), .depth_i(depth_i),
    .complete_i(complete_i), .complete_processor_i(complete_processor_i),
    .unlock_i(unlock_i), .unlock_processor_i(unlock_processor_i),
    .ready_o(ready), .win_type_i(win_type), .processor_o(processor), .free_o(free_o), .places_o(places_o)
  );

  reg                      issue_q;
  reg [ENTRY_BITS-1:0]     entry_q;
  reg [PROCESSOR_BITS-1:0] processor_q;
  always @(posedge clk) begin
    issue_q <= grant_o & ~rst;
    if (grant_o) begin
      entry_q <= grant_entry_o;
      processor_q <= processor;
    end
  end
  assign issue_o = issue_q;
  assign issue_entry_o = entry_q;
  assign issue_processor_o = processor_q;

endmodule

`default_nettype wire
