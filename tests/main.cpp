// SPDX-License-Identifier: Apache-2.0
// A main() of our own: the SystemC library brings one that would be linked before Catch2's.
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <systemc>

/// The SystemC library refers to it; its own main(), which prints a banner, is not used.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
