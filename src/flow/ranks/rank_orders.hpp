// Orders that rank 0 gives to all ranks: a function of RankStep and its arguments. Plain arguments travel to
// processes as they are. Pointers and vectors are rank 0's; the others get null and nothing.
// To add an order, write the function and add it to OrdersOf.
#pragma once

#include "ranks/rank_step.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace ibsim {

/// An order as it travels: the number of a function in OrdersOf, the clock of the state, and its arguments.
struct Request {
  int function = -1; ///< -1: there will be no more
  std::uint64_t step = 0, interval = 0, steps_left = 0;
  real time = 0, time_step = 0, step_before = 0, step_limit = 0;
  bool has_step_before = false, apart = false;
  std::array<std::byte, 32> plain{}; ///< plain arguments, one after the other
};

/// True of arguments that travel.
template <class T>
constexpr bool is_plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// The arguments of a function.
template <class F>
struct ArgumentsOf;
template <class R, class C, class... A>
struct ArgumentsOf<R (C::*)(A...)> {
  using Tuple = std::tuple<std::decay_t<A>...>;
  static_assert(((is_plain<std::decay_t<A>> ? sizeof(std::decay_t<A>) : 0) + ... + 0) <=
                sizeof(Request::plain));
};
template <class R, class C, class... A>
struct ArgumentsOf<R (C::*)(A...) const> : ArgumentsOf<R (C::*)(A...)> {};

/// f(address, bytes, place in Request::plain) for each plain argument.
template <class Tuple, class F>
void for_plain_arguments(Tuple& arguments, F f) {
  std::size_t place = 0;
  const auto look = [&]<class T>(T& argument) {
    if constexpr (is_plain<T>) {
      f(static_cast<void*>(&argument), sizeof(T), place);
      place += sizeof(T);
    }
  };
  std::apply([&](auto&... each) { (look(each), ...); }, arguments);
}

/// Calls the function of a rank, for a clock.
template <auto function, class B, class Tuple>
auto follow(RankStep<B>& part, const Request& clock, Tuple arguments) {
  part.set_clock(clock);
  return std::apply([&](auto&... each) { return (part.*function)(std::move(each)...); }, arguments);
}

/// A function as a type, by which it is found.
template <auto function>
struct OrderOf {};

/// Functions by their numbers.
template <auto... functions>
struct OrderList {
  /// The number of a function.
  template <auto function>
  static constexpr int number() {
    int found = -1, next = 0;
    ((found = std::is_same_v<OrderOf<function>, OrderOf<functions>> ? next : found, ++next), ...);
    return found;
  }
  /// Calls the function of a request, on each rank but the first.
  template <class B>
  static void follow(RankStep<B>& part, const Request& request) {
    int next = 0;
    ((next++ == request.function ? follow_one<functions>(part, request) : void()), ...);
  }

 private:
  template <auto function, class B>
  static void follow_one(RankStep<B>& part, const Request& request) {
    typename ArgumentsOf<decltype(function)>::Tuple arguments{};
    for_plain_arguments(arguments, [&](void* argument, std::size_t bytes, std::size_t place) {
      std::memcpy(argument, request.plain.data() + place, bytes);
    });
    ibsim::follow<function>(part, request, std::move(arguments));
  }
};

template <class B, class Part = RankStep<B>>
using OrdersOf =
    OrderList<&Part::start, &Part::advance, &Part::keep, &Part::go_back, &Part::array_on_host,
              &Part::make_room_for, &Part::set_array, &Part::hash, &Part::integrals, &Part::bytes_of_quantity,
              &Part::site_velocities, &Part::motion_sums, &Part::stiffness, &Part::touches, &Part::boxes,
              &Part::change_population, &Part::keep_volumes, &Part::pair_measures, &Part::held_areas,
              &Part::template surface_field<float>, &Part::template surface_field<double>,
              &Part::template fluid_field<float>, &Part::template fluid_field<double>, &Part::velocities_at,
              &Part::site, &Part::failure, &Part::max_speed, &Part::times>;

} // namespace ibsim
