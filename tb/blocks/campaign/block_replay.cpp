// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_replay.h"

#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "blocks/campaign/block_pair.h"
#include "blocks/campaign/possible_inputs.h"
#include "blocks/pin_recording.h"
#include "gantry/base/error.h"
#include "picker/rtl_models.h"

namespace gantry::campaign {
namespace {

class Replay {
 public:
  Replay(const PinRecording& recording, const BlockModel& model, const BlockWaves& waves)
      : recording_(recording),
        possible_(std::make_unique<PossibleInputs>(recording.pins(), recording.config())),
        pair_(recording.pins(), model, recording.config(), waves, recording.power_up()) {}

  /// Throws Error if the inputs are impossible.
  void clock(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    // A hand-written file may leave out the cycles in between.
    while (!difference_ && pair_.due() < cycle) step(pair_.due(), {}, false);
    if (difference_) return;
    try {
      possible_->check(inputs);
    } catch (const Error& error) {
      throw Error("cycle " + std::to_string(cycle) + ": no block is told this: " + error.what());
    }
    step(cycle, inputs, unasked);
  }
  void reset(Cycle cycle, const PinReset& reset) {
    while (!difference_ && pair_.due() < cycle) step(pair_.due(), {}, false);
    if (difference_) return;
    possible_ = std::make_unique<PossibleInputs>(recording_.pins(), recording_.config());
    if (!pair_.reset(cycle, reset)) differ(cycle);
  }
  [[nodiscard]] const std::optional<std::string>& difference() const { return difference_; }

 private:
  void step(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    const std::vector<PinMessage>* said = pair_.clock(cycle, inputs, unasked);
    if (said != nullptr) return possible_->hear(*said);
    differ(cycle);
  }
  void differ(Cycle cycle) { difference_ = "cycle " + std::to_string(cycle) + ": " + pair_.difference(); }

  const PinRecording& recording_;
  std::unique_ptr<PossibleInputs> possible_;  ///< first: it refuses a configuration that no block has
  BlockPair pair_;
  std::optional<std::string> difference_;
};

/// Whether both say the same.
bool is_equal(const BlockReplay& replay, const BlockModels& models, std::ostream& out, std::ostream& errors) {
  PinRecording recording;
  std::ifstream in(replay.file, std::ios::binary);
  if (!in) throw Error("cannot be read");
  recording.read(in);
  const BlockModel* model = find_block_model(models, recording.pins(), replay.name, recording.config());
  if (model == nullptr) throw Error(no_block_model(models, recording.pins(), replay.name, recording.config()));
  BlockWaves waves = replay.waves;
  bool whole = true;
  waves.on_end = [&](bool is_whole) { whole = is_whole; };
  std::optional<std::string> difference;
  {
    Replay again(recording, *model, waves);
    recording.replay(
        [&](Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) { again.clock(cycle, inputs, unasked); },
        [&](Cycle cycle, const PinReset& reset) { again.reset(cycle, reset); });
    difference = again.difference();
  }
  if (!whole) errors << "the waveform is not whole\n";
  out << (difference ? *difference : std::to_string(recording.cycles()) + " clocked cycles: equal") << '\n';
  return !difference;
}

}  // namespace

int replay_block(const BlockReplay& replay, const BlockModels& models, std::ostream& out, std::ostream& errors) {
  try {
    return is_equal(replay, models, out, errors) ? 0 : 1;
  } catch (const Error& error) {
    errors << replay.file << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace gantry::campaign
