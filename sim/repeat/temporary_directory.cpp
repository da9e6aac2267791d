// SPDX-License-Identifier: Apache-2.0
#include "repeat/temporary_directory.h"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace gantry {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (fs::temp_directory_path() / "gantry-repeat-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("no temporary directory", name, std::error_code(errno, std::generic_category()));
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace gantry
