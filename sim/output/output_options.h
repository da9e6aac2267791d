// SPDX-License-Identifier: Apache-2.0
// The section `output` of an experiment: a switch for each report of its kind of run.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "gantry/base/keys_fwd.h"
#include "output/report_switch.h"

namespace gantry {

class OutputOptions {
 public:
  /// Starts with the catalogue's defaults. `reports` must outlive the options and their copies.
  explicit OutputOptions(const ReportCatalogue& reports);

  [[nodiscard]] const ReportCatalogue& reports() const { return *reports_; }
  /// The switch of the report `name`. Precondition: the catalogue has it.
  [[nodiscard]] ReportSwitch& operator[](std::string_view name) { return switches_.find(name)->second; }
  [[nodiscard]] const ReportSwitch& operator[](std::string_view name) const { return switches_.find(name)->second; }

 private:
  const ReportCatalogue* reports_;
  std::map<std::string, ReportSwitch, std::less<>> switches_;
};

void describe(KeyVisitor& keys, OutputOptions& output);

}  // namespace gantry
