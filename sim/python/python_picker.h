// SPDX-License-Identifier: Apache-2.0
// `gantry pick` for Python: a picker that is asked one stimulus after the other.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "pick/run.h"

namespace gantry {

class PythonPicker {
 public:
  /// `config`: a config line, or nothing.
  PythonPicker(const std::string& config, const std::string& policy, const std::string& engine);

  /// The rounds, as `gantry pick` prints them; what is wrong is raised, with the rounds before it. With the lock of the
  /// interpreter, which it lets go while it works: one of several threads at a time.
  std::string stimulus(const std::string& text, const std::string& file);
  [[nodiscard]] PickerConfig config();

 private:
  std::mutex busy_;
  std::unique_ptr<PickSession> session_;
};

}  // namespace gantry
