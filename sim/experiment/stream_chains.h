// SPDX-License-Identifier: Apache-2.0
// Requests that several instances serve. A chain is a stream with arrivals, its requests, then the stream that follows
// it (`after`), then the one that follows that. A stream with `repeat` serves a request in steps, one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "experiment/graph_stream.h"

namespace gantry {

/// Name of the number of a step, from 0, in formulas of a stream with `repeat`.
inline constexpr const char* kStepName = "step";
/// Name of the number of requests of a step, in formulas of a stream with `merge`.
inline constexpr const char* kBatchName = "batch";

/// Resolves `after` and checks all that streams say of each other and of their requests. Reports problems at their
/// places. Precondition: each stream was read without a problem.
void link_streams(std::vector<GraphStream>& streams, Diagnostics& diagnostics);

/// Checks the formulas of a graph for some requests, and reports at most one problem of each task.
void check_formulas(const Workload& workload, const std::vector<RequestSizes>& requests, Diagnostics& diagnostics);
/// The same; without a problem the tasks then have the mean over these requests. Without any it checks once.
void take_requests(Workload& workload, std::vector<RequestSizes> requests, Diagnostics& diagnostics);

/// Whether a stream follows another or repeats, so that arrivals depend on completions.
[[nodiscard]] bool is_closed_loop(const std::vector<GraphStream>& streams);
/// Whether several instances serve a request of this stream: it repeats, follows another, or is followed.
[[nodiscard]] bool is_in_chain(const std::vector<GraphStream>& streams, std::uint32_t number);
/// Number of the first stream of the chain, whose arrivals are the requests. Precondition: linked.
[[nodiscard]] std::uint32_t first_of_chain(const std::vector<GraphStream>& streams, std::uint32_t number);
/// Number of the stream that follows this one; kNone: none does.
[[nodiscard]] std::uint32_t follower_of(const std::vector<GraphStream>& streams, std::uint32_t number);
/// Names in the formulas of a stream: the sizes of its requests, then kStepName and kBatchName if it has them.
[[nodiscard]] std::vector<std::string> names_in_formulas(const std::vector<GraphStream>& streams, std::uint32_t number);
/// Number of instances of a stream, with every step by itself; about 2^60 if they are more.
[[nodiscard]] std::uint64_t instances_of(const std::vector<GraphStream>& streams, std::uint32_t number);

}  // namespace gantry
