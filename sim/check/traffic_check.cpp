// SPDX-License-Identifier: Apache-2.0
#include "check/traffic_check.h"

#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "gantry/network/synthetic_traffic.h"
#include "readback/output_names.h"
#include "readback/rounding.h"
#include "text/csv_reader.h"

namespace gantry {
namespace {

struct RouterFlow {
  std::uint64_t in = 0;
  std::uint64_t out = 0;
  std::uint64_t outputs = 0;
};

class LinksCheck {
 public:
  LinksCheck(std::string path, const TrafficTotals& totals, Findings& findings)
      : path_(std::move(path)), totals_(totals), findings_(findings) {}

  std::size_t run(Diagnostics& problems) {
    CsvReader csv(path_, kLinksHeader, problems);
    std::size_t rows = 0;
    for (; csv.next(); ++rows) check_row(csv);
    if (!csv.ok()) return rows;
    if (entered_.size() != left_.size()) tell(0, "terminals with an entry are not those with an exit");
    for (const auto& [router, flow] : routers_) {
      if (flow.outputs > 0) tell(0, "router " + router + " has no row of its own");
    }
    if (totals_.counts_arrivals) same("flits that leave by exits", arrived_, totals_.flits);
    same("flits that leave routers", hops_, totals_.flit_hops);
    return rows;
  }

 private:
  void tell(std::uint64_t line, const std::string& what) { findings_.add(path_, line, what); }
  void same(const std::string& what, std::uint64_t told, std::uint64_t right) {
    if (told != right) tell(0, what + " are " + std::to_string(told) + " (would be " + std::to_string(right) + ")");
  }

  void check_row(CsvReader& csv) {
    const std::string kind(csv.field(0));
    const std::string from(csv.field(1));
    const std::string to(csv.field(2));
    const std::uint64_t flits = csv.number(3, kMostCounted);
    std::uint64_t outputs = 1;
    if (kind == "router") {
      outputs = check_router(csv, from, flits);
    } else if (kind == "entry") {
      if (!entered_.insert(from).second) tell(csv.line(), "terminal '" + from + "' has two entries");
      routers_[to].in += flits;
    } else if (kind == "link") {
      if (!links_.emplace(from, to).second) tell(csv.line(), "two links from router " + from + " to " + to);
      leave(from, flits);
      routers_[to].in += flits;
    } else if (kind == "exit") {
      if (!left_.insert(to).second) tell(csv.line(), "terminal '" + to + "' has two exits");
      leave(from, flits);
      arrived_ += flits;
    } else {
      csv.fault(0, "no kind (would be entry, link, exit or router)");
      return;
    }
    const std::string_view text = csv.field(4);
    double utilization = -1.0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), utilization);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
      csv.fault(4, "no number");
      return;
    }
    const double cycles = static_cast<double>(totals_.cycles) * static_cast<double>(outputs);
    const double right = cycles > 0.0 ? static_cast<double>(flits) / cycles : 0.0;
    if (std::abs(utilization - right) > kRounding) {
      tell(csv.line(), "utilization is " + std::string(text) + " (would be " + std::to_string(right) + ')');
    }
    if (right > 1.0) tell(csv.line(), "more flits than one a cycle");
  }

  void leave(const std::string& router, std::uint64_t flits) {
    routers_[router].out += flits;
    ++routers_[router].outputs;
  }

  std::uint64_t check_router(CsvReader& csv, const std::string& name, std::uint64_t flits) {
    csv.number(5, kMostCounted);
    csv.number(6, kMostCounted);
    csv.number(7, kMostCounted);
    const auto at = routers_.find(name);
    const RouterFlow flow = at == routers_.end() ? RouterFlow{} : at->second;
    if (at != routers_.end()) at->second.outputs = 0;
    if (flits != flow.out) {
      tell(csv.line(),
           "router " + name + " has " + std::to_string(flits) + " flits and its outputs " + std::to_string(flow.out));
    }
    if (flow.in < flow.out || (totals_.drained && flow.in != flow.out)) {
      tell(csv.line(),
           "router " + name + " got " + std::to_string(flow.in) + " flits and sent " + std::to_string(flow.out));
    }
    hops_ += flits;
    return flow.outputs;
  }

  const std::string path_;
  const TrafficTotals& totals_;
  Findings& findings_;
  std::map<std::string, RouterFlow> routers_;
  std::set<std::string> entered_;
  std::set<std::string> left_;
  std::set<std::pair<std::string, std::string>> links_;
  std::uint64_t arrived_ = 0;
  std::uint64_t hops_ = 0;
};

}  // namespace

std::size_t check_links_file(const std::string& path, const TrafficTotals& totals, Findings& findings,
                             Diagnostics& problems) {
  return LinksCheck(path, totals, findings).run(problems);
}

}  // namespace gantry
