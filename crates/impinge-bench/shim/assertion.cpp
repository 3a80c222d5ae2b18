// The function that a failed assertion calls, in place of the C library's. Not together with <cassert>, which says that it
// throws nothing and is not replaced.

#include "assertion.hpp"

#include <cstdio>
#include <cstdlib>

thread_local std::jmp_buf* impinge_assertion = nullptr;

extern "C" [[noreturn]] void __assert_fail(const char* text, const char* file, unsigned line, const char*) {
  if (impinge_assertion) std::longjmp(*impinge_assertion, 1);
  std::fprintf(stderr, "%s:%u: assertion `%s' failed\n", file, line, text);
  std::abort();
}
