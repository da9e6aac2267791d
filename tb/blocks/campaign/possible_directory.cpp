// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "blocks/campaign/possible_answers.h"
#include "blocks/pin_layout.h"
#include "pins/directory_pins.h"

namespace gantry::campaign {
namespace {

namespace pin = pins::directory;

class OfDirectory final : public PossibleAnswers {
 public:
  explicit OfDirectory(const std::vector<std::uint32_t>& config)
      : per_cycle_(config.at(1)), stores_(config.at(2)), processors_(config.at(3)) {
    if (per_cycle_ > pin::kMostParts)
      throw Error("no directory has parts_per_cycle=" + std::to_string(per_cycle_) + " (a number in 1..64)");
    std::uint64_t rows = 0;
    for_each_row(directory_pins(), config, [&](const PinMessage& row) {
      const auto distance = unpack<pins::Distance>(row);
      if (distance.store != rows / processors_ || distance.processor != rows % processors_)
        throw Error("the table has its rows by store, then by processor, each once");
      ++rows;
    });
    if (rows != stores_ * processors_)
      throw Error("the table has " + std::to_string(rows) + " distances, not " + std::to_string(stores_ * processors_));
  }

  void begin() override { asked_ = 0; }
  void check(const PinMessage& input) override {
    if (input.link == pin::parts) return check_part(unpack<pins::Part>(input).question);
    if (input.link == pin::uses) {
      const PartUse use = unpack<pins::Use>(input).use;
      require(use.store == kNone || use.store < stores_, "there is no such store");
      const bool left = left_.count({use.part.object, use.part.part, use.store, use.stay}) != 0;
      return require(use.store == kNone || left || !use.gone, "no departure of this stay has been told");
    }
    const PartLeft of = unpack<pins::Departure>(input).left;
    require(of.store < stores_, "there is no such store");
    // The number of an object is used again, and stays begin from 1 for its part.
    left_.insert({of.part.object, of.part.part, of.store, of.stay});
  }
  void hear(const PinMessage& /*output*/) override {}

 private:
  void check_part(const PartQuestion& question) {
    require(++asked_ <= per_cycle_, "more parts than are looked up in a cycle");
    require(question.processor < processors_, "there is no such processor");
    require(question.store == kNone || question.store < stores_, "there is no such store");
    require(question.index == next_ && (next_ == 0 || question.job == job_),
            "the list of another job goes on, or this one begins in the middle");
    job_ = question.job;
    next_ = question.last ? 0 : next_ + 1;
  }

  std::uint64_t per_cycle_;
  std::uint64_t stores_;
  std::uint64_t processors_;
  std::uint64_t asked_ = 0;  ///< in this cycle
  std::uint32_t next_ = 0;   ///< part of the list
  JobRef job_ = 0;
  std::set<std::tuple<std::uint32_t, std::uint32_t, StoreId, std::uint64_t>> left_;
};

}  // namespace

std::unique_ptr<PossibleAnswers> possible_for_directory(const std::vector<std::uint32_t>& config) {
  return std::make_unique<OfDirectory>(config);
}

}  // namespace gantry::campaign
