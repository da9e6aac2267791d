// SPDX-License-Identifier: Apache-2.0
// What a summary says of area, energy and power (docs/cost.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry {

class ResultVisitor;

/// Numbers that are not modelled are none.
struct CostResults {
  struct Sum {
    double value = 0.0;
    std::array<double, 2> range = {};  ///< the least and the most that the figures allow
  };
  struct Part {
    std::string block;
    std::uint64_t count = 1;
    std::optional<double> area_um2;
    std::optional<double> leakage_mw;
    std::optional<double> leakage_pj;
    std::array<double, 2> area_range = {};  ///< factors
    std::array<double, 2> leakage_range = {};
    std::string estimator;
  };
  struct Event {
    std::string block;
    std::string event;
    std::uint64_t count = 0;
    std::string counter;  ///< where the run's files have the count
    std::optional<double> pj;
    std::optional<double> energy_pj;
    std::array<double, 2> range = {};  ///< factors
    std::string estimator;
  };
  struct Missing {
    std::string block;
    std::string what;
    std::string why;
  };
  struct Figures {
    double node_nm = 0.0;
    Sum area_mm2;
    Sum leakage_mw;
    Sum energy_uj;
    Sum dynamic_uj;
    Sum leakage_uj;
    Sum power_mw;
    std::uint64_t tile_um = 0;
    std::string tile_from;
    std::uint64_t router_pitch_um = 0;
    std::vector<Part> parts;
    std::vector<Event> events;
  };
  std::optional<Figures> figures;  ///< nothing: a run without any
  std::vector<Missing> not_modelled;
};

void describe(ResultVisitor& results, CostResults& cost);
/// Of a machine without figures: `not_modelled` alone.
void describe_not_modelled(ResultVisitor& results, CostResults& cost);

}  // namespace gantry
