// SPDX-License-Identifier: Apache-2.0
// The dispatch core around its picker and its processors (gantry_dispatch_core). Proved from the first reset on, for
// every sequence of commands, matches, completions, unlocks, holds and further resets:
//   - a winner's type has a free processor in the round's cycle; with PER_JOB it has a matched job that is not picked: the
//     count of those is what was matched since it was added, less the rounds won since, and never underflows;
//   - a round takes place in every cycle without hold_i and busy_o in which such an entry may win, so none waits longer;
//   - a round's grant comes in the next cycle, its issue in the one after that, for the same entry, with the processor that
//     gantry_processors tells for it; no other issue; no round, and none under way, is lost but by a reset;
//   - the processors are told the winner's type in the round's cycle: the one that was given with its add.
// That a ready type has a free processor, and which processor is told, is proved in processors_proof.v; who may win of
// the eligible, and who does, in picker_proof.v and core_proof.v.
// Legal inputs: any, but that a match does not make an entry's count overflow; a type within TYPES.
// How: an invariant over all reachable states beside a plain model of types and matched jobs. The wires marked "tap" are
// joined to the core's by the runner.
`default_nettype none

module dispatch_proof #(
  parameter ENTRIES = 4,
  parameter CLASSES = 1,
  parameter JOB_BITS = 2,
  parameter PROCESSORS = 2,
  parameter TYPES = 2,
  parameter CHOICE = 0,
  parameter PER_JOB = 1,
  // derived
  parameter CLASS_BITS = $clog2(CLASSES > 2 ? CLASSES : 2),
  parameter ENTRY_BITS = $clog2(ENTRIES),
  parameter TYPE_BITS = $clog2(TYPES > 2 ? TYPES : 2),
  parameter PROCESSOR_BITS = $clog2(PROCESSORS > 2 ? PROCESSORS : 2)
) (
  input wire                            clk,
  input wire                            any_rst,
  input wire [PROCESSORS*TYPE_BITS-1:0] types,
  input wire                            add,
  input wire [ENTRY_BITS-1:0]           add_entry,
  input wire [CLASS_BITS-1:0]           any_class,
  input wire [JOB_BITS-1:0]             any_jobs,
  input wire [TYPE_BITS-1:0]            any_type,
  input wire                            drop,
  input wire [ENTRY_BITS-1:0]           drop_entry,
  input wire                            any_match,
  input wire [ENTRY_BITS-1:0]           match_entry,
  input wire [JOB_BITS-1:0]             match_count,
  input wire                            complete,
  input wire [PROCESSOR_BITS-1:0]       complete_processor,
  input wire                            unlock,
  input wire [PROCESSOR_BITS-1:0]       unlock_processor,
  input wire                            hold
);

  reg first = 1;
  always @(posedge clk) first <= 0;
  wire rst = first || any_rst;

  // tap win = core.win
  wire [ENTRIES-1:0] win;
  // tap open = core.picker.open
  wire [ENTRIES-1:0] open;
  // tap ready = core.ready
  wire [TYPES-1:0] ready;
  // tap told_type = core.win_type
  wire [TYPES-1:0] told_type;
  // tap told_processor = core.processor
  wire [PROCESSOR_BITS-1:0] told_processor;

  wire [TYPE_BITS-1:0] add_type = any_type < TYPES ? any_type : 0;
  wire [ENTRIES-1:0] may_win, full;
  wire [ENTRIES*TYPE_BITS-1:0] type_of;
  wire match = any_match && !full[match_entry];
  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : entry
      reg [TYPE_BITS-1:0] type_q;
      reg [JOB_BITS-1:0] count;
      wire added = add && add_entry == i;
      wire [JOB_BITS-1:0] base = added ? 0 : count;
      wire [JOB_BITS:0] sum = base + match_count;
      wire matched = match && match_entry == i;
      assign full[i] = sum[JOB_BITS];
      assign may_win[i] = open[i] && ready[type_q] && (PER_JOB == 0 || count != 0);
      assign type_of[TYPE_BITS*i+:TYPE_BITS] = type_q;
      reg known = 0;  // it was added, ever
      always @(posedge clk) begin
        if (added) begin
          type_q <= add_type;
          known <= 1;
        end
        if (added || known) count <= base + (matched ? match_count : 0) - (win[i] && !added);
      end
      always @* if (!first && win[i]) begin
        assert (known);
        assert (told_type == 1 << type_q);
      end
    end
  endgenerate

  wire busy, grant, issue;
  wire [ENTRY_BITS-1:0] grant_entry, issue_entry;
  wire [PROCESSOR_BITS-1:0] issue_processor;
  gantry_dispatch_core #(
    .ENTRIES(ENTRIES), .CLASSES(CLASSES), .FRAC(0), .QUANT(0), .TIE(0), .JOB_BITS(JOB_BITS), .DIVIDER(1),
    .PROCESSORS(PROCESSORS), .TYPES(TYPES), .DEPTH_BITS(1), .CHOICE(CHOICE), .PORTS(1), .PER_JOB(PER_JOB)
  ) core (
    .clk(clk), .rst(rst), .type_i(types), .depth_i({PROCESSORS{1'b1}}),
    .add_i(add), .add_entry_i(add_entry), .add_class_i(any_class < CLASSES ? any_class : 0), .add_weight_i(9'd1),
    .add_jobs_i(any_jobs), .add_type_i(add_type), .drop_i(drop), .drop_entry_i(drop_entry), .take_o(), .busy_o(busy),
    .match_i(match), .match_entry_i(match_entry), .match_count_i(match_count),
    .complete_i(complete), .complete_processor_i(complete_processor),
    .unlock_i(unlock), .unlock_processor_i(unlock_processor), .hold_i(hold),
    .grant_o(grant), .grant_entry_o(grant_entry), .grant_target_o(), .grant_expected_o(), .grant_history_o(),
    .issue_o(issue), .issue_entry_o(issue_entry), .issue_processor_o(issue_processor),
    .read_i(1'b0), .read_entry_i({ENTRY_BITS{1'b0}}), .read_valid_o(), .read_expected_o(), .read_history_o(),
    .read_jobs_o(), .free_o(), .places_o()
  );

  // Winners of the last two cycles, and the processor that was told for the earlier one.
  reg [ENTRIES-1:0] win_1 = 0, win_2 = 0;
  reg [PROCESSOR_BITS-1:0] told = 0;
  always @(posedge clk) begin
    win_1 <= rst ? 0 : win;
    win_2 <= rst ? 0 : win_1;
    told <= told_processor;
  end

  always @* begin
    if (!rst) begin
      assert ((win & ~may_win) == 0);
      assert ((win & (win - 1)) == 0);
      assert ((win != 0) == (may_win != 0 && !hold && !busy));
      assert ((told_type != 0) == (win != 0));
      assert (grant == (win_1 != 0));
      if (grant) assert (win_1 == 1 << grant_entry);
      assert (issue == (win_2 != 0));
      if (issue) assert (win_2 == 1 << issue_entry && issue_processor == told);
    end
  end

  // Not vacuous: two rounds of one entry in a row, of two processors; an entry that has matched jobs waits for its type
  // alone, another has none; a match of the entry that wins; a reset meets a pick under way.
  always @* begin
    cover (!rst && issue && win_1 == win_2 && win_1 != 0 && told_processor != issue_processor);
    cover (!rst && (open & ~may_win) != 0 && win != 0 && win_1 != 0);
    cover (!rst && match && win != 0 && win[match_entry]);
    cover (any_rst && !first && grant && win != 0);
  end

endmodule

`default_nettype wire
