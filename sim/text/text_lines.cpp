// SPDX-License-Identifier: Apache-2.0
#include "text/text_lines.h"

#include <utility>

namespace gantry {
namespace {

constexpr std::size_t kBytesAtOnce = std::size_t{1} << 16;

/// Replaces each CRLF of `text` by a line feed.
void drop_returns(std::string& text) {
  std::size_t from = text.find('\r');
  if (from == std::string::npos) return;
  std::size_t to = from;
  for (; from < text.size(); ++from) {
    if (text[from] == '\r' && from + 1 < text.size() && text[from + 1] == '\n') continue;
    text[to++] = text[from];
  }
  text.resize(to);
}

}  // namespace

TextSource::TextSource(std::unique_ptr<std::streambuf> file) : file_(std::move(file)) {}

bool TextSource::read_more() {
  const std::size_t before = piece_.size();
  piece_.resize(before + kBytesAtOnce);
  const std::streamsize got = file_->sgetn(piece_.data() + before, static_cast<std::streamsize>(kBytesAtOnce));
  piece_.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
  return piece_.size() > before;
}

TextSource::int_type TextSource::underflow() {
  if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
  piece_ = std::exchange(kept_, {});
  const bool more = read_more();
  if (!begun_) piece_.erase(0, piece_.size() - without_mark(piece_).size());
  begun_ = true;
  if (more && !piece_.empty() && piece_.back() == '\r') {
    piece_.pop_back();
    kept_ = "\r";
  }
  drop_returns(piece_);
  if (piece_.empty()) {
    if (!kept_.empty()) return underflow();
    return traits_type::eof();
  }
  setg(piece_.data(), piece_.data(), piece_.data() + piece_.size());
  return traits_type::to_int_type(*gptr());
}

}  // namespace gantry
