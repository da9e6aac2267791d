// SPDX-License-Identifier: Apache-2.0
// File of a run between two cycles (docs/checkpoints.md): a line of text, the size and the checksum of the rest, and
// the rest: what it belongs to, and its state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/base/types.h"
#include "run/run_options.h"
#include "run/shared_journal.h"

namespace gantry {

/// Version of the file, which changes with the state of any block.
inline constexpr std::uint32_t kCheckpointVersion = 6;

struct Checkpoint {
  std::string experiment;  ///< Checkpoints::experiment
  std::string inputs;      ///< Checkpoints::inputs
  std::string engines;     ///< Checkpoints::engines
  Cycle cut = 0;           ///< all cycles up to it have run
  Cycle now = 0;           ///< the last one in which a unit ran
  std::string journal;     ///< RunJournal::bytes(); in the file: empty if it has a `shared` one
  JournalPart shared;      ///< where the journal is, if other checkpoints have it, too
  std::string machine;     ///< archive_machine()
};

/// Name of the file in the run's directory.
[[nodiscard]] std::string checkpoint_name(Cycle cut);

[[nodiscard]] std::string checkpoint_text(Checkpoint& checkpoint);

/// Reads the file `run.restore`, and its journal. Reports a file that cannot be read, that is no checkpoint, that is
/// damaged or cut off, or that another version, experiment or input has written.
[[nodiscard]] std::optional<Checkpoint> read_checkpoint(const Checkpoints& run, Diagnostics& problems);

}  // namespace gantry
