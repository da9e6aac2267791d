// SPDX-License-Identifier: Apache-2.0
#include "blocks/campaign/block_replay.h"

#include <fstream>
#include <ostream>
#include <vector>

#include "blocks/campaign/block_pair.h"
#include "blocks/campaign/possible_inputs.h"
#include "blocks/pin_recording.h"
#include "picker/rtl_models.h"

namespace gantry::campaign {
namespace {

class Replay {
 public:
  Replay(const PinRecording& recording, const BlockModel& model, const BlockWaves& waves)
      : pair_(recording.pins(), model, recording.config(), waves), possible_(recording.pins(), recording.config()) {}

  void clock(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    // A file that somebody wrote need not name the cycles in between.
    while (goes_on() && pair_.due() < cycle) step(pair_.due(), {}, false);
    if (!goes_on()) return;
    impossible_ = possible_.wrong(inputs);
    if (impossible_.empty()) return step(cycle, inputs, unasked);
    impossible_ = "cycle " + std::to_string(cycle) + ": no block is told this: " + impossible_;
  }
  /// Empty: they are possible.
  [[nodiscard]] const std::string& impossible() const { return impossible_; }
  /// Empty: they are equal.
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  [[nodiscard]] bool goes_on() const { return difference_.empty() && impossible_.empty(); }
  void step(Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) {
    const std::vector<PinMessage>* said = pair_.clock(cycle, inputs, unasked);
    if (said != nullptr) return possible_.hear(*said);
    difference_ = "cycle " + std::to_string(cycle) + ": " + pair_.difference();
  }

  BlockPair pair_;
  PossibleInputs possible_;
  std::string impossible_;
  std::string difference_;
};

}  // namespace

int replay_block(const BlockReplay& replay, const BlockModels& models, std::ostream& out, std::ostream& errors) {
  const auto refuse = [&](const std::string& why) {
    errors << replay.file << ": " << why << '\n';
    return 2;
  };
  PinRecording recording;
  std::ifstream in(replay.file, std::ios::binary);
  const std::string wrong = in ? recording.read(in) : "cannot be read";
  if (!wrong.empty()) return refuse(wrong);
  const BlockModel* model = find_block_model(models, recording.pins(), replay.name, recording.config());
  if (model == nullptr) return refuse(no_block_model(models, recording.pins(), replay.name, recording.config()));
  const std::string impossible = PossibleInputs(recording.pins(), recording.config()).wrong_config();
  if (!impossible.empty()) return refuse(impossible);
  BlockWaves waves = replay.waves;
  bool whole = true;
  waves.on_end = [&](bool is_whole) { whole = is_whole; };
  std::string difference;
  try {
    Replay again(recording, *model, waves);
    recording.replay(
        [&](Cycle cycle, const std::vector<PinMessage>& inputs, bool unasked) { again.clock(cycle, inputs, unasked); });
    if (!again.impossible().empty()) return refuse(again.impossible());
    difference = again.difference();
  } catch (const EngineRefusal& refusal) {
    return refuse(refusal.what());
  }
  if (!whole) errors << "the waveform is not whole\n";
  out << (difference.empty() ? std::to_string(recording.cycles()) + " clocked cycles: equal" : difference) << '\n';
  return difference.empty() ? 0 : 1;
}

}  // namespace gantry::campaign
