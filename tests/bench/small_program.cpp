// SPDX-License-Identifier: Apache-2.0
// What a build is measured against (build_bench.py): it reads JSON and writes it again.
#include <iostream>
#include <nlohmann/json.hpp>

int main() {
  const auto document = nlohmann::json::parse(std::cin);
  std::cout << document.dump(2) << '\n';
}
