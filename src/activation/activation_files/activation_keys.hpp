// The keys of a scenario of `kind: activation`, one entry each, bound to the fields of an ActivationScenario.
#pragma once

#include "eikonal/scenario.hpp"
#include "schema/schema.hpp"

namespace ibsim {

/// What becomes of files that a scenario names.
enum class NamedFiles {
  read,      ///< tables and lists of vertices are read, meshes must be there
  left_alone ///< they may be gone by now: of a run that is only described or compared
};

/// All keys. @param name of the file: its stem is the default of title and folder, and files that it names
/// are looked for beside it
Keys activation_keys(ActivationScenario&, const std::string& name, NamedFiles);

/// `mesh`, in activation_mesh_keys.cpp.
Key mesh_key(MeshChoice&, const std::filesystem::path& folder, NamedFiles);
/// `fibres` and `velocity`, in tissue_keys.cpp. The mesh must be read before.
Key fibres_key(ActivationScenario&, NamedFiles);
Key velocity_key(ActivationScenario&);
/// `stimuli` and `cases`, in stimulus_keys.cpp.
Key stimuli_key(std::vector<StimulusChoice>&, const std::filesystem::path& folder, NamedFiles);
Key cases_key(ActivationScenario&, const std::filesystem::path& folder, NamedFiles);

/// A file that is named in a scenario: text, not written back where it is empty.
Key path_key(const std::string& name, std::filesystem::path& field, const std::filesystem::path& folder,
             const std::string& takes, const std::string& help);

} // namespace ibsim
