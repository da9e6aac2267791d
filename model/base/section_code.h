// SPDX-License-Identifier: Apache-2.0
// The code of Section, for the one file that defines a section:
//
//   template class gantry::base::Section<HostConfig>;
#pragma once

#include <utility>

#include "gantry/base/section.h"

namespace gantry {
inline namespace base {

template <class Config>
Section<Config>::Section() : config_(new Config()) {}
template <class Config>
Section<Config>::Section(const Config& config) : config_(new Config(config)) {}
template <class Config>
Section<Config>::Section(const Section& other) : config_(new Config(*other)) {}
template <class Config>
Section<Config>::Section(Section&& other) noexcept : config_(std::exchange(other.config_, nullptr)) {}
template <class Config>
Section<Config>& Section<Config>::operator=(Section other) noexcept {
  std::swap(config_, other.config_);
  return *this;
}
template <class Config>
Section<Config>::~Section() {
  delete config_;
}

}  // namespace base
}  // namespace gantry
