// SPDX-License-Identifier: Apache-2.0
#include "architecture/trace_reader.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "gantry/base/error.h"
#include "text/packed_file.h"

namespace gantry {
namespace {

/// The first bytes of Netrace's files.
constexpr char kNetraceMark[] = {0x55, 0x54, 0x4a, 0x48};

constexpr const char* kCut = "the packed content of this file is damaged or cut";

/// Nothing is known of one that is cut off at once.
std::optional<TraceFormat> format_of(const OpenFile& open) {
  UnpackedSource source(open());
  char begin[sizeof(kNetraceMark)] = {};
  source.sgetn(begin, sizeof(begin));
  if (source.is_cut()) return std::nullopt;
  return std::equal(std::begin(begin), std::end(begin), std::begin(kNetraceMark)) ? TraceFormat::netrace
                                                                                  : TraceFormat::csv;
}

/// Reader of a file that passed its check before.
class SureReader final : public TraceReader {
 public:
  SureReader(const OpenFile& open, TraceFormat format, const std::string& name, const TraceRules& rules) {
    auto source = std::make_unique<UnpackedSource>(open());
    reader_ = format == TraceFormat::csv ? make_csv_trace_reader(std::move(source), name, rules, problems_)
                                         : make_netrace_reader(std::move(source), name, rules, problems_);
  }

  bool next(TracePacket& packet) override {
    const bool is_there = reader_->next(packet);
    if (!problems_.ok()) throw Error("the trace has changed: " + problems_.lines().front());
    return is_there;
  }

 private:
  Diagnostics problems_;
  std::unique_ptr<TraceReader> reader_;
};

class TraceOfFile final : public Trace {
 public:
  TraceOfFile(OpenFile open, TraceFormat format, std::string name, const TraceRules& rules)
      : open_(std::move(open)), format_(format), name_(std::move(name)), rules_(rules) {}
  [[nodiscard]] std::unique_ptr<TraceReader> open() const override {
    return std::make_unique<SureReader>(open_, format_, name_, rules_);
  }

 private:
  OpenFile open_;
  TraceFormat format_;
  std::string name_;
  TraceRules rules_;
};

}  // namespace

CheckedTrace check_trace(const OpenFile& open, const std::string& name, const TraceRules& rules,
                         Diagnostics& problems) {
  CheckedTrace checked;
  const auto format = format_of(open);
  if (!format) {
    problems.error({name, 1, 1}, kCut);
    return checked;
  }
  checked.format = *format;
  const std::size_t before = problems.size();
  auto source = std::make_unique<UnpackedSource>(open());
  const UnpackedSource& unpacked = *source;
  const auto reader = checked.format == TraceFormat::csv
                          ? make_csv_trace_reader(std::move(source), name, rules, problems)
                          : make_netrace_reader(std::move(source), name, rules, problems);
  TracePacket packet;
  bool any = false;
  while (reader->next(packet)) any = true;
  if (unpacked.is_cut()) {
    problems.error({name, 1, 1}, kCut);
  } else if (!any && problems.size() == before) {
    problems.error({name, 1, 1}, "a trace without packets");
  }
  if (problems.size() == before) {
    checked.trace = std::make_shared<TraceOfFile>(open, checked.format, name, rules);
  }
  return checked;
}

}  // namespace gantry
