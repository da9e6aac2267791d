// SPDX-License-Identifier: Apache-2.0
// Catch2 of Debian 12 (2.13) and of Debian 13 (3.7) under one include.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
namespace Catch {
using Catch::Detail::Approx;
}
// Version 3 has it in its own namespace alone: what compiles here has to compile there.
namespace gantry {
void Approx() = delete;
}
#endif
