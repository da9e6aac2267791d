#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The mutation check: every fault below goes alone into a copy of the RTL, and the lockstep campaign has to find it: the picker's
those of the picker, the dispatch core's those of what is around it, the block bench those of the decomposer and the monitor.

    mutate.py SOURCE_DIRECTORY WORK_DIRECTORY [JOBS [KIND...] [WORD...]]

KIND: picker, dispatch_core, decomposer, monitor; dispatch_core_wide and decomposer_wide, with more processors, queues and slots.

A fault changes one line of one file: text that occurs there exactly once, and what stands in its place. The campaign runs on
a few small sets of parameters. With WORDs, only faults whose name has one of them. Exit 0: the sound RTL passes and every fault is caught; 1: not so.
"""

import pathlib
import shutil
import subprocess
import sys

MODELS = "4:3:8:8:0:17:0:1 5:5:4:12:1:10:1:2 6:3:8:4:0:10:1:1 5:4:6:0:0:9:0:1 5:5:8:8:0:12:2:1"
ROUNDS = "200000"

FAULTS = [
    ("tie between entries turned round", "gantry_best_of_4.v", "key1_i >= key2_i", "key1_i > key2_i"),
    ("a comparison of the node is not made", "gantry_best_of_4.v",
     "best2 = ~win02 & ~win12 & win23", "best2 = ~win02 & win23"),
    ("an absent input wins", "gantry_best_of_4.v", "win03 = ~there_i[3] | (", "win03 = ("),
    ("higher class first", "gantry_entry.v", "{target_q, expected_q, ~class_q}", "{target_q, expected_q, class_q}"),
    ("tie by larger H", "gantry_entry.v", "{target_q, ~history_q, ~class_q}", "{target_q, history_q, ~class_q}"),
    ("D = 64 up to W = 8", "gantry_entry.v", "from6 = from5 & ~expected_q[2]", "from6 = from5"),
    ("H >> d forgets its carry", "gantry_entry.v", "wire               carry = ~follow_i & (", "wire               carry = 1'b0 & ("),
    ("carry looks at a bit too many", "gantry_entry.v", "~from6, ~from5, 4'd0", "~from5, ~from5, 4'd0"),
    ("a new entry starts below S", "gantry_entry.v", "{weight_i, {FRAC{1'b1}}}", "{weight_i, {FRAC{1'b0}}}"),
    ("entries age without a round", "gantry_select_core.v", "age = {ENTRIES{round}}", "age = {ENTRIES{pick_i}}"),
    ("blocked entries do not age", "gantry_select_core.v", "{ENTRIES{round}} & member_i", "{ENTRIES{round}} & candidate_i"),
    ("the last job is the one before", "gantry_entry_table.v", "last_o[i] = jobs_q == ONE", "last_o[i] = jobs_q <= ONE + ONE"),
    ("a dropped entry may still win", "gantry_entry_table.v", "open_o = member_q & ~pending_q", "open_o = member_q"),
    ("taking a join back is forgotten", "gantry_entry_table.v", "(~member_q & pending_q & ~drop)", "(~member_q & pending_q)"),
    ("a join does not wait", "gantry_entry_table.v", "& ~add) | (add & take);", "& ~add) | add;"),
    ("commands do not wait for the owed round", "gantry_picker.v",
     "~busy_o & (~owes_round_q | pick_i | ~any)", "~busy_o"),
    ("the owed round is never paid", "gantry_picker.v", "end else if (round) begin", "end else if (round & take_o & add_i) begin"),
    ("a winner that leaves changes no class", "gantry_picker.v", "if (leave) class_changed", "if (leave & add_i) class_changed"),
    ("rounds during a reweigh", "gantry_picker.v", "may_pick = pick_i & ~busy_o", "may_pick = pick_i"),
    ("W rounds down", "gantry_weight_divider.v", "quotient_q == 9'd0 ? 8'd0 : lower[8:1]", "quotient_q <= 9'd1 ? 8'd0 : quotient_q[8:1] - 8'd1"),
    ("W is not kept at 1 or more", "gantry_weight_divider.v", "quotient_q == 9'd0 ? 8'd0 : lower[8:1]", "lower[8:1]"),
    ("the shared sum forgets the first entry", "gantry_reweigh_shared.v",
     "if (counts != {ENTRIES{1'b0}}) sum_q", "if (counts[ENTRIES-1:1] != 0) sum_q"),
    ("a class is reweighed a cycle early", "gantry_reweigh_parallel.v", "FOLLOW = 11", "FOLLOW = 10"),
    ("a class is reweighed a cycle early, pipelined", "gantry_reweigh_pipelined.v",
     "FOLLOW = ENTRIES + WRITE", "FOLLOW = ENTRIES + WRITE - 1"),
    ("what is commanded during a reweigh is in the sum of the next class", "gantry_reweigh_pipelined.v",
     "first_q ? sums : sums_q", "sums"),
    ("the sum of the highest class", "gantry_reweigh_pipelined.v", "{SUM{lowest[c]}}", "{SUM{todo_q[c]}}"),
    ("who joins in the cycle it left takes its new weight along", "gantry_class_sums.v",
     "replaced ? old_weight_q : leave_weight", "leave_weight"),
    ("who is dropped with its last pick leaves twice", "gantry_class_sums.v", "drop_q & ~twice", "drop_q"),
    ("a drop given twice counts twice", "gantry_class_sums.v", "if (counted_i[i] && {{(32-ENTRY_BITS){1'b0}}, drop_entry_i} == i)",
     "if ({{(32-ENTRY_BITS){1'b0}}, drop_entry_i} == i)"),
    ("a join that waits does not count", "gantry_entry_table.v", "counted_o = member_q ^ pending_q", "counted_o = member_q & ~pending_q"),
    ("S of 256 is added as 0", "gantry_class_sums.v", "gain_q & {9{gains_q[c]}}", "{1'b0, gain_q[7:0]} & {9{gains_q[c]}}"),
    ("reset leaves the sums", "gantry_class_sums.v", "if (rst) sums_q[SUM*c+:SUM] <= {SUM{1'b0}};", "if (rst & add_q) sums_q[SUM*c+:SUM] <= {SUM{1'b0}};"),
    ("pipelined, W is not kept at 1 or more", "gantry_pipelined_divider.v", "last == 9'd0 ? 8'd0 : lower[8:1]", "lower[8:1]"),
    ("read-back shows the weight one less", "gantry_read_back.v", "{8'd0, valid_o}", "9'd0"),
    ("a grant of W one less", "gantry_grant.v", "{1'b0, expected} + 9'd1", "{1'b0, expected}"),
    ("S = 256 wraps in the divider", "gantry_weight_divider.v", "{1'b0, weight_i} + 9'd1", "{1'b0, weight_i + 8'd1}"),
    ("S is stale when an entry joins in the cycle it left", "gantry_entry_table.v",
     "if (add[i]) weight_q", "if (add[i] & ~leave[i]) weight_q"),
    ("class 4 is class 0, a divider per entry", "gantry_reweigh_parallel.v",
     "class_of[n] = class_i[CLASS_BITS*n+:CLASS_BITS]", "class_of[n] = class_i[CLASS_BITS*n+:CLASS_BITS] % 4"),
    ("a grant with QUANT = 0 loses the fraction", "gantry_grant.v",
     "history = {expected, {FRAC{1'b1}}}", "history = {expected, {FRAC{1'b0}}}"),
    ("the shared sum is not cleared", "gantry_reweigh_shared.v", "sum_q <= {SUM{1'b0}};", "sum_q <= sum_q;"),
    ("the shared sum is one bit short", "gantry_reweigh_shared.v", "SUM = 9 + ENTRY_BITS", "SUM = 8 + ENTRY_BITS"),
    ("the highest class is reweighed first", "gantry_reweigh_shared.v", "todo_q & (~todo_q + FIRST_CLASS)",
     "todo_q & ~(todo_q >> 1 | todo_q >> 2 | todo_q >> 3 | todo_q >> 4)"),
    ("H is loaded as S + 1", "gantry_picker.v", ".load_weight_i(add_lower[7:0])", ".load_weight_i(add_weight_i[7:0])"),
    ("reset leaves members", "gantry_entry_table.v", "      member_q <= {ENTRIES{1'b0}};", "      member_q <= member_q;"),
    ("the step is a bit short where ENTRIES + 11 is a power of two", "gantry_reweigh_pipelined.v", "$clog2(FOLLOW + 1)", "$clog2(FOLLOW)"),
    ("an add in the cycle of the reset waits", "gantry_entry_table.v", "      pending_q <= {ENTRIES{1'b0}};", "      pending_q <= add;"),
    ("an add in the cycle of the reset is in the sums", "gantry_class_sums.v", "add_q <= add_i & ~rst;", "add_q <= add_i;"),
    ("a drop in the cycle of the reset is in the sums", "gantry_class_sums.v", "drop_q <= drop & ~rst;", "drop_q <= drop;"),
    ("a leave in the cycle of the reset is in the sums", "gantry_class_sums.v", "leave_q <= leave_i & ~rst;", "leave_q <= leave_i;"),
    ("an add in the cycle before the reset is in the sums", "gantry_class_sums.v", "gains_q <= add_q & ~rst ?", "gains_q <= add_q ?"),
    ("a drop in the cycle before the reset is in the sums", "gantry_class_sums.v", "drops_q <= drop_q & ~twice & ~rst ?", "drops_q <= drop_q & ~twice ?"),
    ("a leave in the cycle before the reset is in the sums", "gantry_class_sums.v", "leaves_q <= leave_q & ~rst ?", "leaves_q <= leave_q ?"),
    ("a round in the cycle of the reset is granted", "gantry_select_core.v", "grant_o <= round & ~rst;", "grant_o <= round;"),
    ("a grant in the cycle of the reset comes out later", "gantry_picker.v", "grant_q <= core_grant & ~rst;", "grant_q <= core_grant;"),
    ("reset leaves the step of the parallel reweigh", "gantry_reweigh_parallel.v", "      step_q <= 4'd0;\n    end else if (start_i)", "      step_q <= step_q;\n    end else if (start_i)"),
    ("reset leaves the step of the pipelined reweigh", "gantry_reweigh_pipelined.v", "      step_q <= {STEP_BITS{1'b0}};\n    end else if (start_i)", "      step_q <= step_q;\n    end else if (start_i)"),
    ("reset leaves a sum half done", "gantry_reweigh_shared.v", "if (rst | written_q) begin", "if (written_q) begin"),
]

CORE_MODELS = "5:7:3:1:1:3:8:8:0:2:2:17:1 8:4:2:0:0:5:8:8:0:1:1:10:0"
CORE_CYCLES = "100000"

CORE_FAULTS = [
    ("a completion frees its place a cycle late", "gantry_processor_table.v", "(~full_q | complete) & (~lock_q", "~full_q & (~lock_q"),
    ("an unlock frees a cycle late", "gantry_processor_table.v", "& (~lock_q | unlock);", "& ~lock_q;"),
    ("the choice sees a completion of the cycle behind the round", "gantry_processor_table.v",
     "~none : ~full_q & ~lock_q & ~choose", "~none : (~full_q | complete) & ~lock_q & ~choose"),
    ("a completion beside a pick is forgotten in the load", "gantry_processor_table.v",
     "complete_q ? load_q : load_q + ONE", "load_q + ONE"),
    ("full although a place came back", "gantry_processor_table.v", "full_won = quiet & (", "full_won = ("),
    ("the last place is never full", "gantry_processor_table.v", "full_lost = quiet & (load_q == depth)", "full_lost = 1'b0"),
    ("unlocks of the first port alone", "gantry_processor_table.v", "unlock = unlock_by != {PORTS{1'b0}}", "unlock = unlock_by[0]"),
    ("a processor of depth 0 is free", "gantry_processor_table.v", "none = depth == {DEPTH_BITS{1'b0}}", "none = 1'b0"),
    ("reset leaves locks", "gantry_processor_table.v", "lock_q <= ~rst & ~unlock", "lock_q <= ~unlock"),
    ("the last of a type is picked twice", "gantry_type_ready.v", "won_q <= taken_i ? three[1] : two[1]", "won_q <= two[1]"),
    ("who was taken a cycle ago counts as free", "gantry_type_ready.v", "? two[1] : one[1]", "? one[1] : one[1]"),
    ("three are counted of the left half only", "gantry_type_ready.v", " | (one[2*n] & two[2*n+1]);", ";"),
    ("any free processor, of whatever type", "gantry_processors.v", "free_o[p] & ((is & taken_q) != {TYPES{1'b0}})", "free_o[p] & (taken_q != {TYPES{1'b0}})"),
    ("most loaded", "gantry_processor_choice.v", "{1'b0, ~load_i[", "{1'b0, load_i["),
    ("an entry whose matched jobs are picked stays eligible", "gantry_matched_jobs.v",
     "win ? lost != ONE : lost", "win ? lost != {JOB_BITS{1'b0}} : lost"),
    ("a new entry has its predecessor's matches", "gantry_matched_jobs.v", "add_i[i] ? {JOB_BITS{1'b0}} : jobs_q", "jobs_q"),
    ("held up, and picks", "gantry_dispatch_core.v", ".pick_i(~hold_i)", ".pick_i(1'b1)"),
    ("a grant in the cycle of the reset is issued", "gantry_dispatch_core.v", "issue_q <= grant_o & ~rst;", "issue_q <= grant_o;"),
    ("the pick of the cycle of the reset takes a processor", "gantry_processors.v", "taken_q <= rst ? {TYPES{1'b0}} : win_type_i;", "taken_q <= win_type_i;"),
    ("reset leaves who is full", "gantry_processor_table.v", "full_q <= rst ? none : choose", "full_q <= choose"),
    ("reset leaves who is open", "gantry_processor_table.v", "open_q <= rst ? ~none : ", "open_q <= "),
    ("a completion in the cycle of the reset counts", "gantry_processor_table.v", "complete_q <= ~rst & complete;", "complete_q <= complete;"),
    ("reset leaves the load", "gantry_processor_table.v", "load_q <= rst ? {DEPTH_BITS{1'b0}} : choose", "load_q <= choose"),
]

WIDE_CORE_MODELS = "4:65:2:0:1:1:8:8:0:1:1:6:1"

WIDE_CORE_FAULTS = [
    ("processor 64 is the first", "gantry_processor_choice.v", "payload[1+:PROCESSOR_BITS];", "payload[1+:PROCESSOR_BITS] & 63;"),
    ("64 leaves are counted", "gantry_type_ready.v", "$clog2(PROCESSORS)", "$clog2(PROCESSORS - 1)"),
]

DECOMPOSER_MODELS = "5:2:6:32 10:3:9:64"
DECOMPOSER_CYCLES = "600000"

DECOMPOSER_FAULTS = [
    ("who comes is asked for its id although it waits", "gantry_head_queue.v", "push_waits_i ? TO_QUERY : TO_REGISTER", "TO_REGISTER"),
    ("an answer is heard a place too late", "gantry_head_queue.v", "answer_i & (come_task == answer_task_i)", "answer_i & (task_q == answer_task_i)"),
    ("who is behind the one that leaves does not move up", "gantry_head_queue.v",
     "now_state = moved[i] ? behind_heard[2*i+:2] : heard[2*i+:2]", "now_state = heard[2*i+:2]"),
    ("the youngest asks first", "gantry_head_queue.v", "oldest = can & (~can + ONE)", "oldest = can & ~(can >> 1)"),
    ("jobs of the one that is left", "gantry_head_queue.v", "jobs_q <= moved[i] ? behind_jobs", "jobs_q <= 1'b0 ? behind_jobs"),
    ("registers without room", "gantry_head_queue.v", "((now_state == TO_REGISTER) & room_i)", "(now_state == TO_REGISTER)"),
    ("always from the first queue on", "gantry_round_robin.v", "later != {COUNT{1'b0}} ? later : want_i", "want_i"),
    ("the turn stays with who was served", "gantry_round_robin.v", "~(served_o | (served_o - ONE))", "~(served_o - ONE)"),
    ("no slot is reserved", "gantry_slot_count.v", "room_o[c] = (used == NONE) | (shared_now < shared)", "room_o[c] = shared_now < shared"),
    ("one's own slot counts as shared", "gantry_slot_count.v", "take & (used != NONE)", "take"),
    ("a slot that is given back counts a cycle late", "gantry_slot_count.v", "(used == NONE) | (shared_now < shared);", "(used_q == NONE) | (shared_q < shared);"),
    ("a slot is taken for ever", "gantry_register_file.v", "| given;", "| (given & ~lowest & {SLOTS{~take_i}});"),
    ("jobs that are left are forgotten", "gantry_register_file.v", "if (left_i) jobs_q[slot_i] <= left_jobs_i;", "if (left_i & take_i) jobs_q[slot_i] <= left_jobs_i;"),
    ("due a cycle late", "gantry_timer_queue.v", "due_o = any_o & ~late[TIME_BITS-1]", "due_o = any_o & ~late[TIME_BITS-1] & (late != 0)"),
    ("the ring ends a place early", "gantry_timer_queue.v", "LAST_NUMBER = SLOTS - 1;", "LAST_NUMBER = SLOTS - 2;"),
    ("the third message overwrites the second", "gantry_update_queue.v", "at_c = at_b + {{(ADDRESS-1){1'b0}}, b_i}", "at_c = at_b"),
    ("of equal times the retry", "gantry_decomposer.v", "(~split_ready | apart[TIME_BITS-1])", "(~split_ready | apart[TIME_BITS-1] | (apart == 0))"),
    ("an event keeps its room in the cache", "gantry_decomposer.v", ".b_i(registered_i & is_event)", ".b_i(registered_i & is_event & verdict_i)"),
    ("an event takes a slot", "gantry_decomposer.v", ".take_i(asks & ~asks_query & ~served_class[2])", ".take_i(asks & ~asks_query)"),
    ("messages that wait need no clock", "gantry_decomposer.v", "(more != {QUEUES{1'b0}}) | updates_more", "more != {QUEUES{1'b0}}"),
    ("a split is 16 bits wide", "gantry_decomposer.v", "{{(TIME_BITS-17){1'b0}}, split_i}", "{{(TIME_BITS-16){1'b0}}, split_i[15:0]}"),
    ("a retry is 18 bits wide", "gantry_decomposer.v", "{{(TIME_BITS-20){1'b0}}, retry_i}", "{{(TIME_BITS-18){1'b0}}, retry_i[17:0]}"),
    ("a time is not due behind its wrap", "gantry_timer_queue.v", "any_o & ~late[TIME_BITS-1]", "any_o & (now_i >= time_o)"),
    ("of two times the smaller number", "gantry_decomposer.v", "(~split_ready | apart[TIME_BITS-1])", "(~split_ready | (retry_time_o < split_time_o))"),
    ("reset leaves the heads", "gantry_head_queue.v", "valid_q <= ~rst & now_valid", "valid_q <= now_valid"),
    ("reset leaves the slots used by a class", "gantry_slot_count.v", "used_q <= rst ? NONE : used", "used_q <= used"),
    ("reset leaves the shared slots", "gantry_slot_count.v", "shared_q <= rst ? NONE : shared_now", "shared_q <= shared_now"),
    ("reset leaves the registers", "gantry_register_file.v", "free_q <= rst ? {SLOTS{1'b1}} : (", "free_q <= ("),
    ("reset leaves one register", "gantry_register_file.v", "free_q <= rst ? {SLOTS{1'b1}}", "free_q <= rst ? {free_q[SLOTS-1], {(SLOTS-1){1'b1}}}"),
    ("reset leaves the times", "gantry_timer_queue.v", "      count_q <= {(SLOT_BITS+1){1'b0}};", "      count_q <= count_q;"),
    ("reset leaves the place of the first time", "gantry_timer_queue.v", "      read_q <= {SLOT_BITS{1'b0}};", "      read_q <= read_q;"),
    ("a time is taken in the cycle of the reset", "gantry_timer_queue.v",
     "      count_q <= {(SLOT_BITS+1){1'b0}};", "      count_q <= {{SLOT_BITS{1'b0}}, push_i};"),
    ("reset leaves the messages", "gantry_update_queue.v", "      count_q <= {(ADDRESS+1){1'b0}};", "      count_q <= count_q;"),
    ("reset leaves the place of the first message", "gantry_update_queue.v", "      read_q <= {ADDRESS{1'b0}};", "      read_q <= read_q;"),
    ("reset leaves the place of the next message", "gantry_update_queue.v", "      write_q <= {ADDRESS{1'b0}};", "      write_q <= after;"),
    ("a request in the cycle of the reset leaves", "gantry_decomposer.v", "request_q <= ~rst & (split_pop | retry_pop)", "request_q <= split_pop | retry_pop"),
    ("a question in the cycle of the reset leaves", "gantry_decomposer.v", "ask_q <= ~rst & asks;", "ask_q <= asks;"),
]

# 44 queues of a class; of 4 to 128 slots drawn most are more than 64.
WIDE_MODELS = "220:1:128:512"

WIDE_FAULTS = [
    ("classes of more than 210 queues", "gantry_decomposer.v", "wire [10:0] per_class_3 =", "wire [6:0] per_class_3 ="),
    ("queues of a class are 5 bits wide", "gantry_decomposer.v", "per_class = {1'b0, per_class_i}", "per_class = {6'd0, per_class_i[4:0]}"),
    ("the number of a queue is 7 bits wide", "gantry_decomposer.v", "assign bits[q] = served[q] & NUMBER[b];", "assign bits[q] = served[q] & NUMBER[b] & (b < 7);"),
    ("registers from 64 on have the numbers of others", "gantry_register_file.v", "take_slot_o[b] = (lowest", "take_slot_o[b] = (b < 6) & (lowest"),
    ("64 slots are shared at most", "gantry_slot_count.v", "reg [COUNT_BITS-1:0] shared_q;", "reg [5:0] shared_q;"),
]

MONITOR_MODELS = "10:5:16:2:2:6"

MONITOR_FAULTS = [
    ("the window moves on over one more", "gantry_completion_bits.v", "NUMBER[6:0] < retire_i", "NUMBER[6:0] <= retire_i"),
    ("the window moves on over all that it can", "gantry_completion_bits.v", "first_done[r] = may & one", "first_done[r] = one"),
    ("the first interrupt tells of the second task", "gantry_completion_bits.v", "first_oldest_o = oldest_q + {{(NUMBER_BITS-COUNT_BITS){1'b0}}, first_count}",
     "first_oldest_o = oldest_q + {{(NUMBER_BITS-COUNT_BITS){1'b0}}, second_count}"),
    ("the second task does not move the window", "gantry_completion_bits.v", "(one | (second_i & second_number_i == task_number))", "one"),
    ("who is left stays done", "gantry_completion_bits.v", "done_q <= done & ~retired;", "done_q <= done;"),
    ("who is left stays registered", "gantry_completion_bits.v", "registered_q <= registered & ~retired;", "registered_q <= registered;"),
    ("bits that turn over the end stay", "gantry_completion_bits.v", "turned[2*WINDOW-1:WINDOW] | turned[WINDOW-1:0]", "turned[WINDOW-1:0]"),
    ("a look does not see who is done in its cycle", "gantry_completion_bits.v", ": done[place];", ": done_q[place];"),
    ("a look does not see the id of its cycle", "gantry_completion_bits.v", "registered[place] :", "registered_q[place] :"),
    ("a look does not see the step of its cycle", "gantry_completion_bits.v", "number < second_oldest_o |", "number < oldest_q |"),
    ("a window that has to move on needs no clock", "gantry_state_monitor.v", "in_line | moves_on | event_q", "in_line | event_q"),
    ("an event that ends needs no clock", "gantry_state_monitor.v", "in_line | moves_on | event_q", "in_line | moves_on"),
    ("a request that can have an id needs no clock", "gantry_state_monitor.v", "| event_q | (~none & id_is_free_next);", "| event_q;"),
    ("an id is given when all are taken", "gantry_state_monitor.v", "(~none | wants_id) & id_is_free;", "~none | wants_id;"),
    ("a request overtakes those that wait", "gantry_state_monitor.v", "none ? request : requests_q[read_q]", "wants_id ? request : requests_q[read_q]"),
    ("an answer is a cycle late", "gantry_state_monitor.v", "query_i - 10'd1}", "query_i}"),
    ("an id is told with 8 bits of its time", "gantry_state_monitor.v", "{{(TIME_BITS-10){1'b0}}, register_i - 10'd1}", "{{(TIME_BITS-8){1'b0}}, register_i[7:0] - 8'd1}"),
    ("of two tasks that end the event is first", "gantry_state_monitor.v", "first_task = last ? job_task", "first_task = last & ~event_q ? job_task"),
    ("a job is overdue as another one answers", "gantry_state_monitor.v", "overdue = timer_due & ~done_i;", "overdue = timer_due;"),
    ("what a lost job answers counts", "gantry_state_monitor.v", "late = done_i & was_lost;", "late = 1'b0;"),
    ("a lost job that fails is lost again", "gantry_state_monitor.v", "done_failed_i & ~was_lost & loses", "done_failed_i & loses"),
    ("a job that fails is done", "gantry_state_monitor.v", "fails = (JOBS != 0) & done_i", "fails = 1'b0 & done_i"),
    ("one retry more", "gantry_state_monitor.v", "again = job_attempt < retries_i;", "again = job_attempt <= retries_i;"),
    ("a task waits for ever for a job that is lost for good", "gantry_state_monitor.v", "~fails) | (is_lost & ~again);", "~fails);"),
    ("an overdue job that is not lost is done", "gantry_state_monitor.v", "(is_lost & ~again);", "(overdue & ~again);"),
    ("without retries no processor is in quarantine", "gantry_state_monitor.v", "overdue & (quarantine_i | ~loses);", "overdue & quarantine_i;"),
    ("a job that fails puts its processor in quarantine", "gantry_state_monitor.v", "overdue & (quarantine_i | ~loses);", "(overdue & (quarantine_i | ~loses)) | (fails & quarantine_i);"),
    ("an overdue job has answered", "gantry_state_monitor.v", "report_answered_q <= fails;", "report_answered_q <= is_lost;"),
    ("of a lost job nobody says which one", "gantry_state_monitor.v", "report_lost_q <= is_lost ?", "report_lost_q <= fails ?"),
    ("an overdue job is told by nobody", "gantry_state_monitor.v", "report_q <= ~rst & (done_i | overdue);", "report_q <= ~rst & done_i;"),
    ("a report in the cycle of the reset leaves", "gantry_state_monitor.v", "report_q <= ~rst & (done_i | overdue);", "report_q <= done_i | overdue;"),
    ("a job is overdue a cycle early", "gantry_state_monitor.v", "watch_sent_i + {1'b0, timeout_i}", "watch_sent_i + {1'b0, timeout_i} - {{(TIME_BITS-1){1'b0}}, 1'b1}"),
    ("no job is lost", "gantry_job_timers.v", "if (pop_i & lose_i) lost_q[first_job] <= 1'b1;", "if (pop_i & lose_i) lost_q[first_job] <= 1'b0;"),
    ("a number stays lost", "gantry_job_timers.v", "if (over_i) lost_q[over_job_i] <= 1'b0;", "if (over_i & push_i) lost_q[over_job_i] <= 1'b0;"),
    ("without retries a job is lost, too", "gantry_job_timers.v", "if (pop_i & lose_i) lost_q[first_job] <= 1'b1;", "if (pop_i) lost_q[first_job] <= 1'b1;"),
    ("a job that answers stays in the queue", "gantry_job_timers.v", "(over_i & item_q[ITEM-1-:JOB] == over_job_i) |", "(over_i & i == 0 & item_q[ITEM-1-:JOB] == over_job_i) |"),
    ("a place without a timer leaves", "gantry_job_timers.v", "leaves[i] = valid_q[i] & (", "leaves[i] = ("),
    ("who stands behind stays", "gantry_job_timers.v", "moves = ~leaves + ONE;", "moves = leaves;"),
    ("who comes as another leaves takes its old place", "gantry_job_timers.v", "comes = ~left & ((left << 1) | ONE);", "comes = ~valid_q & ((valid_q << 1) | ONE);"),
    ("reset leaves the timers", "gantry_job_timers.v", "valid_q <= {JOBS{1'b0}};", "valid_q <= valid_q;"),
    ("reset leaves who is lost", "gantry_job_timers.v", "lost_q <= {JOBS{1'b0}};", "lost_q <= lost_q;"),
    ("an event ends when its id is given", "gantry_state_monitor.v", "told_event = register_at_once ? give_jobs == {JOB_BITS{1'b0}} : late_event", "told_event = give_jobs == {JOB_BITS{1'b0}}"),
    ("the oldest of the cycle before", "gantry_state_monitor.v", "first_oldest_q <= first_oldest;", "first_oldest_q <= second_oldest_q;"),
    ("the second task of a cycle has the first one's place", "gantry_state_monitor.v", "second_position_q <= second_position;", "second_position_q <= first_position;"),
    ("an id is never free again behind an event", "gantry_live_tasks.v", "valid_q & ~last & ~ends;", "valid_q & ~last;"),
    ("an id that comes free can be given a cycle later", "gantry_live_tasks.v", "free = usable & ~left", "free = usable & ~valid_q"),
    ("all ids that there are, whatever the machine has", "gantry_live_tasks.v", "usable[i] = NUMBER < ids_i", "usable[i] = NUMBER < IDS"),
    ("a task is done a job early", "gantry_live_tasks.v", "last[i] = match[i] & jobs_q == LAST;", "last[i] = match[i] & jobs_q <= LAST + LAST;"),
    ("completions of whoever had the id before", "gantry_live_tasks.v", "done_i & valid_q[i] & task_q", "done_i & task_q"),
    ("who waits for the second task is not woken", "gantry_query_table.v", " | (second_i & number_q == second_number_i))", ")"),
    ("an id wakes nobody", "gantry_query_table.v", "give_i & number_q == give_number_i", "1'b0"),
    ("the youngest joins first", "gantry_query_table.v", "due[i] & (older_q & due) == {QUERIES{1'b0}}", "due[i] & (~older_q & due & ~(ONE << i)) == {QUERIES{1'b0}}"),
    ("who has left stays older", "gantry_query_table.v", "(comes ? valid_q : older_q) & ~leaves", "comes ? valid_q : older_q"),
    ("looks begin anew", "gantry_query_table.v", "if (look) next_q[place] <= passed;", "if (look) next_q[place] <= next;"),
    ("a query is answered one look early", "gantry_query_table.v", "(passed == wanted)", "(passed + 7'd1 >= wanted)"),
    ("as many looks as there can be", "gantry_query_table.v", "NUMBER < looks_i & index", "index"),
    ("the line ends a place late", "gantry_query_table.v", "LAST_NUMBER = QUERIES - 1;", "LAST_NUMBER = QUERIES;"),
    ("who comes overwrites who joins", "gantry_query_table.v", "ring_q[joins ? write_next : write_q] <= new_place", "ring_q[write_q] <= new_place"),
    ("who is woken joins behind who comes", "gantry_query_table.v", "is_new = empty & ~joins", "is_new = empty & push_i"),
    ("only who is due in this cycle joins", "gantry_query_table.v", "due_q <= (due & ~oldest) | given;", "due_q <= given;"),
    ("a query that is due needs no clock", "gantry_query_table.v", "more_o = ~empty | due_q != {QUERIES{1'b0}}", "more_o = ~empty"),
    ("reset leaves where the window begins", "gantry_completion_bits.v", "oldest_q <= {NUMBER_BITS{1'b0}};", "oldest_q <= oldest_q;"),
    ("reset leaves who is done", "gantry_completion_bits.v", "done_q <= {WINDOW{1'b0}};", "done_q <= done_q;"),
    ("reset leaves who is registered", "gantry_completion_bits.v", "registered_q <= {WINDOW{1'b0}};", "registered_q <= registered_q;"),
    ("reset leaves the ids", "gantry_live_tasks.v", "valid_q <= rst ? {IDS{1'b0}} : left", "valid_q <= left"),
    ("reset leaves the places of queries", "gantry_query_table.v", "valid_q <= {QUERIES{1'b0}};", "valid_q <= valid_q;"),
    ("reset leaves who waits", "gantry_query_table.v", "waits_q <= {QUERIES{1'b0}};", "waits_q <= waits_q;"),
    ("reset leaves who is due", "gantry_query_table.v", "due_q <= {QUERIES{1'b0}};", "due_q <= due_q;"),
    ("reset leaves the line", "gantry_query_table.v", "count_q <= {(PLACE_BITS+1){1'b0}};\n    end else", "count_q <= count_q;\n    end else"),
    ("reset leaves the requests", "gantry_state_monitor.v", "count_q <= {(PLACE_BITS+1){1'b0}};\n    end else", "count_q <= count_q;\n    end else"),
    ("an event in the cycle of the reset ends", "gantry_state_monitor.v", "event_q <= ~rst & told & told_event;", "event_q <= told & told_event;"),
    ("an answer in the cycle of the reset leaves", "gantry_state_monitor.v", "answer_q <= ~rst & answers;", "answer_q <= answers;"),
    ("an id in the cycle of the reset is told", "gantry_state_monitor.v", "registered_q <= ~rst & told;", "registered_q <= told;"),
    ("an interrupt in the cycle of the reset leaves", "gantry_state_monitor.v", "first_q <= ~rst & first;", "first_q <= first;"),
]

KINDS = {
    "monitor": (MONITOR_FAULTS, ["-DGANTRY_MONITOR_MODELS=" + MONITOR_MODELS, "-DGANTRY_DECOMPOSER_MODELS=5:1:16:64",
                                 "-DGANTRY_CAMPAIGN_MODELS=" + MODELS.split(" ", 1)[0]],
                ["block_bench", "--cycles", "200000", "--block", "monitor"]),
    "decomposer_wide": (WIDE_FAULTS, ["-DGANTRY_DECOMPOSER_MODELS=" + WIDE_MODELS, "-DGANTRY_CAMPAIGN_MODELS=" + MODELS.split(" ", 1)[0]],
                        ["block_bench", "--cycles", DECOMPOSER_CYCLES]),
    "decomposer": (DECOMPOSER_FAULTS, ["-DGANTRY_DECOMPOSER_MODELS=" + DECOMPOSER_MODELS, "-DGANTRY_CAMPAIGN_MODELS=" + MODELS.split(" ", 1)[0]],
                   ["block_bench", "--cycles", DECOMPOSER_CYCLES]),
    "dispatch_core_wide": (WIDE_CORE_FAULTS, ["-DGANTRY_CORE_CAMPAIGN_MODELS=" + WIDE_CORE_MODELS],
                           ["dispatch_core_campaign", "--cycles", CORE_CYCLES]),
    "picker": (FAULTS, ["-DGANTRY_CAMPAIGN_MODELS=" + MODELS.replace(" ", ";")], ["picker_campaign", "--rounds", ROUNDS]),
    "dispatch_core": (CORE_FAULTS, ["-DGANTRY_CORE_CAMPAIGN_MODELS=" + CORE_MODELS.replace(" ", ";")],
                      ["dispatch_core_campaign", "--cycles", CORE_CYCLES]),
}


def run(command, log):
    with open(log, "w", encoding="utf-8") as out:
        return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False).returncode


def campaign(source, work, jobs, models, command):
    """Exit status of the campaign on work/rtl: 0 equal, 1 a difference, 3 equal without all corners; None: no build."""
    build = work / "build"
    configure = ["cmake", "-S", str(source), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DGANTRY_UNITY=ON",
                 f"-DGANTRY_RTL_COPY={work / 'rtl'}", *models, "-DGANTRY_RTL_LINT=OFF"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    if run(configure, work / "configure.log") != 0:
        return None
    if run(["ninja", "-C", str(build), "-j", jobs, command[0]], work / "build.log") != 0:
        return None
    return run([str(build / "tb" / command[0]), *command[1:]], work / "campaign.log")


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    work = pathlib.Path(sys.argv[2]).resolve()
    jobs = sys.argv[3] if len(sys.argv) > 3 else "2"
    kinds = [word for word in sys.argv[4:] if word in KINDS] or list(KINDS)
    words = [word for word in sys.argv[4:] if word not in KINDS]
    chosen = {kind: [fault for fault in KINDS[kind][0] if not words or any(word in fault[0] for word in words)] for kind in kinds}
    if not any(chosen.values()):
        print("no fault has such a name")
        return 1
    return max(mutate(source, work / kind, jobs, faults, *KINDS[kind][1:]) for kind, faults in chosen.items() if faults)


def mutate(source, work, jobs, faults, models, command):
    shutil.rmtree(work / "rtl", ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source / "rtl", work / "rtl", copy_function=shutil.copy)  # newer than what an earlier call translated
    status = campaign(source, work, jobs, models, command)
    if status not in (0, 3):
        print(f"the sound RTL does not pass: see {work}")
        return 1
    missed = 0
    for number, (name, file, sound, faulty) in enumerate(faults):
        path = work / "rtl" / file
        text = (source / "rtl" / file).read_text(encoding="utf-8")
        if text.count(sound) != 1:
            print(f"fault {number} ({name}): '{sound}' stands {text.count(sound)} times in {file}, not once")
            return 1
        path.write_text(text.replace(sound, faulty), encoding="utf-8")
        status = campaign(source, work, jobs, models, command)
        path.write_text(text, encoding="utf-8")
        verdict = {1: "caught", None: "NOT BUILT"}.get(status, "MISSED")
        missed += verdict != "caught"
        found = ""
        if verdict == "caught":
            first = (work / "campaign.log").read_text(encoding="utf-8").split("\n")
            found = next((line.split(": ", 1)[1] for line in first if " seed " in line and ": " in line), "")[:60]
        print(f"{verdict:9} {name} ({file}): {found}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} faults caught by {command[0]}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
