// SPDX-License-Identifier: Apache-2.0
// Preloaded into the program: the file $GANTRY_DISK holds how many bytes its disk still has, as text, for all processes
// that have it loaded. A write that does not fit is cut, as a file system does, and then there is no space left.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<std::int64_t>* left = nullptr;

/// Shared with every process that is forked.
__attribute__((constructor)) void begin() {
  const char* path = std::getenv("GANTRY_DISK");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "r");
  long bytes = 0;
  if (file == nullptr || std::fscanf(file, "%ld", &bytes) != 1) return;
  std::fclose(file);
  void* place = mmap(nullptr, sizeof(*left), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place != MAP_FAILED) left = new (place) std::atomic<std::int64_t>(bytes);
}

/// Of these bytes, how many there is room for. Pipes and the standard outputs are on no disk.
std::size_t room(int file, std::size_t bytes) {
  if (left == nullptr || file <= STDERR_FILENO || lseek(file, 0, SEEK_CUR) < 0) return bytes;
  const std::int64_t before = left->fetch_sub(static_cast<std::int64_t>(bytes));
  return static_cast<std::size_t>(std::clamp<std::int64_t>(before, 0, static_cast<std::int64_t>(bytes)));
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

ssize_t full() {
  errno = ENOSPC;
  return -1;
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* data, size_t bytes) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  const size_t fits = room(file, bytes);
  return fits == 0 && bytes > 0 ? full() : real(file, data, fits);
}

ssize_t pwrite(int file, const void* data, size_t bytes, off_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  const size_t fits = room(file, bytes);
  return fits == 0 && bytes > 0 ? full() : real(file, data, fits, at);
}

ssize_t writev(int file, const iovec* pieces, int count) {
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t wrote = write(file, pieces[i].iov_base, pieces[i].iov_len);
    if (wrote < 0) return all > 0 ? all : wrote;
    all += wrote;
    if (static_cast<size_t>(wrote) < pieces[i].iov_len) break;
  }
  return all;
}

ssize_t pwrite64(int file, const void* data, size_t bytes, off64_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  const size_t fits = room(file, bytes);
  return fits == 0 && bytes > 0 ? full() : real(file, data, fits, at);
}

size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
  static const auto real = next<size_t (*)(const void*, size_t, size_t, FILE*)>("fwrite");
  const size_t bytes = size * count;
  const size_t fits = room(fileno(file), bytes);
  if (fits == bytes) return real(data, size, count, file);
  const size_t wrote = real(data, 1, fits, file);
  errno = ENOSPC;
  return wrote / size;
}
}
