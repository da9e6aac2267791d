// SPDX-License-Identifier: Apache-2.0
// Preloaded into everything that a make target calls: each program writes its file and its command line, words separated by
// tabs, as a line of $GANTRY_CALLED_PROGRAMS when it starts. audit.py reads them.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kLongest = 1024 };  // of each half; a command line is cut

__attribute__((constructor)) static void write_down(void) {
  const char* log = getenv("GANTRY_CALLED_PROGRAMS");
  if (log == NULL) return;
  char line[2 * kLongest + 2];
  ssize_t length = readlink("/proc/self/exe", line, kLongest);
  if (length <= 0) return;
  const int words = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (words < 0) return;
  line[length++] = '\t';
  const ssize_t read_in = read(words, line + length, kLongest);
  close(words);
  for (ssize_t i = 0; i < read_in; ++i) {
    char* const c = line + length + i;
    if (*c == '\n' || *c == '\t') *c = ' ';
    if (*c == '\0') *c = '\t';
  }
  if (read_in > 0) length += read_in;
  line[length++] = '\n';
  const int out = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (out < 0) return;
  // Under a file-size limit the line is lost, and not the program.
  void (*const before)(int) = signal(SIGXFSZ, SIG_IGN);
  // One call, so that lines of processes that start together do not mix.
  const ssize_t written = write(out, line, (size_t)length);
  (void)written;
  signal(SIGXFSZ, before);
  close(out);
}
