// SPDX-License-Identifier: Apache-2.0
// Assertions on the pins of gantry_picker, bound to every instance of it: what its surroundings have to keep to
// (legal_*), and what it promises (busy_*, take_*, win_*, grant_*, read_*, reset_*). docs/verification_kit.md lists them.
//
// Algorithm: only a grant tells who won, PICK_LATENCY cycles after the round. So the pins pass through PICK_LATENCY
// registers, and a model of who is there (not of the weights) follows the registers' end (past), where a round's winner
// is known. An assertion on what is legal for an entry fails so many cycles after its cause; one on numbers at once.
// It needs no name inside the picker and adds no logic to it.
`default_nettype none

module gantry_picker_assert #(
  parameter ENTRIES = 16,
  parameter CLASSES = 3,
  parameter FRAC = 8,
  parameter QUANT = 8,
  parameter JOB_BITS = 17,
  parameter DIVIDER = 0,
  parameter PICK_LATENCY = 1,
  parameter REWEIGH_CYCLES = DIVIDER == 0 ? 11 * ENTRIES + 2 : DIVIDER == 1 ? 12 : ENTRIES + 12,
  localparam CLASS_BITS = CLASSES <= 2 ? 1 : CLASSES <= 4 ? 2 : 3,
  localparam ENTRY_BITS = $clog2(ENTRIES),
  localparam HISTORY = 9 + FRAC,
  localparam TARGET = 9 + FRAC - QUANT
) (
  input wire                  clk,
  input wire                  rst,
  input wire                  add_i,
  input wire [ENTRY_BITS-1:0] add_entry_i,
  input wire [CLASS_BITS-1:0] add_class_i,
  input wire [8:0]            add_weight_i,
  input wire [JOB_BITS-1:0]   add_jobs_i,
  input wire                  drop_i,
  input wire [ENTRY_BITS-1:0] drop_entry_i,
  input wire                  take_o,
  input wire                  busy_o,
  input wire                  pick_i,
  input wire [ENTRIES-1:0]    eligible_i,
  input wire [ENTRIES-1:0]    win_o,
  input wire                  grant_o,
  input wire [ENTRY_BITS-1:0] grant_entry_o,
  input wire [TARGET-1:0]     grant_target_o,
  input wire [8:0]            grant_expected_o,
  input wire [HISTORY-1:0]    grant_history_o,
  input wire                  read_i,
  input wire [ENTRY_BITS-1:0] read_entry_i,
  input wire                  read_valid_o,
  input wire [8:0]            read_expected_o,
  input wire [HISTORY-1:0]    read_history_o,
  input wire [JOB_BITS-1:0]   read_jobs_o
);

  // The pins of a cycle, as far as the model needs them.
  typedef struct packed {
    logic                  rst;
    logic                  add;
    logic [ENTRY_BITS-1:0] add_entry;
    logic [CLASS_BITS-1:0] add_class;
    logic [JOB_BITS-1:0]   add_jobs;
    logic                  drop;
    logic [ENTRY_BITS-1:0] drop_entry;
    logic                  take;
    logic                  busy;
    logic                  pick;
    logic [ENTRIES-1:0]    eligible;
    logic [ENTRIES-1:0]    win;
    logic                  read;
    logic [ENTRY_BITS-1:0] read_entry;
    logic                  read_valid;
    logic [JOB_BITS-1:0]   read_jobs;
  } pins_t;

  pins_t now;
  assign now = '{rst, add_i, add_entry_i, add_class_i, add_jobs_i, drop_i, drop_entry_i, take_o, busy_o, pick_i,
                 eligible_i, win_o, read_i, read_entry_i, read_valid_o, read_jobs_o};
  pins_t past;
  logic cut;  // a reset between: the grant of that cycle's round will not come
  generate
    if (PICK_LATENCY == 1) begin : one
      pins_t pins_q;
      always @(posedge clk) pins_q <= now;
      assign past = pins_q;
      assign cut = 1'b0;
    end else begin : two
      pins_t pins_q;
      pins_t older_q;
      always @(posedge clk) begin
        pins_q <= now;
        older_q <= pins_q;
      end
      assign past = older_q;
      assign cut = pins_q.rst;
    end
  endgenerate

  // Who is there, before the cycle `past`.
  logic was_reset = 1'b0;  // until then nothing is known
  logic known = 1'b0;      // the model has seen a reset
  logic [ENTRIES-1:0] member_q;
  logic [ENTRIES-1:0] waiting_q;  // to join
  logic [ENTRIES-1:0] leaving_q;  // a member that waits to leave
  logic [CLASS_BITS-1:0] class_q [0:ENTRIES-1];
  logic [JOB_BITS-1:0] jobs_q [0:ENTRIES-1];
  logic owes_round_q;
  integer busy_q;  // cycles of the reweigh that are left

  // The cycle `past`: its round, then its commands.
  wire follows = known & ~past.rst & ~cut;
  wire [ENTRIES-1:0] candidates = member_q & ~leaving_q & past.eligible;
  wire any = |candidates;
  wire round = past.pick & ~past.busy & any;
  wire leaves = round & jobs_q[grant_entry_o] == 1;
  wire [JOB_BITS-1:0] jobs_read = jobs_q[past.read_entry];
  logic [ENTRIES-1:0] member;
  logic [ENTRIES-1:0] waiting;
  logic [ENTRIES-1:0] leaving;
  logic may_add;
  logic [CLASSES-1:0] changed;
  always @* begin
    member = member_q;
    waiting = waiting_q;
    leaving = leaving_q;
    changed = '0;
    if (leaves) begin
      member[grant_entry_o] = 1'b0;
      changed[class_q[grant_entry_o]] = 1'b1;
    end
    if (past.drop) begin
      waiting[past.drop_entry] = 1'b0;
      leaving[past.drop_entry] = member[past.drop_entry];
    end
    may_add = member[past.add_entry] ? leaving[past.add_entry] & past.take : ~waiting[past.add_entry];
    if (past.take) begin
      for (int e = 0; e < ENTRIES; e++) begin
        if (waiting[e] | leaving[e]) changed[class_q[e]] = 1'b1;
      end
      if (past.add) changed[past.add_class] = 1'b1;
      member = (member & ~leaving) | waiting;
      waiting = '0;
      leaving = '0;
      if (past.add) member[past.add_entry] = 1'b1;
    end else if (past.add) begin
      waiting[past.add_entry] = 1'b1;
    end
  end

  always @(posedge clk) begin
    if (rst) was_reset <= 1'b1;
    if (past.rst === 1'b1) begin
      known <= 1'b1;
      member_q <= '0;
      waiting_q <= '0;
      leaving_q <= '0;
      owes_round_q <= 1'b0;
      busy_q <= 0;
    end else if (follows) begin
      member_q <= member;
      waiting_q <= waiting;
      leaving_q <= leaving;
      if (round) jobs_q[grant_entry_o] <= jobs_q[grant_entry_o] - 1'b1;
      if (past.add) begin
        class_q[past.add_entry] <= past.add_class;
        jobs_q[past.add_entry] <= past.add_jobs;
      end
      owes_round_q <= past.busy | (owes_round_q & ~round);
      busy_q <= busy_q != 0 ? busy_q - 1 : REWEIGH_CYCLES * $countones(changed);
    end
  end

  // Legal inputs: numbers, in their own cycle.
  wire live = was_reset & ~rst;
  legal_reset_known: assert property (@(posedge clk) !$isunknown(rst))
    else $error("rst is X");
  legal_reset_first: assert property (@(posedge clk) add_i | drop_i | pick_i | read_i |-> was_reset | rst)
    else $error("an input before the first reset");
  legal_controls_known: assert property (@(posedge clk) live |-> !$isunknown({add_i, drop_i, pick_i, read_i}))
    else $error("add_i, drop_i, pick_i or read_i is X");
  legal_add_entry: assert property (@(posedge clk) live & add_i |-> 32'(add_entry_i) < ENTRIES)
    else $error("entry %0d of %0d", add_entry_i, ENTRIES);
  legal_add_class: assert property (@(posedge clk) live & add_i |-> 32'(add_class_i) < CLASSES)
    else $error("class %0d of %0d", add_class_i, CLASSES);
  legal_add_weight: assert property (@(posedge clk) live & add_i |-> add_weight_i >= 1 && add_weight_i <= 256)
    else $error("S = %0d is not within 1..256", add_weight_i);
  legal_add_jobs: assert property (@(posedge clk) live & add_i |-> add_jobs_i >= 1)
    else $error("no jobs");
  legal_drop_entry: assert property (@(posedge clk) live & drop_i |-> 32'(drop_entry_i) < ENTRIES)
    else $error("entry %0d of %0d", drop_entry_i, ENTRIES);
  legal_read_entry: assert property (@(posedge clk) live & read_i |-> 32'(read_entry_i) < ENTRIES)
    else $error("entry %0d of %0d", read_entry_i, ENTRIES);
  // Legal inputs: who is there, PICK_LATENCY cycles later.
  legal_add_place: assert property (@(posedge clk) follows & past.add |-> may_add)
    else $error("entry %0d is used and does not leave in the add's cycle", past.add_entry);
  legal_eligible_known: assert property (@(posedge clk) follows & ~past.busy |-> !$isunknown(candidates))
    else $error("eligible_i is X for an entry that is in its class");

  // What the picker promises.
  reset_ends_all: assert property (@(posedge clk) live |-> !$past(rst) || (!busy_o && !grant_o))
    else $error("busy_o or grant_o behind a reset");
  outputs_known: assert property (@(posedge clk) live |-> !$isunknown({take_o, busy_o, grant_o}))
    else $error("take_o, busy_o or grant_o is X");
  busy_exactly: assert property (@(posedge clk) follows |-> past.busy == (busy_q != 0))
    else $error("busy_o was %0d, cycles left to reweigh: %0d", past.busy, busy_q);
  take_exactly: assert property (@(posedge clk) follows |->
                                 past.take == (~past.busy & (~owes_round_q | past.pick | ~any)))
    else $error("take_o was %0d", past.take);
  grant_exactly: assert property (@(posedge clk) follows |-> grant_o == round)
    else $error("grant_o is %0d, a round took place: %0d", grant_o, round);
  win_exactly: assert property (@(posedge clk) follows |->
                                past.win == (round ? ENTRIES'(1) << grant_entry_o : ENTRIES'(0)))
    else $error("win_o was %0b, a round took place: %0d, of entry %0d", past.win, round, grant_entry_o);
  grant_candidate: assert property (@(posedge clk) follows & grant_o |-> candidates[grant_entry_o])
    else $error("entry %0d could not win", grant_entry_o);
  grant_known: assert property (@(posedge clk) live & grant_o |->
                                !$isunknown({grant_entry_o, grant_target_o, grant_expected_o, grant_history_o}))
    else $error("a grant with an X");
  grant_ranges: assert property (@(posedge clk) live & grant_o |-> grant_expected_o >= 1 && grant_expected_o <= 256 &&
                                 grant_history_o >= 1 && 32'(grant_history_o) <= 256 << FRAC)
    else $error("W = %0d or H_raw = %0d", grant_expected_o, grant_history_o);
  read_zero: assert property (@(posedge clk) live & ~(read_i & read_valid_o) |->
                              {read_valid_o, read_expected_o, read_history_o, read_jobs_o} == '0)
    else $error("something is read where nothing is");
  read_member: assert property (@(posedge clk) follows & past.read |-> past.read_valid == member_q[past.read_entry])
    else $error("entry %0d, read_valid_o was %0d", past.read_entry, past.read_valid);
  read_jobs: assert property (@(posedge clk) follows & past.read & past.read_valid |->
                              past.read_jobs == jobs_read && member_q[past.read_entry])
    else $error("entry %0d has %0d jobs, not %0d", past.read_entry, jobs_read, past.read_jobs);

  // What a stimulus should have met.
  met_join_waits: cover property (@(posedge clk) follows & past.add & ~past.take);
  met_join_taken_back: cover property (@(posedge clk) follows & past.drop & waiting_q[past.drop_entry]);
  met_drop_waits: cover property (@(posedge clk) follows & past.drop & member_q[past.drop_entry] & ~past.take);
  met_drop_of_winner: cover property (@(posedge clk) follows & past.drop & round & past.drop_entry == grant_entry_o);
  met_last_pick: cover property (@(posedge clk) follows & leaves);
  met_add_where_one_leaves: cover property (@(posedge clk) follows & past.add & member_q[past.add_entry]);
  met_all_classes: cover property (@(posedge clk) follows & ~past.busy & (&changed));
  met_round_owed: cover property (@(posedge clk) follows & ~past.busy & owes_round_q & any & ~past.pick);
  met_round_without_candidate: cover property (@(posedge clk) follows & ~past.busy & past.pick & ~any);
  met_all_used: cover property (@(posedge clk) follows & (&member_q));

endmodule

bind gantry_picker gantry_picker_assert #(
  .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(FRAC), .QUANT(QUANT), .JOB_BITS(JOB_BITS), .DIVIDER(DIVIDER),
  .PICK_LATENCY(PICK_LATENCY)
) picker_assert (.*);

`default_nettype wire
