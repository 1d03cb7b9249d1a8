// Ranks as processes of this program on one host: started, watched and ended by the process that the user
// started, which does nothing else. It must not have touched a GPU before.
//
// A rank that fails says so to the others (World::fail); one that is killed cannot, and its parent does. Then
// all end: by themselves at their next look at each other, after `grace` by force. When the parent is killed,
// so are they.
#pragma once

#include "parallel/world.hpp"

#include <chrono>
#include <optional>

namespace ibsim {

struct EndOfRanks {
  int exit_code = 0;   ///< 0: all ranks have ended well
  int rank = -1;       ///< the first to fail; -1: none
  std::string message; ///< and what it has said, or what became of it
};

struct RankProcesses {
  int ranks = 1;
  std::vector<std::string> arguments; ///< of each, from argv[1] on
  /// A signal that came and is to be passed on to all ranks; 0: none. Asked again and again.
  std::function<int()> signal = nullptr;
  std::chrono::milliseconds grace{5000};
};

/// Starts the ranks and waits for them. @throws ResourceError
EndOfRanks run_in_processes(const RankProcesses&);

/// The world of a process that was started so; else nothing.
std::optional<World> world_of_this_process();

} // namespace ibsim
