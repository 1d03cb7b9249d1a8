// The communicator of ranks that have a GPU each, on one or several hosts: NVIDIA's NCCL, loaded when it is
// asked for, so that the program needs it neither to be built nor to run on one GPU.
#pragma once

#include "parallel/communicator.hpp"

#include <string>

namespace ibsim {

/// Empty if there is an NCCL on this host, else why not.
std::string why_no_nccl();

/// All ranks call it, each with the stream of a GPU of its own. Its operations may be recorded by a Graph,
/// which must go before it. @throws ResourceError where there is no NCCL (libnccl.so.2), or it fails
std::unique_ptr<Communicator<Cuda>> make_nccl_communicator(const World&, const Stream<Cuda>&);

} // namespace ibsim
