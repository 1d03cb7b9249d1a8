// The part of a stepper that knows the backend: the state, the stream, the timer, and the memory in which
// fields of frames are shown.
#pragma once

#include "grid/values_at_cells.hpp"
#include "model/time_settings.hpp"
#include "parallel/host_copies.hpp"
#include "ranks/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ibsim {

template <class B>
class FieldCopiesOn final : public FieldCopies {
 public:
  FieldCopiesOn(const Stream<B>& stream, std::size_t bytes, int slots, bool on_host)
      : stream_(stream), on_host_(on_host), copies_(stream, bytes, slots) {}
  void* begin(int slot) override { return on_host_ ? copies_.on_host(slot) : copies_.begin(stream_, slot); }
  void send(int slot) override {
    if (!on_host_) copies_.send(stream_, slot);
  }
  const void* arrived(int slot) override { return copies_.arrived(slot); }

 private:
  const Stream<B>& stream_;
  const bool on_host_;
  HostCopies<B> copies_;
};

template <class B>
class StepperOn : public Stepper {
 public:
  /// The present state. Where several ranks have its arrays, it is the clock and the population alone.
  State<B>& state() { return state_; }
  Clock& clock() final { return state_; }
  bool on_cuda() const final { return std::is_same_v<B, Cuda>; }
  void synchronize() const final { stream_.synchronize(); }
  std::vector<PhaseTime> phase_times() final { return timer_.summary(stream_); }

  StateCopy copy(StateCopy into) final {
    auto state = into ? std::static_pointer_cast<State<B>>(std::move(into)) : std::make_shared<State<B>>();
    *state = copy_state(std::move(*state));
    return state;
  }
  void go_back(const Clock& copy) final { go_back_to(static_cast<const State<B>&>(copy)); }
  void exchange(Clock& other) final { exchange_with(static_cast<State<B>&>(other)); }

  void put_into_fields(void* to, const void* values, std::size_t bytes) const final {
    if (shows_on_host())
      std::memcpy(to, values, bytes);
    else
      copy_to_device(stream_, to, values, bytes);
  }
  std::unique_ptr<FieldCopies> field_copies(std::size_t bytes, int slots) const final {
    return std::make_unique<FieldCopiesOn<B>>(stream_, bytes, slots, shows_on_host());
  }
  std::vector<real> on_host(std::size_t numbers, const std::function<void(real*)>& show) const final {
    std::vector<real> shown(shows_on_host() ? numbers : 0);
    Array<real, B> on_device(numbers - shown.size());
    show(shows_on_host() ? shown.data() : on_device.data());
    return shows_on_host() ? shown : on_device.to_host(stream_);
  }
  ValuesOfState::FluidAt fluid_at_cells(Size cells) final {
    const std::size_t numbers = 4 * static_cast<std::size_t>(cells);
    if (!shows_on_host()) {
      const auto all = std::make_shared<Array<double, B>>(numbers);
      this->fluid_field(all->data());
      return [this, all](const std::vector<Index>& some, Size stride, Size offset) {
        return values_at_cells(stream_, std::as_const(*all).data(), some, stride, offset);
      };
    }
    const auto all = std::make_shared<std::vector<double>>(numbers);
    this->fluid_field(all->data());
    return [all](const std::vector<Index>& some, Size stride, Size offset) {
      std::vector<double> values;
      values.reserve(some.size());
      for (const Index cell : some)
        values.push_back((*all)[static_cast<std::size_t>(stride * cell + offset)]);
      return values;
    };
  }

  // One rank alone, which has the whole state.

  virtual ImmersedBoundaryStep<B>& step() { of_one_rank_alone(); }
  /// Makes forces, sample sites and site velocities of step() those of the present state.
  virtual void evaluate() { of_one_rank_alone(); }
  /// The pressure at the cell centres, pg/(um us^2), mean zero.
  virtual void pressure(real*) { of_one_rank_alone(); }

 protected:
  StepperOn(const Stream<B>& stream, const TimeSettings& time)
      : stream_(stream), timer_(stream, phase_names, steps_for_the_timer(time)) {}

  /// True where fields are shown in memory of the host.
  virtual bool shows_on_host() const = 0;
  virtual State<B> copy_state(State<B> into) = 0;
  virtual void go_back_to(const State<B>& copy) = 0;
  virtual void exchange_with(State<B>& other) {
    State<B> present = copy_state({});
    go_back_to(other);
    other = std::move(present);
  }
  std::vector<Real3> vectors_on_host(VectorsView<const real> of) const {
    const auto n = static_cast<std::size_t>(of.n);
    std::vector<real> values(3 * n);
    for (int d = 0; d < 3; ++d)
      copy_to_host(stream_, values.data() + static_cast<std::size_t>(d) * n, of[d], sizeof(real) * n);
    std::vector<Real3> found;
    for (std::size_t i = 0; i < n; ++i) found.push_back({values[i], values[n + i], values[2 * n + i]});
    return found;
  }

  const Stream<B>& stream_;
  State<B> state_;
  PhaseTimer<B> timer_;

 private:
  /// On a GPU the steps of its sample are not recorded and nothing goes side by side in them: with these
  /// steps the timer takes every eighth at most.
  static std::uint64_t steps_for_the_timer(const TimeSettings& time) {
    constexpr std::uint64_t least = std::is_same_v<B, Cuda> ? 3000 : 0;
    return std::max(least, static_cast<std::uint64_t>(std::llround(time.end / time.step)));
  }
  [[noreturn]] static void of_one_rank_alone() {
    throw std::logic_error("several ranks have no step of the whole state");
  }
};

} // namespace ibsim
