// Who comes and who goes, decided from a population, the time and the places of objects. No backend.
#pragma once

#include "objects/listed_objects.hpp"
#include "objects/population.hpp"

#include <compare>
#include <string>
#include <vector>

namespace ibsim {

/// Steps from a look at places to the next.
constexpr std::uint64_t steps_between_looks = 8;

/// Two objects that a bond holds together.
struct BoundPair {
  std::size_t kind, slot, other_kind, other;
  friend auto operator<=>(const BoundPair&, const BoundPair&) = default;
};

struct Changes {
  bool changed = false;                ///< somebody comes, goes or is let go
  Population next;                     ///< departures without their surfaces
  std::vector<std::size_t> slots_left; ///< of the new departures
  std::vector<std::string> lines;      ///< for the log
};

class Traffic {
 public:
  struct Times {
    real now, last; ///< us; last: of the step before
  };
  /// @param is_look whether objects that wait for room may try again
  Traffic(const FlowModel&, const Population& now, Times, bool is_look);

  /// Whether anybody may come or go by the time alone.
  bool is_due() const;
  /// @param boxes of each kind that may come and go, by slot
  Changes by_times(const std::vector<std::vector<ObjectBox>>& boxes) const;
  /// True if a copy is let go by places.
  bool lets_go(const std::vector<std::vector<ObjectBox>>& boxes) const;
  /// By places too. @param bound pairs of which copies are let go together; needed where lets_go()
  /// @throws InputError if a copy has no slot
  Changes look(const std::vector<std::vector<ObjectBox>>& boxes,
               const std::vector<BoundPair>& bound = {}) const;

 private:
  using Boxes = std::vector<std::vector<ObjectBox>>;
  bool leaves_now(std::size_t kind, std::size_t slot) const;
  bool enters_now(std::size_t kind, std::size_t slot) const;
  bool is_free(const Population&, std::size_t kind, std::size_t slot) const;
  bool has_passed(const Boxes&, std::size_t kind, std::size_t slot) const;
  void let_go(Changes&, const Boxes&, const std::vector<BoundPair>&) const;
  void remove(Changes&, std::size_t kind, std::size_t slot, int through) const;
  void leave(Changes&, const Boxes&, bool by_places) const;
  std::vector<ObjectBox> enter(Changes&, const Boxes&) const;
  void copy(Changes&, const Boxes&, const std::vector<ObjectBox>& entered) const;
  bool has_room(const Changes&, const Boxes&, const std::vector<ObjectBox>& entered, const ObjectBox&,
                int inlet) const;
  std::size_t free_slot(const Changes&, std::size_t kind) const;

  const FlowModel& model_;
  const Population& now_;
  const real time_, last_;
  const bool is_look_;
};

} // namespace ibsim
