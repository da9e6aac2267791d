// SPDX-License-Identifier: Apache-2.0
// The life of a request that several instances of streams serve (experiment/stream_chains.h).
#pragma once

#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {

/// Cycles are those in which the host has taken the last interrupt of an instance; kNever: that has not happened.
struct RequestRecord {
  std::uint32_t stream = 0;  ///< first stream of its chain
  std::uint64_t number = 0;  ///< in that stream, from 0, in order of arrival
  Cycle arrival = 0;
  Cycle first_token = kNever;
  Cycle last_token = kNever;
  Cycle done = kNever;
  std::uint64_t tokens = 0;               ///< made so far
  std::uint64_t first_tokens = 0;         ///< of these in the cycle `first_token`
  std::uint64_t first_instance = kNever;  ///< first instance of the chain's last stream that serves it
  std::uint64_t last_instance = kNever;   ///< last one so far; the request is in all instances between the two
};

class RequestSink {
 public:
  virtual ~RequestSink() = default;
  /// Called when a request is over, in order of `done`. After an unfinished run also for those that have begun and are
  /// not over, in order of stream and number.
  virtual void request_done(const RequestRecord& request) = 0;
};

}  // namespace gantry
