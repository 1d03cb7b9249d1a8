// Quantities that are measured of a state, each in one file:
//
//   const auto squares = measured("squares of u_z", Joined::plane_sums, Needs::state,
//                                 []<class B>(const PartOfState<B>& part, std::size_t) { return ...; });
//   simulation.values().measure(squares)
//
// A rank finds the values of its planes, or of the objects that it lists. Values are put in the order of the
// box, or of objects, before anything is made of them. So they have the same bits for any number of ranks.
#pragma once

#include "parallel/with_cuda.hpp"
#include "ranks/part_of_state.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace ibsim {

/// How the values of all parts become those of the state.
enum class Joined {
  planes,     ///< [plane][value], in the order of the box
  plane_sums, ///< [value]: the sum over all planes, in their order; of structs of reals
  objects,    ///< [object][value] of a kind; an object's are of the nearest rank that lists it
  least       ///< [value]: the least of all ranks; of reals
};

/// Stages of a part that must be there.
enum class Needs {
  state,
  evaluation, ///< forces, sample sites and velocities of sites
  derivatives ///< derivatives of positions too
};

/// A quantity as ranks know it: its values are bytes of one plain type.
struct Quantity {
  template <class B>
  using OfPart = std::function<std::vector<std::byte>(const PartOfState<B>&, std::size_t kind)>;

  std::string name;
  Joined joined = Joined::planes;
  Needs needs = Needs::state;
  OfPart<Cpu> on_cpu;
  OfPart<Cuda> on_cuda;

  /// Values of a part, none without objects. Waits for the stream.
  template <class B>
  std::vector<std::byte> of_part(const PartOfState<B>& part, std::size_t kind) const {
    if (joined == Joined::objects && std::as_const(part.step).structure(kind).surface().objects() == 0)
      return {};
    if constexpr (std::is_same_v<B, Cpu>)
      return on_cpu(part, kind);
    else
      return on_cuda(part, kind);
  }
};

/// A number by which all processes know a quantity: it follows from the name.
using QuantityId = std::uint64_t;

/// Makes a quantity known. @throws std::logic_error if another one has the name
QuantityId add_quantity(Quantity);
const Quantity& quantity(QuantityId);

/// A quantity whose values are T, a number or a plain struct.
template <class T>
struct Measured {
  QuantityId id;
};

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
template <class T>
std::vector<T> from_bytes(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// The quantity that of_part(part, kind) finds, on either backend. All ranks call it at once.
/// @param name unique @param kind of objects, if the quantity is theirs
template <class F>
auto measured(const std::string& name, Joined joined, Needs needs, F of_part) {
  using Values = std::invoke_result_t<F, const PartOfState<Cpu>&, std::size_t>;
  const auto as_bytes = [of_part](const auto& part, std::size_t kind) {
    return bytes_of(of_part(part, kind));
  };
  Quantity made{name,
                joined,
                joined == Joined::objects && needs == Needs::state ? Needs::evaluation : needs,
                as_bytes,
                {}};
#if defined(IBSIM_WITH_CUDA)
  made.on_cuda = as_bytes;
#endif
  return Measured<typename Values::value_type>{add_quantity(std::move(made))};
}

/// The sum of each number over all n planes of the box, in their order.
std::vector<std::byte> sum_of_planes(const std::vector<std::byte>& planes, Index n);

} // namespace ibsim
