// SIGINT, SIGTERM, and SIGHUP of a terminal that closes: the run loop ends after its step and closes its
// files; a second SIGINT or SIGTERM ends the process at once. SIGPIPE, nobody reads what the program prints:
// the loop ends too, and nothing ends at once.
#pragma once

#include <string>

namespace ibsim {

/// From now on each of the three ends the process with exit code 130: at once, until hold_interruptions.
/// main() begins with it.
void watch_for_signals_to_end();
/// The same, and SIGPIPE no longer ends the process. For commands whose files must be closed.
void watch_for_interruption();
/// What a process that is ended at once was doing, for its last line: "interrupted WHEN". @param when not
/// kept
void when_interrupted_say(const std::string& when);
/// Signals wait, also over the start of another program in this process, until they need no longer.
void let_interruptions_wait(bool);
/// From now on the first of them is only noted. For the loop, whose files must be closed.
void hold_interruptions();
/// For work that holds no files to be closed: from now on each of the three calls `clean_up`, on a thread of
/// its own, and ends the process with exit code 130. To be called before any other thread is started.
void clean_up_when_interrupted(void (*clean_up)());
/// True after a signal has been noted.
bool interruption_requested();

} // namespace ibsim
