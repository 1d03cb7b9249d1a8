// Set-up of one kind of object.
#include "base/error.hpp"
#include "mechanics/membrane.hpp"

#include <cmath>

namespace ibsim {

MembraneKind make_membrane_kind(const ReferenceSurface& surface, const Skalak& law, int n_data, int n_sample,
                                const std::filesystem::path& cache_folder) {
  for (real modulus : {law.shear_modulus, law.area_modulus})
    if (!std::isfinite(modulus) || modulus < 0)
      throw InputError("the elastic moduli of a membrane must be positive or zero, not " +
                       std::to_string(modulus) + " dyn/cm");
  MembraneKind kind{
      surface, law, quasi_uniform_nodes(surface, n_data), quasi_uniform_nodes(surface, n_sample), {}};
  kind.operators = cached_rbf_operators(kind.data_nodes, kind.sample_nodes, cache_folder);
  return kind;
}

} // namespace ibsim
