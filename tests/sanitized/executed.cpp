// SPDX-License-Identifier: Apache-2.0
// Notes which code a program executes, in the place of the sanitizers (`make sanitized-list`). The compiler calls in at
// the begin of every basic block. What the environment calls GANTRY_EXECUTED is a folder with a file for each program
// and library, one byte for four bytes of its code, not 0 where the call came from. All processes of a test share the
// files, so what one has noted stays, however it ends.
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace {

/// Code between two addresses.
struct Code {
  std::uintptr_t begin = 0;
  std::uintptr_t size = 0;
  unsigned char* seen = nullptr;
};

constexpr int kMost = 64;
Code codes[kMost];
std::atomic<int> known{0};
std::mutex adding;
unsigned char nowhere;

unsigned char* shared_bytes(const char* folder, const char* program, std::uintptr_t address, std::size_t size) {
  const char* slash = std::strrchr(program, '/');
  char path[4096];
  std::snprintf(path, sizeof path, "%s/%s@%zx", folder, slash ? slash + 1 : program, static_cast<std::size_t>(address));
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) return nullptr;
  void* const bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return bytes == MAP_FAILED ? nullptr : static_cast<unsigned char*>(bytes);
}

int add_code_of(dl_phdr_info* object, std::size_t /*size*/, void* wanted) {
  const std::uintptr_t from = *static_cast<std::uintptr_t*>(wanted);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || from - (object->dlpi_addr + part.p_vaddr) >= part.p_memsz) continue;
    char program[4096] = {};
    if (*object->dlpi_name) {
      std::strncpy(program, object->dlpi_name, sizeof program - 1);
    } else if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
      return 1;
    }
    Code& code = codes[known];
    code.begin = object->dlpi_addr + part.p_vaddr;
    code.size = part.p_memsz;
    const char* folder = std::getenv("GANTRY_EXECUTED");
    code.seen = folder ? shared_bytes(folder, program, part.p_vaddr, part.p_memsz / 4 + 1) : nullptr;
    ++known;
    return 1;
  }
  return 0;
}

/// The byte of code that is called from there for the first time, or in an object that is new.
unsigned char* byte_of(std::uintptr_t from) {
  for (int i = 0; i < known.load(std::memory_order_acquire); ++i) {
    const Code& code = codes[i];
    if (from - code.begin < code.size) return code.seen ? code.seen + (from - code.begin) / 4 : &nowhere;
  }
  return nullptr;
}

}  // namespace

extern "C" void __sanitizer_cov_trace_pc() {
  const auto from = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  unsigned char* byte = byte_of(from);
  if (!byte) {
    const std::lock_guard lock(adding);
    byte = byte_of(from);
    if (!byte && known < kMost) {
      std::uintptr_t wanted = from;
      dl_iterate_phdr(add_code_of, &wanted);
      byte = byte_of(from);
    }
    if (!byte) byte = &nowhere;
  }
  if (!*byte) *byte = 1;
}
