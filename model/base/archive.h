// SPDX-License-Identifier: Apache-2.0
// Plain state as bytes, for checkpoints. One function per class names its state; the same function writes and reads it.
//
//   template <>
//   struct Archived<IdPool> {
//     static void members(Archive& state, IdPool& pool) { state(pool.used_, pool.free_, pool.lowest_word_); }
//   };
//
// Numbers are little-endian, in their own width. Plain structs need no Archived (gantry/base/members.h). Pointers
// cannot be archived: a class writes the number of what it points to. What a constructor derives from the configuration
// is not state. Every block begins with its name, so that a file that does not fit is refused with the name of the
// block.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/error.h"
#include "gantry/base/members.h"
#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/base/uint128.h"

namespace gantry {
inline namespace base {

struct ArchivedKinds;

class Archive {
 public:
  /// Writes.
  Archive() = default;
  /// Reads these bytes, which must outlive the archive.
  explicit Archive(std::string_view bytes) : reads_(true), left_(bytes) {}

  [[nodiscard]] bool reads() const { return reads_; }
  /// All that was written.
  [[nodiscard]] const std::string& bytes() const { return written_; }
  [[nodiscard]] bool at_end() const { return left_.empty(); }
  /// Kinds of the messages in it (gantry/network/archive_network.h); nullptr: there are none. Set by who knows them.
  void use_kinds(const ArchivedKinds& kinds) { kinds_ = &kinds; }
  [[nodiscard]] const ArchivedKinds* kinds() const { return kinds_; }

  /// Begins a block. Throws Error if another one is to be read here.
  void section(std::string_view name) {
    std::string found(name);
    (*this)(found);
    if (found != name) fail("'" + std::string(name) + "' is not where it should be");
    section_ = name;
  }

  /// Writes or reads values. Throws Error if the bytes cannot be a state of them.
  template <class... T>
  void operator()(T&... values) {
    (value(values), ...);
  }

  /// Writes the number of elements, or reads it. Throws Error if it is larger than the bytes that are left.
  std::size_t count(std::size_t now) {
    std::uint64_t elements = now;
    value(elements);
    if (reads_ && elements > left_.size()) fail("more elements than bytes");
    return as_index(elements);
  }
  /// The same where the machine fixes the number.
  void expect(std::size_t elements) {
    if (count(elements) != elements) fail("another number of elements than the machine has");
  }
  [[noreturn]] void fail(const std::string& text) const {
    throw Error("block '" + section_ + "' of the checkpoint: " + text);
  }

 private:
  template <class T>
  static constexpr bool kNumber = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, Uint128>;

  void bytes_of(void* what, std::size_t size) {
    if (!reads_) {
      written_.append(static_cast<const char*>(what), size);
      return;
    }
    if (left_.size() < size) fail("it ends too early");
    std::memcpy(what, left_.data(), size);
    left_.remove_prefix(size);
  }

  void value(bool& flag) {
    std::uint8_t byte = flag ? 1 : 0;
    bytes_of(&byte, 1);
    flag = byte != 0;
  }
  void value(std::string& text) {
    text.resize(count(text.size()));
    if (!text.empty()) bytes_of(text.data(), text.size());
  }
  void value(std::vector<bool>& flags) {
    flags.resize(count(flags.size()));
    for (std::size_t i = 0; i < flags.size(); ++i) {
      bool flag = flags[i];
      value(flag);
      flags[i] = flag;
    }
  }
  template <class T>
  void value(std::vector<T>& items) {
    const std::size_t elements = count(items.size());
    if constexpr (std::is_default_constructible_v<T>) {
      items.resize(elements);
    } else if (elements != items.size()) {
      fail("another number of elements than the machine has");
    }
    if constexpr (kNumber<T>) {
      if (items.size() * sizeof(T) > left_.size() && reads_) fail("it ends too early");
      if (!items.empty()) bytes_of(items.data(), items.size() * sizeof(T));
    } else {
      for (T& item : items) value(item);
    }
  }
  template <class T>
  void value(std::deque<T>& items) {
    items.resize(count(items.size()));
    for (T& item : items) value(item);
  }
  template <class T, std::size_t size>
  void value(std::array<T, size>& items) {
    for (T& item : items) value(item);
  }
  template <class T, std::size_t size>
  void value(T (&items)[size]) {
    for (T& item : items) value(item);
  }
  template <class T>
  void value(Ring<T>& ring) {
    const std::size_t elements = count(ring.size());
    if (reads_) {
      while (!ring.empty()) ring.drop();
      for (std::size_t i = 0; i < elements; ++i) value(ring.extend());
    } else {
      for (std::size_t i = 0; i < elements; ++i) value(ring[i]);
    }
  }
  template <class First, class Second>
  void value(std::pair<First, Second>& both) {
    (*this)(both.first, both.second);
  }
  template <class T>
  void value(std::optional<T>& item) {
    bool there = item.has_value();
    value(there);
    if (!there) return item.reset();
    if (!item) item.emplace();
    value(*item);
  }
  template <class Key, class Value>
  void value(std::map<Key, Value>& map) {
    std::vector<std::pair<Key, Value>> rows(map.begin(), map.end());
    value(rows);
    if (reads_) map = std::map<Key, Value>(rows.begin(), rows.end());
  }
  template <class T, class Order>
  void value(std::set<T, Order>& set) {
    std::vector<T> items(set.begin(), set.end());
    value(items);
    if (reads_) set = std::set<T, Order>(items.begin(), items.end());
  }
  template <class T, class Rows, class Order>
  void value(std::priority_queue<T, Rows, Order>& queue) {
    struct Open : std::priority_queue<T, Rows, Order> {
      static Rows& rows(std::priority_queue<T, Rows, Order>& of) { return of.*(&Open::c); }
    };
    value(Open::rows(queue));
  }
  template <class T>
  void value(T& of) {
    static_assert(!std::is_pointer_v<T>, "a pointer is no state");
    if constexpr (kNumber<T>) {
      bytes_of(&of, sizeof(of));
    } else if constexpr (kListed<T>) {
      Archived<T>::members(*this, of);
    } else if constexpr (!std::is_empty_v<T>) {
      visit_members(of, [this](auto&... members) { (*this)(members...); });
    }
  }

  template <class T, class = void>
  struct IsListed : std::false_type {};
  template <class T>
  struct IsListed<T, std::void_t<decltype(&Archived<T>::members)>> : std::true_type {};
  template <class T>
  static constexpr bool kListed = IsListed<T>::value;

  const ArchivedKinds* kinds_ = nullptr;
  bool reads_ = false;
  std::string written_;
  std::string_view left_;
  std::string section_ = "start";
};

static_assert(
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    true
#else
    false
#endif
    ,
    "checkpoints are little-endian");

}  // namespace base
}  // namespace gantry
