// SPDX-License-Identifier: Apache-2.0
#include "run/shared_journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "gantry/base/error.h"
#include "text/text_file.h"

namespace gantry {

SharedJournal::~SharedJournal() {
  if (file_ >= 0) close(file_);
}

void SharedJournal::fail(int problem) const {
  throw Error(
      Diagnostic{{directory_ + '/' + name_}, std::string("the file cannot be written: ") + std::strerror(problem)},
      ErrorKind::output);
}

void SharedJournal::create() {
  for (std::uint64_t number = 1; file_ < 0; ++number) {
    name_ = "checkpoint-journal-" + std::to_string(number);
    file_ = open((directory_ + '/' + name_).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) fail(errno);
  }
}

JournalPart SharedJournal::append(std::string_view journal) {
  if (file_ < 0) create();
  // At its own place: an attempt that failed half-way is written over.
  for (std::size_t at = bytes_; at < journal.size();) {
    const ssize_t wrote = pwrite(file_, journal.data() + at, journal.size() - at, static_cast<off_t>(at));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail(errno);
    at += static_cast<std::size_t>(wrote);
  }
  if (fsync(file_) != 0) fail(errno);
  digest_.add(journal.substr(bytes_));
  bytes_ = journal.size();
  return {name_, bytes_, digest_.digest()};
}

std::string read_journal(const std::string& directory, const JournalPart& part, std::string& journal) {
  const std::string of_it = "the journal of the checkpoint, " + part.file + ", is ";
  Diagnostics unreadable;
  std::optional<std::string> text = read_text_file(directory + '/' + part.file, unreadable, FileContent::bytes);
  if (!text) return of_it + "not beside it: " + unreadable.errors().front().text;
  if (text->size() < part.bytes) return of_it + "cut off";
  journal = std::move(*text);
  journal.resize(part.bytes);
  return sha256(journal) == part.digest ? "" : of_it + "damaged: its checksum is wrong";
}

}  // namespace gantry
