// SPDX-License-Identifier: Apache-2.0
// A section of a configuration behind a pointer. A struct of sections needs only the names of their types, so a source
// that includes it does not depend on the sections that it does not read. The file of a section's keys holds its code
// (base/section_code.h), and the struct's header declares the instantiation as extern.
#pragma once

namespace gantry {
inline namespace base {

/// Has the value semantics of a member. A section that was moved from can only be assigned or destroyed.
template <class Config>
class Section {
 public:
  Section();
  Section(const Config& config);
  Section(const Section& other);
  Section(Section&& other) noexcept;
  Section& operator=(Section other) noexcept;
  ~Section();

  [[nodiscard]] const Config& operator*() const { return *config_; }
  [[nodiscard]] Config& operator*() { return *config_; }
  [[nodiscard]] const Config* operator->() const { return config_; }
  [[nodiscard]] Config* operator->() { return config_; }

 private:
  Config* config_;  ///< owned
};

}  // namespace base
}  // namespace gantry
