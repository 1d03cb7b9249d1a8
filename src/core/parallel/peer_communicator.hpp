// The communicator of ranks that are threads of one process, each with a stream of its own on a GPU, or
// several on one: messages are copies between their memory, over what links the GPUs.
#pragma once

#include "parallel/communicator.hpp"

namespace ibsim {

/// All ranks call it, each in its own thread with its own stream. The host never waits for a GPU in its
/// operations, and no kernel for another one: it may be the same GPU. They cannot be recorded by a Graph.
/// @throws ResourceError where two of the GPUs cannot see each other's memory
std::unique_ptr<Communicator<Cuda>> make_peer_communicator(const World&, const Stream<Cuda>&);

} // namespace ibsim
