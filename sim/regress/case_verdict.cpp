// SPDX-License-Identifier: Apache-2.0
#include "regress/case_verdict.h"

namespace gantry {

std::string verdict_text(const CaseVerdict& verdict) {
  const nlohmann::ordered_json all = {{"broken", verdict.broken},
                                      {"differing", verdict.differing},
                                      {"missing", verdict.missing},
                                      {"values", stored_json(verdict.values)},
                                      {"goldens", verdict.goldens}};
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

CaseVerdict verdict_of(const std::string& text) {
  const nlohmann::json all = nlohmann::json::parse(text);
  CaseVerdict verdict;
  verdict.broken = all["broken"].get<std::vector<std::string>>();
  verdict.differing = all["differing"].get<std::vector<std::string>>();
  verdict.missing = all["missing"].get<std::vector<std::string>>();
  verdict.values = stored_case(all["values"]);
  verdict.goldens = all["goldens"].get<std::vector<std::size_t>>();
  return verdict;
}

}  // namespace gantry
