// Threads beside a run that leave it the cores. How many cores the calling thread's loops take is cpu_threads
// of device.hpp: each thread has its own number, at first that of all cores.
#pragma once

namespace ibsim {

/// The most threads that may be asked for.
constexpr int most_threads = 1024;

/// The calling thread, and threads that it starts, take what others leave: less of the processor's time where
/// it is scarce (nice 5), and loops a quarter of the cores, four at most.
void leave_cores_to_others();

} // namespace ibsim
