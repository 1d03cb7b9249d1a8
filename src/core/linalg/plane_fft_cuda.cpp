// plane_fft.hpp on the GPU, with cuFFT: all planes of a field are one batch. Fields are too far apart to be
// of the same batch: small ones go side by side, large ones, which fill the GPU, one after the other.
//
// cuFFT takes real data from multiples of 16 bytes on only. Where planes are no multiple of 16 bytes, a field
// may start between two of them, after other planes or fields, and is copied to a place of its own.
#include "linalg/cufft_plan.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/array.hpp"
#include "parallel/branches_cuda.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr std::size_t most_side_by_side = 3 << 20; ///< values of a field

/// Both ways, of one field at a time.
template <class T>
struct FieldPlans {
  CufftPlan forward, inverse;
  Array<std::byte, Cuda> work;

  FieldPlans(const detail::PlaneShape& shape) {
    const CufftLayout real_data{{shape.slow, shape.slow_step}, 1, shape.plane_step},
        modes{{shape.slow, shape.fast / 2 + 1}, 1, shape.modes()};
    const std::size_t bytes =
        std::max(forward.make({shape.slow, shape.fast}, real_data, modes, Cufft<T>::forward, shape.planes),
                 inverse.make({shape.slow, shape.fast}, modes, real_data, Cufft<T>::inverse, shape.planes));
    work = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
    forward.set_work_area(work.data()), inverse.set_work_area(work.data());
  }
};

} // namespace

template <class B, class T>
struct PlaneFft<B, T>::Plan {
  int fields;
  std::size_t field_size, field_modes;
  int side_by_side;
  std::vector<std::unique_ptr<FieldPlans<T>>> plans; ///< one a branch
  Branches branches;
  Array<T, Cuda> aligned_field; ///< where some need it

  Plan(const Stream<Cuda>& stream, Int3 n, Planes planes, int number)
      : fields(number), field_size(static_cast<std::size_t>(n.x) * n.y * n.z), field_modes(complex_size(n)),
        side_by_side(field_size % (16 / sizeof(T)) == 0 && field_size <= most_side_by_side ? number : 1),
        branches(stream, side_by_side) {
    for (int i = 0; i < side_by_side; ++i)
      plans.push_back(std::make_unique<FieldPlans<T>>(detail::plane_shape(n, planes)));
    if (Size{n.x} * n.y % (16 / sizeof(T)) != 0) aligned_field = Array<T, Cuda>(field_size);
  }
  std::size_t field_bytes() const { return field_size * sizeof(T); }
  /// f(stream, plans, field) for all fields
  template <class F>
  void for_each_field(const Stream<Cuda>& stream, F f) {
    branches.run(stream, [&](const Stream<Cuda>& branch, int i) {
      for (int field = i; field < fields; field += side_by_side)
        f(branch, *plans[static_cast<std::size_t>(i)], field);
    });
  }
};

template <class B, class T>
PlaneFft<B, T>::PlaneFft(const Stream<B>& stream, Int3 n, Planes planes, int fields)
    : plan_(std::make_unique<Plan>(stream, n, planes, fields)) {}
template <class B, class T>
PlaneFft<B, T>::~PlaneFft() = default;
template <class B, class T>
PlaneFft<B, T>::PlaneFft(PlaneFft&&) noexcept = default;

template <class B, class T>
void PlaneFft<B, T>::forward(const Stream<B>& stream, const T* in, ComplexOf<T>* out) {
  Plan& p = *plan_;
  p.for_each_field(stream, [&](const Stream<Cuda>& branch, FieldPlans<T>& plans, int f) {
    T* field = const_cast<T*>(in) + f * p.field_size;
    if (!is_aligned(field)) {
      copy_within_device(branch, p.aligned_field.data(), field, p.field_bytes());
      field = p.aligned_field.data();
    }
    plans.forward.follow(branch);
    check_cufft(Cufft<T>::run_forward(plans.forward.get(), field, cufft_raw(out + f * p.field_modes)),
                "a forward transform of planes");
  });
}

template <class B, class T>
void PlaneFft<B, T>::inverse(const Stream<B>& stream, ComplexOf<T>* in, T* out) {
  Plan& p = *plan_;
  p.for_each_field(stream, [&](const Stream<Cuda>& branch, FieldPlans<T>& plans, int f) {
    T* const field = out + f * p.field_size;
    T* const place = is_aligned(field) ? field : p.aligned_field.data();
    plans.inverse.follow(branch);
    check_cufft(Cufft<T>::run_inverse(plans.inverse.get(), cufft_raw(in + f * p.field_modes), place),
                "an inverse transform of planes");
    if (place != field) copy_within_device(branch, field, place, p.field_bytes());
  });
}

template class PlaneFft<Cuda, double>;
template class PlaneFft<Cuda, float>;

} // namespace ibsim
