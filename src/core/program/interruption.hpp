// SIGINT, SIGTERM, and SIGHUP of a terminal that closes: the run loop ends after its step and closes its
// files; a second SIGINT or SIGTERM, 0.2 s later or more, ends the process at once. SIGPIPE, nobody reads
// what the program prints: the loop ends too, and nothing ends at once.
#pragma once

#include <string>

namespace ibsim {

/// Makes each of the three end the process with exit code 130 from now on: at once, until hold_interruptions.
/// main() begins with it.
void watch_for_signals_to_end();
/// As above, and SIGPIPE no longer ends the process. For commands whose files must be closed.
void watch_for_interruption();
/// What a process that is ended at once was doing, for its last line: "interrupted WHEN". @param when not
/// kept
void when_interrupted_say(const std::string& when);
/// Signals wait, also over the start of another program in this process, until they need no longer.
void let_interruptions_wait(bool);
/// Lets the first of them be only noted from now on, for the loop, whose files must be closed.
void hold_interruptions();
/// Makes each of the three, for work that holds no files to be closed, call `clean_up` from now on, on a
/// thread of its own, and end the process with exit code 130. To be called before any other thread is
/// started.
void clean_up_when_interrupted(void (*clean_up)());
/// True after a signal has been noted.
bool interruption_requested();

} // namespace ibsim
