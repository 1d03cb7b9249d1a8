// The end of a process that lacks memory: exit code 3 and one line, also where a library
// does not survive it. HDF5, Mesa and LLVM follow null pointers or abort where an allocation fails; OpenMP
// ends the program where a thread cannot be started.
#pragma once

#include <cstddef>
#include <string>

namespace ibsim {

/// Makes faults, aborts and ends by a library look at memory first, from now on: if 64 MiB cannot be had, the
/// process ends with exit code 3 and a line that says so. Other faults end it as before.
void end_with_words_where_memory_is_short();
/// Its lifetime is the time of main(). A call of exit() within it comes from a library.
class Main {
 public:
  Main();
  ~Main();
  Main(const Main&) = delete;
  Main& operator=(const Main&) = delete;
};

/// What to say of a std::bad_alloc: "out of memory: 80 MiB more were asked for (ulimit -v is 500 MiB)".
std::string out_of_memory();

/// @throws ResourceError where a limit of the address space (ulimit -v) leaves less than that. Nothing is
/// taken.
void require_address_space(std::size_t bytes, const std::string& for_what);

} // namespace ibsim
