#include "walls/wall.hpp"

#include "model/flow_model.hpp"
#include "walls/tube_wall.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

class BoxWall : public Wall {
 public:
  explicit BoxWall(const Grid& grid)
      : grid_(grid), box_(grid.lengths()), has_walls_(grid.topology.y.ends == Ends::walls) {}

  bool is_within_box() const override { return false; }
  real depth(const Real3& x) const override {
    return has_walls_ ? std::min(x.y, box_.y - x.y) : std::numeric_limits<real>::infinity();
  }
  real depth_of_cell(const Int3& cell) const override { return depth({0, (cell.y + 0.5) * grid_.h, 0}); }
  bool has(const Real3&) const override { return true; }
  real volume() const override { return box_.x * box_.y * box_.z; }
  real volume_within(const Real3& low, const Real3& high) const override {
    const Real3 width = high - low;
    return width.x * width.y * width.z;
  }
  real slowest_mode() const override {
    return has_walls_ ? std::numbers::pi / box_.y : 2 * std::numbers::pi / std::max({box_.x, box_.y, box_.z});
  }
  std::vector<real> parts_of_faces(int, const Slab&) const override { return {}; }
  std::vector<WallFace> faces() const override {
    if (!has_walls_) return {};
    return {{WallFace::Form::lower, 0, 0, 0}, {WallFace::Form::upper, 0, box_.y, 0}};
  }
  /// Rows of cells.
  WallLayers layers() const override {
    const Int3 n = grid_.n;
    WallLayers found{{n.y, grid_.h, false},
                     std::vector<real>(static_cast<std::size_t>(n.y), box_.x * grid_.h * box_.z),
                     {}};
    for (int column = 0; column < n.x * n.y; ++column) found.of_columns.push_back(column / n.x);
    return found;
  }
  LayerAxis axis_near(const Real3&) const override { return {}; }

 protected:
  const Grid grid_;
  const Real3 box_;
  const bool has_walls_;
};

/// A vessel, in a periodic box or between walls, whose rows and faces are then those of the box.
class VesselWall final : public BoxWall {
 public:
  VesselWall(const Grid& grid, std::shared_ptr<const Vessel> vessel)
      : BoxWall(grid), vessel_(std::move(vessel)) {}

  bool is_within_box() const override { return true; }
  real depth(const Real3& x) const override { return -vessel_->on_grid().distance(x); }
  real depth_of_cell(const Int3& cell) const override {
    const SampledDistance& at = vessel_->sampled();
    return -at.values[at.number(cell.x, cell.y, cell.z)];
  }
  real volume() const override { return vessel_->volume_of_fluid(); }
  real volume_within(const Real3& low, const Real3& high) const override {
    return vessel_->volume_within(low, high);
  }
  real slowest_mode() const override {
    const real of_box = BoxWall::slowest_mode(), deepest = vessel_->depth();
    return deepest > 0 ? std::max(of_box, std::numbers::pi / (2 * deepest)) : of_box;
  }
  std::vector<real> parts_of_faces(int d, const Slab& slab) const override {
    return vessel_->parts_of_faces(d, slab);
  }

 private:
  std::shared_ptr<const Vessel> vessel_;
};

} // namespace

std::shared_ptr<const Wall> wall_of(const FlowModel& model) {
  if (model.has_vessel()) return std::make_shared<VesselWall>(model.grid, model.vessel);
  if (model.has_tubes()) return std::make_shared<TubeWall>(model.grid, inner_parts(model));
  return ends_of_box(model.grid);
}

std::shared_ptr<const Wall> ends_of_box(const Grid& grid) { return std::make_shared<BoxWall>(grid); }

} // namespace ibsim
