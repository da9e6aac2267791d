// SPDX-License-Identifier: Apache-2.0
#include "output/output_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace gantry {

OutputFile::OutputFile(OutputPlace place) : place_(std::move(place)) {
  if (!on() || place_.kept != nullptr) return;
  errno = 0;
  file_ = std::fopen(place_.path.c_str(), "wb");
  if (file_ == nullptr) {
    error_ = errno != 0 ? errno : EIO;
    return;
  }
  // The pieces are large already. A second buffer would only delay the error of a full disk.
  std::setvbuf(file_, nullptr, _IONBF, 0);
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void OutputFile::flush() {
  if (place_.kept != nullptr) place_.kept->append(text_.data(), text_.size());
  if (file_ != nullptr && error_ == 0 && text_.size() > 0) {
    errno = 0;
    if (std::fwrite(text_.data(), 1, text_.size(), file_) != text_.size()) error_ = errno != 0 ? errno : EIO;
  }
  flushed_ += text_.size();
  text_.clear();
}

void OutputFile::finish(Diagnostics& problems) {
  flush();
  if (file_ != nullptr) {
    errno = 0;
    if (std::fclose(file_) != 0 && error_ == 0) error_ = errno != 0 ? errno : EIO;
    file_ = nullptr;
  }
  if (error_ == 0 || reported_) return;
  reported_ = true;
  problems.error({place_.path, 0, 0}, "cannot be written: " + std::generic_category().message(error_));
}

void write_text(const OutputPlace& place, std::string_view text, Diagnostics& problems) {
  OutputFile file(place);
  if (file.on()) file.text().append(text);
  file.finish(problems);
}

}  // namespace gantry
