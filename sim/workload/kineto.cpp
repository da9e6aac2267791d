// SPDX-License-Identifier: Apache-2.0
// kineto: traces of torch.profiler (Chrome trace JSON). The work of devices (kernels, copies, memsets) is tasks with
// their measured times. Streams and synchronisations order them; see kineto_order.h. The host's operators are not read.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/digits.h"
#include "text/yaml_reader.h"
#include "workload/format.h"
#include "workload/json_fields.h"
#include "workload/kineto_order.h"

namespace gantry {
namespace {

constexpr std::size_t kNameInId = 80;

/// What an event says, by its category. Older files have the capitalised ones.
enum class Category : std::uint8_t { other, kernel, copy, fill, call, sync };

Category category_of(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, Category>, 10> kCategories = {
      {{"kernel", Category::kernel},
       {"Kernel", Category::kernel},
       {"gpu_memcpy", Category::copy},
       {"Memcpy", Category::copy},
       {"gpu_memset", Category::fill},
       {"Memset", Category::fill},
       {"cuda_runtime", Category::call},
       {"cuda_driver", Category::call},
       {"Runtime", Category::call},
       {"cuda_sync", Category::sync}}};
  for (const auto& [name, category] : kCategories) {
    if (name == text) return category;
  }
  return Category::other;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Numbers texts in the order in which they come.
class Numbers {
 public:
  std::uint32_t of(const std::string& text) {
    return numbers_.emplace(text, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< looked up only
};

std::uint64_t nanoseconds(const Decimal& us) { return ceil_product(us, {1, 3}); }

/// A call of the host that is numbered.
struct HostCall {
  std::uint32_t thread = 0;
  std::uint64_t start = 0;  ///< ns
  bool asks = false;        ///< a query does not wait
  bool device = false;      ///< waits for all work of the device
  bool recorded = false;    ///< there is a synchronisation event of this call
};

class KinetoReader {
 public:
  KinetoReader(const Mapping& mapping, Workload& workload, Diagnostics& diagnostics)
      : mapping_(mapping), workload_(workload), fields_(diagnostics) {}

  void event(const YamlNode& item) {
    if (fields_.hopeless()) return;
    if (!item.is_map()) {
      fields_.error(item, "an event must be a map, not " + describe(item));
      return;
    }
    const YamlNode* phase = item.find("ph");
    const YamlNode* category = item.find("cat");
    if (phase == nullptr || !phase->says("X") || category == nullptr || !category->is_scalar()) return;
    static const YamlNode kNone;
    const YamlNode* found = item.find("args");
    const YamlNode& args = found == nullptr ? kNone : *found;
    switch (const Category kind = category_of(category->text); kind) {
      case Category::other:
        break;
      case Category::call:
        call(item, args);
        break;
      case Category::sync:
        sync(item, args);
        break;
      default:
        work(item, args, kind);
    }
  }

  void finish(const YamlNode& document) {
    workload_.unit = "us";
    const YamlNode* events = fields_.list(document, "traceEvents");
    if (events == nullptr || !fields_.ok()) return;
    if (found_.empty()) {
      fields_.error(*events,
                    "no work of a device is in this trace (events of the categories kernel, gpu_memcpy, "
                    "gpu_memset)");
      return;
    }
    order(*events);
  }

 private:
  struct Found {
    std::uint64_t start;
    TraceWork work;
    WorkloadTask task;
  };

  /// Text of a number or name that is there; else empty.
  static std::string word(const YamlNode& map, std::string_view key) {
    const YamlNode* found = map.find(key);
    return found == nullptr || !found->is_scalar() ? std::string() : found->text;
  }
  /// Number of a call; 0: none.
  static std::uint64_t number(const YamlNode& map, std::string_view key) {
    const std::string text = word(map, key);
    const auto parsed = all_digits(text) ? parse_decimal(text) : std::nullopt;
    return parsed ? ceil_product(*parsed, {1, 0}) : 0;
  }
  std::uint32_t device_of(const YamlNode& item, const YamlNode& args) {
    const std::string device = word(args, "device");
    const std::uint32_t number = devices_.of(device.empty() ? word(item, "pid") : device);
    if (number == streams_of_.size()) streams_of_.emplace_back();
    return number;
  }
  std::uint32_t stream_of(std::uint32_t device, const std::string& stream) {
    const std::uint32_t number = streams_.of(std::to_string(device) + ' ' + stream);
    if (number >= of_device_) {
      streams_of_[device].push_back(number);
      of_device_ = number + std::size_t{1};
    }
    return number;
  }
  /// End of an event, in ns. The same clock gives the times of host and device.
  std::uint64_t end_of(const YamlNode& item, std::uint64_t start) {
    const std::uint64_t length = nanoseconds(fields_.number(item, "dur").value_or(Decimal{}));
    return start + std::min(length, std::numeric_limits<std::uint64_t>::max() - start);
  }
  std::uint64_t start_of(const YamlNode& item) { return nanoseconds(fields_.number(item, "ts").value_or(Decimal{})); }

  void work(const YamlNode& item, const YamlNode& args, Category kind) {
    if (found_.size() == kMaxForeignTasks) {
      fields_.error(item, "more than " + std::to_string(kMaxForeignTasks) + " tasks");
      return;
    }
    Found made;
    made.start = start_of(item);
    made.work.end = end_of(item, made.start);
    made.work.call = number(args, "correlation");
    const std::uint32_t device = device_of(item, args);
    const std::string stream = word(args, "stream");
    made.work.stream = stream_of(device, stream.empty() ? word(item, "tid") : stream);
    made.task.id = in_short(fields_.text(item, "name").value_or(""), kNameInId);
    made.task.cls = mapping_.cls;
    made.task.weight = mapping_.weight;
    made.task.where = item.where();
    if (kind != Category::kernel && mapping_.copies == CopiesAs::bytes) {
      const auto bytes = args.find("bytes") == nullptr ? Decimal{} : fields_.number(args, "bytes").value_or(Decimal{});
      made.task.cls = TaskClass::communication;
      made.task.output_bytes = ceil_product(bytes, {1, 0});
      if (kind == Category::copy) made.task.input_bytes = made.task.output_bytes;
    } else {
      made.task.work = fields_.number(item, "dur").value_or(Decimal{});
    }
    found_.push_back(std::move(made));
  }

  void call(const YamlNode& item, const YamlNode& args) {
    const std::uint64_t id = number(args, "correlation");
    if (id == 0) return;
    HostCall made;
    made.thread = threads_.of(word(item, "pid") + ' ' + word(item, "tid"));
    made.start = start_of(item);
    const std::string name = word(item, "name");
    made.asks = name.find("Query") != std::string::npos;
    made.device = ends_with(name, "DeviceSynchronize") || name == "cuCtxSynchronize";
    if (ends_with(name, "StreamWaitEvent") || ends_with(name, "StreamSynchronize") ||
        ends_with(name, "EventSynchronize"))
      ++unclear_calls_;
    calls_.emplace(id, made);
  }

  void sync(const YamlNode& item, const YamlNode& args) {
    ++syncs_;
    TraceWait wait;
    wait.call = number(args, "correlation");
    wait.until = wait.call;
    wait.ended_by = end_of(item, start_of(item));
    const std::string said = word(args, "cuda_sync_kind");
    const std::string kind = said.empty() ? word(item, "name") : said;
    const bool on_stream = kind == "Stream Wait Event";
    const std::uint32_t device = device_of(item, args);
    bool known = wait.call != 0;
    if (on_stream || kind == "Event Sync") {
      const std::string awaited = word(args, "wait_on_stream");
      known = known && all_digits(awaited);
      // Files that do not say which call recorded the event have its stream alone: it was recorded before the wait.
      if (args.find("wait_on_cuda_event_record_corr_id") != nullptr) {
        wait.until = number(args, "wait_on_cuda_event_record_corr_id");
        known = known && wait.until != 0;
      }
      if (known) wait.awaited = stream_of(device, awaited);
      if (known && on_stream) wait.stream = stream_of(device, word(args, "stream"));
    } else if (kind == "Stream Sync") {
      wait.awaited = stream_of(device, word(args, "stream"));
    } else if (kind == "Context Sync") {
      wait.awaited = device;
      wait.device = true;
    } else {
      known = false;
    }
    if (known) (on_stream ? stream_waits_ : host_waits_).push_back(wait);
  }

  /// The waits in order of their calls. A wait of the host counts if its call is in the file.
  std::vector<TraceWait> waits() {
    std::vector<TraceWait> all = stream_waits_;
    for (TraceWait& wait : all) {
      wait.ended_by = std::numeric_limits<std::uint64_t>::max();
      const auto call = calls_.find(wait.call);
      if (call != calls_.end()) call->second.recorded = true;
    }
    for (TraceWait wait : host_waits_) {
      const auto call = calls_.find(wait.call);
      if (call == calls_.end()) continue;
      call->second.recorded = true;
      wait.thread = call->second.thread;
      if (!call->second.asks) wait.ended_by = std::numeric_limits<std::uint64_t>::max();
      all.push_back(wait);
    }
    const std::size_t useful = all.size();
    if (useful < syncs_) {
      fields_.diagnostics().note(workload_.where, std::to_string(syncs_ - useful) + " of " + std::to_string(syncs_) +
                                                      " synchronisations order nothing: their event, their call or "
                                                      "their kind is unknown");
    }
    // Without an event of its own, a wait for the device is clear if there is only one.
    for (const auto& [id, call] : calls_) {
      if (!call.device || call.recorded || devices_.size() != 1) continue;
      TraceWait wait;
      wait.call = wait.until = id;
      wait.device = true;
      wait.thread = call.thread;
      all.push_back(wait);
    }
    std::stable_sort(all.begin(), all.end(), [](const TraceWait& a, const TraceWait& b) { return a.call < b.call; });
    return all;
  }

  void order(const YamlNode& events) {
    if (syncs_ == 0 && unclear_calls_ > 0 && streams_.size() > 1) {
      fields_.diagnostics().note(events.where(),
                                 std::to_string(unclear_calls_) +
                                     " calls that wait for a stream or an event order nothing: the trace has no "
                                     "events of the category cuda_sync (a profiler's option)");
    }
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return a.start != b.start ? a.start < b.start : a.work.call < b.work.call;
    });
    std::vector<TraceWork> work;
    for (Found& found : found_) {
      const auto call = calls_.find(found.work.call);
      if (call != calls_.end()) found.work.thread = call->second.thread;
      work.push_back(found.work);
    }
    const std::vector<TraceWait> waits = this->waits();
    TraceOrder order(work, streams_of_, streams_.size(), threads_.size(), waits);
    submit();
    for (std::size_t t = 0; t < found_.size(); ++t) {
      WorkloadTask& task = found_[t].task;
      task.id += '.' + std::to_string(t);
      for (const std::uint32_t before : order.before(static_cast<std::uint32_t>(t))) {
        task.after.push_back({before, 0, false});
        task.submit = std::max(task.submit, workload_.tasks[before].submit);
      }
      workload_.tasks.push_back(std::move(task));
    }
    if (order.exhausted()) fields_.error(events, "the synchronisations of this trace are too many for its streams");
    if (const std::uint64_t left_out = order.contradicted(); left_out > 0) {
      fields_.diagnostics().note(events.where(), std::to_string(left_out) +
                                                     (left_out == 1 ? " dependence is" : " dependences are") +
                                                     " left out: the work that is waited for starts later than the "
                                                     "work that waits");
    }
  }

  /// Launches, counted from the first one, as times of arrival. Work without a launch in the file has its own start.
  void submit() {
    if (!mapping_.arrivals) return;
    const auto launched = [&](const Found& found) {
      const auto call = calls_.find(found.work.call);
      return call == calls_.end() ? found.start : call->second.start;
    };
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const Found& found : found_) first = std::min(first, launched(found));
    for (Found& found : found_) submit_at({launched(found) - first, -3}, mapping_, found.task, fields_.diagnostics());
  }

  const Mapping& mapping_;
  Workload& workload_;
  JsonFields fields_;
  std::vector<Found> found_;
  std::map<std::uint64_t, HostCall> calls_;
  std::vector<TraceWait> stream_waits_;
  std::vector<TraceWait> host_waits_;
  Numbers devices_;
  Numbers streams_;
  Numbers threads_;
  std::vector<std::vector<std::uint32_t>> streams_of_;  ///< by device
  std::size_t of_device_ = 0;                           ///< streams that a device has
  std::uint64_t syncs_ = 0;
  std::uint64_t unclear_calls_ = 0;  ///< that wait for a stream or an event, which only a synchronisation event names
};

bool read_kineto(const std::string& text, const std::string& file, const Mapping& mapping, Workload& workload,
                 Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  KinetoReader reader(mapping, workload, diagnostics);
  const YamlStream stream{"traceEvents", [&](const YamlNode& item) { reader.event(item); }};
  const auto document = parse_yaml(text, file, diagnostics, stream);
  if (!document) return false;
  workload.where = document->where();
  reader.finish(*document);
  return diagnostics.size() == before;
}

/// Other programs write Chrome traces too, Gantry among them.
bool recognises_kineto(std::string_view head) {
  if (!has_outer_key(head, "traceEvents"))
    return has_outer_key(head, "schemaVersion") && has_outer_key(head, "deviceProperties");
  if (has_outer_key(head, "schemaVersion") || has_outer_key(head, "deviceProperties") ||
      has_outer_key(head, "distributedInfo"))
    return true;
  for (const char* category : {"\"cpu_op\"", "\"kernel\"", "\"Kernel\"", "\"cuda_runtime\"", "\"gpu_memcpy\""}) {
    if (head.find(category) != std::string_view::npos) return true;
  }
  return false;
}

/// A microsecond is 1000 cycles at 1 GHz.
Mapping kineto_mapping() {
  Mapping mapping;
  mapping.cycles_per_unit = {1, 3};
  mapping.timed = true;
  mapping.arrivals = false;
  return mapping;
}

}  // namespace

void add_kineto(WorkloadFormats& formats) {
  formats.add({"kineto",
               "traces of torch.profiler: the work of devices, in streams (JSON)",
               recognises_kineto,
               read_kineto,
               kineto_mapping(),
               {"arrivals", "copies"}});
}

}  // namespace gantry
