// SPDX-License-Identifier: Apache-2.0
// The program's side: the library is looked for beside the program (build tree) and where `make install` puts it.
#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <variant>

#include "program/model_library.h"
#include "program/program_models.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "gantry_rtl.so";
/// From the program and from the Python module: in the build tree, and installed.
constexpr std::array<const char*, 4> kPlaces = {".", "../lib/gantry", "../..", "../../../gantry"};

/// The folder of the file that this code is in: the Python module's, or the program's.
fs::path own_folder() {
  Dl_info info;
  std::error_code error;
  const bool is_module = dladdr(reinterpret_cast<const void*>(&missing_models), &info) != 0 &&
                         fs::path(info.dli_fname).extension() == ".so";
  const fs::path file = is_module ? fs::absolute(info.dli_fname, error) : fs::read_symlink("/proc/self/exe", error);
  return file.parent_path();
}

using Loaded = std::variant<const ModelTables*, std::string>;

Loaded load() {
  const fs::path folder = own_folder();
  std::error_code error;
  for (const char* place : kPlaces) {
    const fs::path path = folder / place / kLibrary;
    if (!fs::exists(path, error)) continue;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return std::string("the models in Verilog cannot be loaded: ") + dlerror();
    const auto tables_of = reinterpret_cast<ModelTablesFunction*>(dlsym(library, kModelTablesName));
    const ModelTables* tables = tables_of != nullptr ? tables_of(model_layout()) : nullptr;
    if (tables != nullptr) return tables;
    return path.string() + " is of another version of the program (`make rtl` builds it again)";
  }
  return "the models in Verilog are not built (`make rtl` builds them)";
}

const Loaded& loaded() {
  static const Loaded once = load();
  return once;
}

const ModelTables& tables() {
  static const RtlModels no_pickers;
  static const NamedPickers no_named_pickers;
  static const CoreModels no_cores;
  static const BlockModels no_blocks;
  static const ModelTables none = {&no_pickers, &no_named_pickers, &no_cores, &no_blocks};
  const auto* found = std::get_if<const ModelTables*>(&loaded());
  return found != nullptr ? **found : none;
}

}  // namespace

const RtlModels& program_rtl_models() { return *tables().pickers; }
const NamedPickers& program_named_pickers() { return *tables().named_pickers; }
const CoreModels& program_core_models() { return *tables().cores; }
const BlockModels& program_block_models() { return *tables().blocks; }

std::optional<std::string> missing_models() {
  const auto* why = std::get_if<std::string>(&loaded());
  if (why == nullptr) return std::nullopt;
  return *why;
}

}  // namespace gantry
