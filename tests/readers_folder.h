// SPDX-License-Identifier: Apache-2.0
// The folder of somebody who reads a page: the program and the experiments where the page has them, and a shell.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "catch.h"
#include "input_files.h"

namespace gantry {

struct ReadersFolder {
  ReadersFolder() {
    std::filesystem::create_directory(files.path("build"));
    std::filesystem::create_symlink(GANTRY_PROGRAM, files.path("build/gantry"));
    std::filesystem::create_directory_symlink(std::string(GANTRY_SOURCE_DIR) + "/sim", files.path("sim"));
  }
  /// What a shell prints in it, errors included.
  [[nodiscard]] std::string typed(const std::string& command) const {
    const std::string whole = "cd '" + files.path("") + "' && { " + command + "; } 2>&1";
    std::string text;
    FILE* pipe = popen(whole.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> piece{};
    for (std::size_t got = 0; (got = fread(piece.data(), 1, piece.size(), pipe)) > 0;) text.append(piece.data(), got);
    pclose(pipe);
    return text;
  }
  InputFiles files;
};

}  // namespace gantry
