// SPDX-License-Identifier: Apache-2.0
// Configurations drawn from their lines of keys (gantry/base/keys.h): a new key is drawn without a line of test code.
// Small values, with the ends of ranges often, so that runs are short and odd.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/keys.h"
#include "gantry/base/speed.h"

namespace gantry {

/// Integers only: the distributions of the standard library differ between platforms.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  /// 0..n-1
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(below(std::uint64_t{high} - low + 1));
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  std::uint32_t one_of(std::initializer_list<std::uint32_t> values) { return values.begin()[below(values.size())]; }
  template <class T>
  const T& element(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

/// Visits every key with its path, "dispatcher.picker.frac", of lists with N for every number. Sections of which
/// nothing is wanted are passed over.
class KeyPathVisitor : public KeyVisitor {
 protected:
  /// Of the key that is being visited.
  [[nodiscard]] std::string path(const Key& key) const {
    return (open_.empty() ? "" : open_.back()) + std::string(key.name);
  }
  virtual bool wants(const std::string& section) = 0;
  /// How many items a list has.
  virtual std::size_t count(std::size_t items) { return items; }

 private:
  bool begin_section(const Key& key) override {
    const std::string section = path(key);
    if (!wants(section)) return false;
    open_.push_back(section + '.');
    return true;
  }
  void end_section() override { open_.pop_back(); }
  std::size_t begin_list(const Key& key, std::size_t items, std::string_view /*item*/) override {
    list_ = path(key) + ".N.";
    return count(items);
  }
  bool begin_item(std::size_t /*number*/) override {
    open_.push_back(list_);
    return true;
  }
  void end_list() override {}

  std::vector<std::string> open_;
  std::string list_;
};

class RandomKeys final : public KeyPathVisitor {
 public:
  using Values = std::map<std::string, std::vector<std::uint64_t>>;
  /// `values`: from which the keys with these paths are drawn. `left`: paths of sections, numbers, flags and choices
  /// that stay as they are.
  RandomKeys(Dice& dice, Values values, std::vector<std::string> left = {})
      : dice_(dice), values_(std::move(values)), left_(std::move(left)) {
    left_.push_back("placement");  // it depends on everything else
  }

 private:
  std::uint64_t draw(const Key& key, std::uint64_t usual, KeyRange range) {
    const auto own = values_.find(path(key));
    if (own != values_.end()) return dice_.element(own->second);
    const std::uint64_t most = std::min(range.max, range.min + (key.unit == "cycles" ? 20 : 7));
    switch (dice_.below(8)) {
      case 0:
        return key.automatic ? std::uint64_t{kAutomatic} : std::min(range.max, kOdd);
      case 1:
      case 2:
        return usual;
      case 3:
        return range.min + dice_.below(most - range.min + 1);
      case 4:
        return std::min(range.max, range.min + 1);
      default:
        return range.min;
    }
  }

  void on_number(const Key& key, std::uint64_t& value, KeyRange range) override {
    if (wants(path(key))) value = draw(key, value, range);
  }
  void on_optional_number(const Key& /*key*/, std::optional<std::uint64_t>& value, KeyRange range) override {
    if (dice_.chance(30)) value = range.min + dice_.below(range.max - range.min + 1);
  }
  void on_flag(const Key& key, bool& value) override {
    if (wants(path(key))) value = dice_.chance(50);
  }
  void on_text(const Key& /*key*/, std::string& /*value*/) override {}
  void on_choice(const Key& key, std::size_t& at, const KeyNames& words) override {
    if (wants(path(key)) && dice_.chance(60)) at = dice_.below(words.size());
  }
  void on_name(const Key& /*key*/, std::string& value, const KeyNames& known, std::string_view /*kind*/) override {
    if (dice_.chance(60)) value = dice_.element(known);
  }
  void on_decimal(const Key& /*key*/, Speed& value) override {
    value.millionths = dice_.one_of({1000000, 1000000, 999999, 500000, 1500000, 70000000});
    if (dice_.chance(5)) value.millionths = 2000;
  }
  void on_numbers(const Key& /*key*/, std::vector<std::uint32_t>& /*value*/, KeyRange /*range*/) override {}
  void on_window(const Key& /*key*/, const KeyWindow& /*window*/) override {}
  void on_form(const Key& /*key*/, const KeyForm& /*form*/) override {}
  bool wants(const std::string& what) override { return std::find(left_.begin(), left_.end(), what) == left_.end(); }
  std::size_t count(std::size_t /*items*/) override { return dice_.between(1, 3); }

  static constexpr std::uint64_t kOdd = 65;

  Dice& dice_;
  Values values_;
  std::vector<std::string> left_;
};

/// Gives keys the values that they have in another configuration with the same lines: the one that it visits first.
class ResetKeys final : public KeyPathVisitor {
 public:
  /// `kept`: beginnings of paths of keys that it leaves alone.
  explicit ResetKeys(std::vector<std::string> kept) : kept_(std::move(kept)) {}
  /// From now on it gives the key with this path, or all keys of the section, the values that it has seen.
  void give(const std::string& path) {
    taking_ = false;
    given_ = path;
  }
  /// Of all sections and keys, sections before what is in them; those of sections end in a dot.
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }

 private:
  struct Value {
    std::uint64_t number = 0;
    std::optional<std::uint64_t> given;
    std::string text;
    std::vector<std::uint32_t> list;
    Speed speed;
  };

  static bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }
  [[nodiscard]] bool is_kept(const std::string& at) const {
    return std::any_of(kept_.begin(), kept_.end(), [&](const std::string& kept) { return begins(at, kept); });
  }
  template <class T>
  void exchange(const Key& key, T& value, T Value::*member) {
    const std::string at = path(key);
    if (is_kept(at)) return;
    if (taking_) {
      values_[at].*member = value;
      paths_.push_back(at);
    } else if (at == given_ || (given_.back() == '.' && begins(at, given_))) {
      value = values_.at(at).*member;
    }
  }
  void on_number(const Key& key, std::uint64_t& value, KeyRange /*range*/) override {
    exchange(key, value, &Value::number);
  }
  void on_optional_number(const Key& key, std::optional<std::uint64_t>& value, KeyRange /*range*/) override {
    exchange(key, value, &Value::given);
  }
  void on_flag(const Key& key, bool& value) override {
    std::uint64_t number = value ? 1 : 0;
    exchange(key, number, &Value::number);
    value = number != 0;
  }
  void on_text(const Key& key, std::string& value) override { exchange(key, value, &Value::text); }
  void on_choice(const Key& key, std::size_t& at, const KeyNames& /*words*/) override {
    std::uint64_t number = at;
    exchange(key, number, &Value::number);
    at = static_cast<std::size_t>(number);
  }
  void on_name(const Key& key, std::string& value, const KeyNames& /*known*/, std::string_view /*kind*/) override {
    exchange(key, value, &Value::text);
  }
  void on_decimal(const Key& key, Speed& value) override { exchange(key, value, &Value::speed); }
  void on_numbers(const Key& key, std::vector<std::uint32_t>& value, KeyRange /*range*/) override {
    exchange(key, value, &Value::list);
  }
  void on_window(const Key& /*key*/, const KeyWindow& /*window*/) override {}
  void on_form(const Key& /*key*/, const KeyForm& /*form*/) override {}
  bool wants(const std::string& section) override {
    if (taking_ && !is_kept(section + '.')) paths_.push_back(section + '.');
    return true;
  }

  std::vector<std::string> kept_;
  bool taking_ = true;
  std::string given_;
  std::map<std::string, Value> values_;
  std::vector<std::string> paths_;
};

}  // namespace gantry
