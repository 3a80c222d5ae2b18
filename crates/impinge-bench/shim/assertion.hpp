// Debian builds FCL with its assertions on, and one that fails ends the process. Here it ends the query instead.

#pragma once

#include <csetjmp>

/// Where a failed assertion leads while a query is under way; null else.
extern thread_local std::jmp_buf* impinge_assertion;

/// Runs a query; `failed` if an assertion fails in it. What the query had allocated is lost then, for destructors are skipped.
template <typename Result, typename Query>
Result guarded(Result failed, Query query) {
  std::jmp_buf here;
  impinge_assertion = &here;
  if (setjmp(here) != 0) {
    impinge_assertion = nullptr;
    return failed;
  }
  const Result result = query();
  impinge_assertion = nullptr;
  return result;
}
