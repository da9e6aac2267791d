// SPDX-License-Identifier: Apache-2.0
#include "commands/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace gantry {

bool terminal_speaks_utf8() {
  if (isatty(STDOUT_FILENO) == 0) return false;
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    return std::strstr(value, "UTF-8") != nullptr || std::strstr(value, "utf8") != nullptr;
  }
  return false;
}

}  // namespace gantry
