// SPDX-License-Identifier: Apache-2.0
// What most tests include, compiled once for all of them. Each still includes what it uses: lint compiles it without.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
