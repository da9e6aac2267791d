// SPDX-License-Identifier: Apache-2.0
// First-in-first-out queue in one block of memory. It grows during warm-up and allocates nothing afterwards.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace gantry {
inline namespace base {

template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The first element. Precondition: not empty.
  [[nodiscard]] const T& front() const { return slots_[head_]; }
  [[nodiscard]] T& front() { return slots_[head_]; }
  /// The i-th element from the front, from 0. Precondition: i < size().
  [[nodiscard]] const T& operator[](std::size_t i) const { return slots_[(head_ + i) & (capacity_ - 1)]; }
  [[nodiscard]] T& operator[](std::size_t i) { return slots_[(head_ + i) & (capacity_ - 1)]; }

  /// Appends an element. References to elements become invalid.
  void push(T value) { extend() = std::move(value); }
  /// Appends an element and returns it for the caller to fill: it may hold the content of an element that has left.
  /// Other references to elements become invalid.
  T& extend() {
    if (size_ == capacity_) grow();
    return slots_[(head_ + size_++) & (capacity_ - 1)];
  }

  /// Removes and returns the front element. Precondition: not empty.
  T pop() {
    T value = std::move(slots_[head_]);
    drop();
    return value;
  }
  /// Removes the front element. Precondition: not empty.
  void drop() {
    head_ = (head_ + 1) & (capacity_ - 1);
    --size_;
  }
  /// Removes and returns the i-th element from the front, with i moves; the others keep their order. Precondition:
  /// i < size().
  T take(std::size_t i) {
    T value = std::move((*this)[i]);
    for (; i > 0; --i) (*this)[i] = std::move((*this)[i - 1]);
    pop();
    return value;
  }

 private:
  /// Not inlined: called once in very many pushes.
  [[gnu::cold, gnu::noinline]] void grow() {
    const std::size_t capacity = capacity_ == 0 ? 8 : capacity_ * 2;
    std::vector<T> larger(capacity);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    slots_.swap(larger);
    capacity_ = capacity;
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t capacity_ = 0;  ///< 0 or a power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace base
}  // namespace gantry
