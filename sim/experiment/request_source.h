// SPDX-License-Identifier: Apache-2.0
// Task source of streams whose requests are served by several instances: streams that follow each other, repeat, and
// merge the steps of different requests (docs/workloads.md, "Requests in a closed loop").
//
//   arrives -> [waits for a step] -> instance -> host has taken all its interrupts -> next step, next stream, or over
//
// A stream holds the instances that have arrived and are not begun, in order of arrival. The next task comes from the
// earliest of all streams; of several in one cycle from the first stream. Tasks with a `submit` of their own come so
// many cycles after their instance, and other instances between them. The memory grows with the requests that are being
// served, not with all of them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "experiment/stream_graph.h"
#include "experiment/waiting_instances.h"
#include "gantry/base/ring.h"
#include "output/request_record.h"
#include "workload/stream.h"

namespace gantry {

class RequestSource final : public TaskSource {
 public:
  /// Precondition: check_feasible() found nothing. The streams and `sink` (nullptr: none) must outlive the source.
  /// Arrivals are those of GraphStreamSource.
  RequestSource(const std::vector<GraphStream>& streams, const Architecture& architecture, std::uint64_t seed,
                RequestSink* sink);

  bool next(Task& task) override;
  [[nodiscard]] bool is_closed_loop() const override { return true; }
  bool completed(std::uint64_t number, Cycle now, Task& task) override;
  [[nodiscard]] const std::vector<ObjectShape>* objects() const override {
    return objects_.empty() ? nullptr : &objects_;
  }
  /// Returns STREAM/ID.
  [[nodiscard]] std::string object_name(std::uint32_t object) const override;
  [[nodiscard]] std::uint64_t total() const override { return total_; }
  [[nodiscard]] bool is_list() const override { return false; }
  [[nodiscard]] std::string name(std::uint64_t number) const override { return std::to_string(number); }
  [[nodiscard]] TaskLinks links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const override {
    return streams_[stream].graph.links(number, place);
  }

  /// Number of instances of a stream that the host has begun to submit.
  [[nodiscard]] std::uint64_t instances(std::uint32_t stream) const { return streams_[stream].instances; }
  /// Hands the requests that have begun and are not over to the sink, after an unfinished run.
  void report_unfinished();

 private:
  using RequestRef = std::uint32_t;

  struct Request {
    RequestRecord record;
    std::vector<std::uint64_t> sizes;
    std::uint64_t step = 0;   ///< in its present stream
    std::uint64_t steps = 0;  ///< of its present stream
    bool live = false;
    bool begun = false;  ///< an instance that serves it has begun
  };
  /// An instance that has arrived and is not begun.
  struct Ready {
    Cycle arrival = 0;
    RequestRef request = kNone;  ///< kNone: the merged step of the stream's members
  };
  struct Stream {
    Stream(const GraphStream& stream, std::uint32_t n, const Architecture& architecture,
           std::vector<ObjectShape>& objects)
        : from(&stream), graph(stream, n, architecture, objects), number(n) {}
    const GraphStream* from;
    StreamGraph graph;
    std::uint32_t number;
    std::uint32_t first = 0;         ///< first stream of its chain
    std::uint32_t follower = kNone;  ///< stream that follows it
    bool reports = false;            ///< its chain has several streams or steps
    RequestSizes sizes;              ///< names in its formulas; values of the instance that was drawn last

    std::unique_ptr<ArrivalProcess> arrivals;  ///< nullptr: it follows another stream
    std::uint64_t arrived = 0;                 ///< requests taken from the arrivals
    Cycle arrival = kNever;                    ///< arrival of the next one; kNever: there are no more
    std::uint64_t instances = 0;               ///< begun
    Cycle due = 0;                             ///< `submit` of the first task of the instance that began last

    Ring<Ready> ready;
    // With `merge`:
    Ring<RequestRef> waiting;         ///< requests that wait for a step, in order of their arrival at the stream
    std::vector<RequestRef> members;  ///< requests of the present step
    bool stepping = false;            ///< a step has arrived and is not over
  };
  /// Origin of the next instance.
  struct Choice {
    Stream* stream = nullptr;
    bool arrives = false;  ///< the next request of the stream's arrivals, not a ready instance
    Cycle arrival = kNever;
    Cycle due = kNever;  ///< `submit` of its first task

    bool operator==(const Choice& other) const { return stream == other.stream && arrives == other.arrives; }
  };
  /// An instance with tasks whose interrupts the host has not taken.
  struct Begun {
    Stream* stream = nullptr;
    RequestRef request = kNone;  ///< kNone: the stream's members
    std::size_t left = 0;        ///< tasks
  };
  /// Tasks of one instance that were submitted without others between.
  struct Run {
    std::uint64_t first = 0;  ///< host number of the first one
    std::uint32_t begun = 0;  ///< index in begun_
    std::size_t left = 0;     ///< tasks whose interrupts the host has not taken
  };

  [[nodiscard]] static bool merges(const Stream& stream) { return stream.from->merge_up_to.has_value(); }
  void take_arrival(Stream& stream);
  [[nodiscard]] RequestRef make_request(Stream& stream);
  [[nodiscard]] Choice earliest();
  /// The earliest of two instances of the stream that have not begun.
  [[nodiscard]] Choice earliest_of(Stream& stream);
  bool offer(Task& task);
  void begin();
  void count_task();
  /// Draws the values of an instance that has not begun. Returns its number.
  std::uint64_t draw(Stream& stream, bool arrives);
  void instance_over(const Begun& instance, Cycle now);
  /// Books the end of a step of a request. Returns whether it has another step in this stream.
  bool step_over(Stream& stream, RequestRef ref, Cycle now);
  void enter(Stream& stream, RequestRef ref, Cycle now);
  void leave(Stream& stream, RequestRef ref, Cycle now);
  /// Forms the next step of a stream with `merge` from its members and the requests that wait.
  void form_step(Stream& stream, Cycle now);

  std::uint64_t seed_;
  RequestSink* sink_;
  std::vector<ObjectShape> objects_;  ///< of all streams
  std::vector<Stream> streams_;
  std::vector<std::uint32_t> merging_;  ///< streams with `merge`
  std::vector<Request> requests_;
  std::vector<RequestRef> free_;
  std::vector<Begun> begun_;
  std::vector<std::uint32_t> free_begun_;
  std::deque<Run> runs_;  ///< in order of submission
  WaitingInstances waiting_;

  Choice current_;                  ///< instance whose task was offered; without a stream: none
  StreamGraph::Instance instance_;  ///< that instance; `at` is the offered task
  bool offered_ = false;            ///< a task was yielded and is not known to be submitted
  std::uint64_t made_ = 0;          ///< submitted tasks
  std::uint64_t total_ = 0;
};

}  // namespace gantry
