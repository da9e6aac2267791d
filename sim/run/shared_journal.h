// SPDX-License-Identifier: Apache-2.0
// The journal of a run in a file beside its checkpoints, which share it: the file only grows, and each checkpoint names
// the begin of it that it needs, with its digest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/file_digest.h"

namespace gantry {

/// The begin of a journal's file.
struct JournalPart {
  std::string file;         ///< its name, without the directory; empty: the checkpoint has its journal itself
  std::uint64_t bytes = 0;  ///< that the checkpoint needs
  std::string digest;       ///< of these bytes
};

class SharedJournal {
 public:
  /// Of a run that writes into this directory.
  explicit SharedJournal(std::string directory) : directory_(std::move(directory)) {}
  ~SharedJournal();
  SharedJournal(const SharedJournal&) = delete;
  SharedJournal& operator=(const SharedJournal&) = delete;

  /// Appends what the journal has had since the last call, and returns when it is on the disk. The first call creates
  /// the file, under a name that is new in the directory. Throws Error of kind `output`; the next call then tries
  /// again.
  JournalPart append(std::string_view journal);

 private:
  void create();
  [[noreturn]] void fail(int problem) const;

  std::string directory_;
  std::string name_;
  int file_ = -1;
  std::size_t bytes_ = 0;  ///< that are on the disk
  Sha256 digest_;          ///< of them
};

/// Reads the journal of a checkpoint in `directory`. Returns what is wrong with the file; "": nothing.
[[nodiscard]] std::string read_journal(const std::string& directory, const JournalPart& part, std::string& journal);

}  // namespace gantry
