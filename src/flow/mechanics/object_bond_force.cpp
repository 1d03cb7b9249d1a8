// The force that has bonds between objects act (object_bonds.hpp).
#include "mechanics/object_bonds.hpp"
#include "parallel/with_cuda.hpp"

#include <cmath>
#include <utility>

namespace ibsim {
namespace {

template <class B>
class ObjectBondForce final : public PairForce<B> {
 public:
  using Sites = std::span<const StructureSites<B>>;
  explicit ObjectBondForce(std::shared_ptr<NeighbourSearch<B>> search) : search_(std::move(search)) {}

  NeighbourSearch<B>* search() override { return search_.get(); }
  void add(const Stream<B>& stream, Sites all) override {
    for (const StructureSites<B>& own : all)
      for (ForceTerm<B>* const term : own.terms)
        if (auto* const bonds = dynamic_cast<ObjectBonds<B>*>(term))
          for (const StructureSites<B>& ligands : all)
            if (ligands.kind == bonds->ligand_kind()) bonds->act(stream, own, ligands, *search_);
  }
  /// The terms tell of energy and stiffness.
  std::vector<PairMeasures> measure_objects(const Stream<B>&, Sites all) override {
    return MeasuresOfObjects<B>(all).all;
  }

 private:
  std::shared_ptr<NeighbourSearch<B>> search_;
};

} // namespace

real search_beside(real area) { return 2 * std::sqrt(area); }

template <class B>
std::unique_ptr<PairForce<B>> make_object_bond_force(std::shared_ptr<NeighbourSearch<B>> search) {
  return std::make_unique<ObjectBondForce<B>>(std::move(search));
}

template std::unique_ptr<PairForce<Cpu>> make_object_bond_force(std::shared_ptr<NeighbourSearch<Cpu>>);
#if defined(IBSIM_WITH_CUDA)
template std::unique_ptr<PairForce<Cuda>> make_object_bond_force(std::shared_ptr<NeighbourSearch<Cuda>>);
#endif

} // namespace ibsim
