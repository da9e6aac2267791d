// SPDX-License-Identifier: Apache-2.0
#include "run/checkpoint.h"

#include <string_view>

#include "gantry/base/archive.h"
#include "gantry/base/error.h"
#include "run/versions.h"
#include "text/file_digest.h"
#include "text/text_file.h"

namespace gantry {

namespace {

constexpr std::string_view kFirstWords = "gantry checkpoint ";
constexpr std::size_t kDigits = 64;  ///< of the checksum

std::string program_version() { return versions().front().second; }

std::string first_line() {
  return std::string(kFirstWords) + std::to_string(kCheckpointVersion) + ' ' + program_version() + '\n';
}

std::string engines_text(const std::string& engines) {
  return engines.empty() ? "the model's engines alone" : "the engines " + engines;
}

void archive(Checkpoint& checkpoint, Archive& file) {
  file.section("checkpoint");
  file(checkpoint.experiment, checkpoint.inputs, checkpoint.engines, checkpoint.cut, checkpoint.now, checkpoint.journal,
       checkpoint.shared, checkpoint.machine);
}

/// Returns what is wrong with the bytes of a file; "": nothing, and they are read.
std::string parse(std::string_view text, Checkpoint& checkpoint) {
  if (text.substr(0, kFirstWords.size()) != kFirstWords) return "this is no checkpoint";
  const std::string line = first_line();
  const std::string_view own = text.substr(0, text.find('\n') + 1);
  if (own != line) {
    return "the checkpoint is of another version: '" + std::string(own.substr(0, own.size() - (own.empty() ? 0 : 1))) +
           "' (expected '" + line.substr(0, line.size() - 1) + "')";
  }
  text.remove_prefix(own.size());
  std::uint64_t size = 0;
  if (text.size() < sizeof(size) + kDigits) return "the checkpoint is cut off";
  Archive number(text);
  number(size);
  const std::string_view sum = text.substr(sizeof(size), kDigits);
  text.remove_prefix(sizeof(size) + kDigits);
  if (text.size() < size) return "the checkpoint is cut off";
  if (text.size() > size || sha256(text) != sum) return "the checkpoint is damaged: its checksum is wrong";
  try {
    Archive file(text);
    archive(checkpoint, file);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

std::string checkpoint_name(Cycle cut) { return "checkpoint-" + std::to_string(cut); }

std::string checkpoint_text(Checkpoint& checkpoint) {
  Archive file;
  archive(checkpoint, file);
  std::uint64_t size = file.bytes().size();
  Archive number;
  number(size);
  return first_line() + number.bytes() + sha256(file.bytes()) + file.bytes();
}

std::optional<Checkpoint> read_checkpoint(const Checkpoints& run, Diagnostics& problems) {
  const std::optional<std::string> text = read_text_file(run.restore, problems, FileContent::bytes);
  if (!text) return std::nullopt;
  Checkpoint checkpoint;
  std::string wrong = parse(*text, checkpoint);
  if (wrong.empty() && checkpoint.experiment != run.experiment)
    wrong = "the checkpoint is of another experiment, or of one with other overrides";
  if (wrong.empty() && checkpoint.inputs != run.inputs)
    wrong = "the files that the experiment names have changed since the checkpoint";
  if (wrong.empty() && checkpoint.engines != run.engines) {
    wrong = "the checkpoint is of a run with " + engines_text(checkpoint.engines) + ", this run has " +
            engines_text(run.engines);
  }
  if (wrong.empty() && !checkpoint.shared.file.empty())
    wrong = read_journal(directory_of(run.restore), checkpoint.shared, checkpoint.journal);
  if (wrong.empty()) return checkpoint;
  problems.error({run.restore, 0, 0}, wrong);
  return std::nullopt;
}

}  // namespace gantry
