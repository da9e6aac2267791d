// SPDX-License-Identifier: Apache-2.0
// The processors of the dispatch core (gantry_processors). Proved from the first reset on, for every sequence of picks,
// completions, unlocks and further resets, and for every machine (types and depths, a depth of 0 included): it is the
// plain machine below, in which a pick's processor is chosen, counted and locked at once, in the pick's own cycle:
//   - a type is ready in a cycle if and only if it has a free processor then: not locked, and fewer than its depth of
//     places taken (a completion or unlock of the cycle before counts, a pick of the cycle before too);
//   - the processor told in the cycle after a pick is the one that the plain machine chose: of the pick's type, free in
//     the pick's cycle, and the lowest of those (CHOICE = 1: of those with the fewest places taken);
//   - free_o and places_o are the plain machine's, one cycle later; no processor has more places taken than its depth;
//   - a lock stays until its unlock, a place is taken until its completion.
// Legal inputs are those of docs/dispatch_core.md: picks of a ready type; a completion, of a processor with a job that was
// issued, two cycles after its pick at the earliest; an unlock of a locked processor, likewise; two ports never unlock the
// same. Inputs that would not be legal are made so here rather than assumed away.
// How: an invariant over all reachable states of both machines.
`default_nettype none

module processors_proof #(
  parameter PROCESSORS = 3,
  parameter TYPES = 2,
  parameter DEPTH_BITS = 2,
  parameter CHOICE = 0,
  parameter PORTS = 1,
  // derived
  parameter TYPE_BITS = $clog2(TYPES > 2 ? TYPES : 2),
  parameter PROCESSOR_BITS = $clog2(PROCESSORS > 2 ? PROCESSORS : 2)
) (
  input wire                             clk,
  input wire                             any_rst,
  input wire [PROCESSORS*TYPE_BITS-1:0]  any_type,
  input wire [PROCESSORS*DEPTH_BITS-1:0] any_depth,
  input wire                             any_pick,
  input wire [TYPE_BITS-1:0]             pick_type,
  input wire                             any_complete,
  input wire [PROCESSOR_BITS-1:0]        complete_processor,
  input wire [PORTS-1:0]                 any_unlock,
  input wire [PORTS*PROCESSOR_BITS-1:0]  unlock_processor
);

  reg first = 1;
  always @(posedge clk) first <= 0;
  wire rst = first || any_rst;

  // The machine: anything, but it stays.
  reg [PROCESSORS*TYPE_BITS-1:0] type_q = 0;
  reg [PROCESSORS*DEPTH_BITS-1:0] depth_q = 0;
  wire [PROCESSORS*TYPE_BITS-1:0] types = first ? any_type : type_q;
  wire [PROCESSORS*DEPTH_BITS-1:0] depths = first ? any_depth : depth_q;
  always @(posedge clk) begin
    type_q <= types;
    depth_q <= depths;
  end

  // The plain machine.
  reg [PROCESSORS-1:0] locked = 0;
  reg [PROCESSORS-1:0] young = 0;  // picked in the cycle before
  reg [PROCESSORS*DEPTH_BITS-1:0] places = 0;
  reg [PROCESSORS-1:0] free;
  reg [TYPES-1:0] ready_of;
  reg [PROCESSORS-1:0] chosen;  // one-hot, or zero
  reg [PROCESSOR_BITS-1:0] chosen_number;
  reg [DEPTH_BITS-1:0] fewest;
  wire pick = any_pick && pick_type < TYPES && ready_of[pick_type] && !rst;
  integer p;
  always @* begin
    free = 0;
    ready_of = 0;
    for (p = 0; p < PROCESSORS; p = p + 1) begin
      free[p] = !locked[p] && places[DEPTH_BITS*p+:DEPTH_BITS] < depths[DEPTH_BITS*p+:DEPTH_BITS];
      if (free[p] && types[TYPE_BITS*p+:TYPE_BITS] < TYPES) ready_of[types[TYPE_BITS*p+:TYPE_BITS]] = 1;
    end
  end
  always @* begin
    chosen = 0;
    chosen_number = 0;
    fewest = 0;
    for (p = 0; p < PROCESSORS; p = p + 1)
      if (pick && free[p] && types[TYPE_BITS*p+:TYPE_BITS] == pick_type &&
          (chosen == 0 || (CHOICE == 1 && places[DEPTH_BITS*p+:DEPTH_BITS] < fewest))) begin
        chosen = 1 << p;
        chosen_number = p;
        fewest = places[DEPTH_BITS*p+:DEPTH_BITS];
      end
  end

  // Legal events.
  wire complete = any_complete && complete_processor < PROCESSORS && !rst &&
                  places[DEPTH_BITS*complete_processor+:DEPTH_BITS] > young[complete_processor];
  reg [PORTS-1:0] unlock;
  reg [PROCESSORS-1:0] unlocked;
  integer k;
  always @* begin
    unlock = 0;
    unlocked = 0;
    for (k = 0; k < PORTS; k = k + 1)
      for (p = 0; p < PROCESSORS; p = p + 1)
        if (any_unlock[k] && !rst && unlock_processor[PROCESSOR_BITS*k+:PROCESSOR_BITS] == p && locked[p] && !young[p] &&
            !unlocked[p]) begin
          unlock[k] = 1;
          unlocked[p] = 1;
        end
  end

  genvar i;
  generate
    for (i = 0; i < PROCESSORS; i = i + 1) begin : processor
      wire back = complete && complete_processor == i;
      wire [DEPTH_BITS-1:0] taken = places[DEPTH_BITS*i+:DEPTH_BITS];
      always @(posedge clk) begin
        locked[i] <= !rst && ((locked[i] && !unlocked[i]) || chosen[i]);
        young[i] <= !rst && chosen[i];
        places[DEPTH_BITS*i+:DEPTH_BITS] <= rst ? 0 : taken + chosen[i] - back;
      end
      always @* if (!first) assert (taken <= depths[DEPTH_BITS*i+:DEPTH_BITS]);
    end
  endgenerate

  wire [TYPES-1:0] ready;
  wire [PROCESSOR_BITS-1:0] processor_told;
  wire [PROCESSORS-1:0] free_told;
  wire [PROCESSORS*DEPTH_BITS-1:0] places_told;
  gantry_processors #(
    .PROCESSORS(PROCESSORS), .TYPES(TYPES), .DEPTH_BITS(DEPTH_BITS), .CHOICE(CHOICE), .PORTS(PORTS)
  ) processors (
    .clk(clk), .rst(rst), .type_i(types), .depth_i(depths),
    .complete_i(complete || (any_complete && rst)), .complete_processor_i(complete_processor),
    .unlock_i(rst ? any_unlock : unlock), .unlock_processor_i(unlock_processor),
    .ready_o(ready), .win_type_i(pick || (any_pick && rst) ? 1 << pick_type : 0), .processor_o(processor_told),
    .free_o(free_told), .places_o(places_told)
  );

  reg was_pick = 0, was_reset = 1;
  reg [TYPE_BITS-1:0] was_type = 0;
  reg [PROCESSOR_BITS-1:0] was_chosen = 0;
  reg [PROCESSORS-1:0] was_free = 0;
  reg [PROCESSORS*DEPTH_BITS-1:0] was_places = 0;
  always @(posedge clk) begin
    was_pick <= pick;
    was_type <= pick_type;
    was_chosen <= chosen_number;
    was_reset <= rst;
    was_free <= free;
    was_places <= places;
  end

  always @* begin
    if (!first) begin
      assert (ready == ready_of);
      if (was_pick) begin
        assert (processor_told == was_chosen);
        assert (free_told[processor_told] && types[TYPE_BITS*processor_told+:TYPE_BITS] == was_type);
      end
      if (!was_reset) begin
        assert (free_told == was_free);
        assert (places_told == was_places);
      end
    end
  end

  // Not vacuous: pick after pick of one type, down to its last processor; a completion and an unlock of one processor in
  // one cycle make it free; the choice is the last one; a reset meets a pick; with two places or more, a processor that is
  // chosen is completed in the pick's cycle, and in the next.
  always @* begin
    cover (was_pick && pick && was_type == pick_type && ready[pick_type]);
    cover (!rst && pick && !was_reset && free == chosen && was_pick);
    cover (complete && unlocked[complete_processor] && places[DEPTH_BITS*complete_processor+:DEPTH_BITS] ==
           depths[DEPTH_BITS*complete_processor+:DEPTH_BITS]);
    cover (was_pick && processor_told == PROCESSORS - 1 && was_free == {PROCESSORS{1'b1}});
    cover (any_rst && !first && was_pick && any_pick);
  end
  generate
    if (DEPTH_BITS > 1) begin : places_left
      always @* begin
        cover (complete && chosen[complete_processor]);
        cover (complete && young[complete_processor]);
      end
    end
  endgenerate

endmodule

`default_nettype wire
