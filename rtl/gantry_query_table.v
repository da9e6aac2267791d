// SPDX-License-Identifier: Apache-2.0
// Queries of predecessors: each is in line to be looked at, waits for one task, is due to join the line again, or is
// answered and keeps its place until the answer leaves.
//
// Algorithm: places with a row of bits each, which say which ones are older; a ring of places for the line. Order
// within a cycle: tasks end, of the queries that are due the oldest joins the line, a new one joins it, the first in
// line is looked at. A query that an id wakes is due from the next cycle on.
// Tie-break: the oldest.
// Latency: a query may be looked at in the cycle in which it comes, and in that in which it is woken.
// Critical path: number of the task that ends, comparison, the oldest that is due, its list, look.
`default_nettype none

module gantry_query_table #(
  parameter QUERIES = 20,      // 5..1024
  parameter MOST = 64,         // 1..64: tasks that a query names
  parameter LOOKS = 4,         // 1..MOST
  parameter DATA = 42,         // from 1: bits that come back with the answer
  parameter NUMBER_BITS = 64   // 14..64
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [6:0]                   looks_i,  // 1..LOOKS; does not change
  // a query comes
  input  wire                         push_i,
  input  wire [DATA-1:0]              push_data_i,
  input  wire [MOST-1:0]              push_waits_i,  // from bit 0 on
  input  wire [MOST-1:0]              push_registered_i,
  input  wire [MOST*NUMBER_BITS-1:0]  push_numbers_i,
  // what wakes: up to two tasks are done, one has its id
  input  wire                         first_i,
  input  wire [NUMBER_BITS-1:0]       first_number_i,
  input  wire                         second_i,
  input  wire [NUMBER_BITS-1:0]       second_number_i,
  input  wire                         give_i,
  input  wire [NUMBER_BITS-1:0]       give_number_i,
  // look
  output wire [LOOKS-1:0]             look_registered_o,
  output wire [LOOKS*NUMBER_BITS-1:0] look_number_o,
  input  wire [LOOKS-1:0]             look_met_i,
  // all of a query hold
  output wire                         met_o,
  output wire [$clog2(QUERIES)-1:0]   met_place_o,
  output wire [DATA-1:0]              met_data_o,
  // its answer leaves, in that cycle or later
  input  wire                         leave_i,
  input  wire [$clog2(QUERIES)-1:0]   leave_place_i,
  output wire [DATA-1:0]              leave_data_o,
  // from registers alone: something is in line or due
  output wire                         more_o
);

  localparam PLACE_BITS = $clog2(QUERIES);
  localparam ITEM = NUMBER_BITS + 1;
  localparam START_BITS = $clog2(MOST * ITEM);
  localparam [31:0] ITEM_NUMBER = ITEM;
  localparam [15:0] ITEM_SIZE = ITEM_NUMBER[15:0];
  localparam [QUERIES-1:0] ONE = 1;
  localparam [PLACE_BITS-1:0] STEP = 1;
  localparam [PLACE_BITS:0] COUNT_STEP = 1;
  localparam [31:0] LAST_NUMBER = QUERIES - 1;
  localparam [PLACE_BITS-1:0] LAST = LAST_NUMBER[PLACE_BITS-1:0];
  localparam [31:0] PLACES_NUMBER = QUERIES;
  localparam [PLACE_BITS:0] PLACES = PLACES_NUMBER[PLACE_BITS:0];

  reg [QUERIES-1:0]     valid_q, waits_q, due_q;
  reg [DATA-1:0]        data_q [0:QUERIES-1];
  reg [MOST*ITEM-1:0]   items_q [0:QUERIES-1];
  reg [6:0]             wanted_q [0:QUERIES-1];
  reg [6:0]             next_q [0:QUERIES-1];

  // The line.
  reg [PLACE_BITS-1:0]  ring_q [0:QUERIES-1];
  reg [PLACE_BITS-1:0]  read_q, write_q;
  reg [PLACE_BITS:0]    count_q;

  // A new one takes the first place that is free.
  wire [QUERIES-1:0] free = ~valid_q & (valid_q + ONE);
  wire [QUERIES-1:0] woken, given, due, oldest, leaves, looked;
  wire [PLACE_BITS-1:0] new_place, joins_place;
  assign due = due_q | woken;
  wire joins = due != {QUERIES{1'b0}};

  wire [MOST*ITEM-1:0] push_items;
  wire [6:0] push_wanted;

  // The first in line, of those that join in this cycle too.
  wire empty = count_q == {(PLACE_BITS+1){1'b0}};
  wire look = ~empty | joins | push_i;
  // Before the first reset a number in the ring may be that of no place, and programs read what a memory has not.
  wire [PLACE_BITS-1:0] first = ring_q[read_q];
  wire is_place = {1'b0, first} < PLACES;
  wire [PLACE_BITS-1:0] place = ~empty ? first & {PLACE_BITS{is_place}} : joins ? joins_place : new_place;
  wire is_new = empty & ~joins;
  wire [MOST*ITEM-1:0] items = is_new ? push_items : items_q[place];
  wire [6:0] wanted = is_new ? push_wanted : wanted_q[place];
  wire [6:0] next = is_new ? 7'd0 : next_q[place];

  localparam [LOOKS:0] LOOK_ONE = 1;
  wire [LOOKS-1:0] is_asked;
  // The first that is not met, or is none of the query's, or is for a later cycle.
  wire [LOOKS:0] is_end = ~{1'b0, is_asked & look_met_i};
  wire [LOOKS:0] first_end = is_end & (~is_end + LOOK_ONE);
  wire [LOOKS-1:0] stops = look ? first_end[LOOKS-1:0] & is_asked : {LOOKS{1'b0}};
  wire [6:0] met;
  wire [LOOKS*NUMBER_BITS-1:0] stop_number;
  wire [6:0] passed;
  wire [NUMBER_BITS-1:0] wait_number;

  genvar i, j, b, l;
  generate
    for (i = 0; i < MOST; i = i + 1) begin : item
      assign push_items[ITEM*i+:ITEM] = {push_registered_i[i], push_numbers_i[NUMBER_BITS*i+:NUMBER_BITS]};
    end
    for (l = 0; l < LOOKS; l = l + 1) begin : at_look
      localparam [6:0] NUMBER = l;
      wire [7:0] index = {1'b0, next} + {1'b0, NUMBER};
      wire [15:0] start = ITEM_SIZE * {8'd0, index};
      wire [ITEM-1:0] chosen = items[start[START_BITS-1:0]+:ITEM];  // beyond the last: not asked
      wire unused = &{1'b0, start};
      assign is_asked[l] = NUMBER < looks_i & index < {1'b0, wanted};
      assign look_registered_o[l] = chosen[ITEM-1];
      assign look_number_o[NUMBER_BITS*l+:NUMBER_BITS] = chosen[NUMBER_BITS-1:0];
      assign stop_number[NUMBER_BITS*l+:NUMBER_BITS] = stops[l] ? chosen[NUMBER_BITS-1:0] : {NUMBER_BITS{1'b0}};
    end
    for (b = 0; b < 7; b = b + 1) begin : met_bit
      wire [LOOKS:0] has;
      for (j = 0; j <= LOOKS; j = j + 1) begin : at
        localparam [31:0] NUMBER = j;
        assign has[j] = first_end[j] & NUMBER[b];
      end
      assign met[b] = has != {(LOOKS+1){1'b0}};
    end
    for (b = 0; b < NUMBER_BITS; b = b + 1) begin : number_bit
      wire [LOOKS-1:0] has;
      for (l = 0; l < LOOKS; l = l + 1) begin : at
        assign has[l] = stop_number[NUMBER_BITS*l+b];
      end
      assign wait_number[b] = has != {LOOKS{1'b0}};
    end
  endgenerate
  assign passed = next + met;

  wire waits = stops != {LOOKS{1'b0}};
  assign met_o = look & ~waits & (passed == wanted);
  assign met_place_o = place;
  assign met_data_o = is_new ? push_data_i : data_q[place];
  assign leave_data_o = data_q[leave_place_i];
  wire out = waits | met_o;  // of the line
  assign more_o = ~empty | due_q != {QUERIES{1'b0}};

  generate
    for (i = 0; i < QUERIES; i = i + 1) begin : query
      localparam [PLACE_BITS-1:0] PLACE = i;
      reg [QUERIES-1:0] older_q;
      reg [NUMBER_BITS-1:0] number_q;  // of the task that it waits for
      wire comes = push_i & free[i];
      assign woken[i] = waits_q[i] & ((first_i & number_q == first_number_i) | (second_i & number_q == second_number_i));
      assign given[i] = waits_q[i] & ~woken[i] & give_i & number_q == give_number_i;
      assign oldest[i] = due[i] & (older_q & due) == {QUERIES{1'b0}};
      assign leaves[i] = leave_i & leave_place_i == PLACE;
      assign looked[i] = look & place == PLACE;
      always @(posedge clk) begin
        older_q <= (comes ? valid_q : older_q) & ~leaves;
        if (looked[i]) number_q <= wait_number;
      end
    end
    for (b = 0; b < PLACE_BITS; b = b + 1) begin : place_bit
      wire [QUERIES-1:0] new_has, joins_has;
      for (j = 0; j < QUERIES; j = j + 1) begin : at
        localparam [31:0] NUMBER = j;
        assign new_has[j] = free[j] & NUMBER[b];
        assign joins_has[j] = oldest[j] & NUMBER[b];
      end
      assign new_place[b] = new_has != {QUERIES{1'b0}};
      assign joins_place[b] = joins_has != {QUERIES{1'b0}};
    end
  endgenerate

  wire [PLACE_BITS-1:0] write_next = write_q == LAST ? {PLACE_BITS{1'b0}} : write_q + STEP;
  wire [PLACE_BITS-1:0] write_after = write_next == LAST ? {PLACE_BITS{1'b0}} : write_next + STEP;

  always @(posedge clk) begin
    if (joins) ring_q[write_q] <= joins_place;
    if (push_i) begin
      ring_q[joins ? write_next : write_q] <= new_place;
      data_q[new_place] <= push_data_i;
      items_q[new_place] <= push_items;
      wanted_q[new_place] <= push_wanted;
    end
    if (look) next_q[place] <= passed;
    if (push_i & ~(look & place == new_place)) next_q[new_place] <= 7'd0;
    if (rst) begin
      valid_q <= {QUERIES{1'b0}};
      waits_q <= {QUERIES{1'b0}};
      due_q <= {QUERIES{1'b0}};
      read_q <= {PLACE_BITS{1'b0}};
      write_q <= {PLACE_BITS{1'b0}};
      count_q <= {(PLACE_BITS+1){1'b0}};
    end else begin
      valid_q <= (valid_q | (push_i ? free : {QUERIES{1'b0}})) & ~leaves;
      waits_q <= (waits_q & ~woken & ~given) | (waits ? looked : {QUERIES{1'b0}});
      due_q <= (due & ~oldest) | given;
      if (joins & push_i) write_q <= write_after;
      else if (joins | push_i) write_q <= write_next;
      if (out) read_q <= read_q == LAST ? {PLACE_BITS{1'b0}} : read_q + STEP;
      count_q <= count_q + (joins ? COUNT_STEP : {(PLACE_BITS+1){1'b0}}) + (push_i ? COUNT_STEP : {(PLACE_BITS+1){1'b0}})
                 - (out ? COUNT_STEP : {(PLACE_BITS+1){1'b0}});
    end
  end

  // How many the new one names.
  wire [MOST:0] named = {1'b0, push_waits_i};
  localparam [MOST:0] NAMED_ONE = 1;
  wire [MOST:0] first_unnamed = ~named & (named + NAMED_ONE);
  generate
    for (b = 0; b < 7; b = b + 1) begin : wanted_bit
      wire [MOST:0] has;
      for (j = 0; j <= MOST; j = j + 1) begin : at
        localparam [31:0] NUMBER = j;
        assign has[j] = first_unnamed[j] & NUMBER[b];
      end
      assign push_wanted[b] = has != {(MOST+1){1'b0}};
    end
  endgenerate

endmodule

`default_nettype wire
