// Both halves of reduce_by_key.hpp.
#include "parallel/reduce_by_key.hpp"

#include "parallel/for_each_counted.hpp"
#include "parallel/select.hpp"

#include <algorithm>

namespace ibsim {
namespace detail {

constexpr Index longest_piece = 64;

struct StartsPiece { // item i is the first of its run, or stands at a multiple of longest_piece
  const std::uint32_t* keys;
  IBSIM_HD bool operator()(Index i) const { return i % longest_piece == 0 || keys[i] != keys[i - 1]; }
};

struct StartsRun { // piece j exists, and is the first of its run
  const std::uint32_t* keys;
  const Index* piece_first;
  const Index* pieces;
  IBSIM_HD bool operator()(Index j) const {
    if (j >= *pieces) return false;
    const Index i = piece_first[j];
    return i == 0 || keys[i] != keys[i - 1];
  }
};

} // namespace detail

template <class B>
ReduceByKey<B>::ReduceByKey(const Stream<B>& stream, Index most_items, int most_columns)
    : most_items_(most_items), pieces_(stream, 1), runs_(stream, 1),
      piece_first_(most_items + std::size_t{1}), run_first_piece_(most_items + std::size_t{1}),
      unique_keys_(most_items), partial_sums_(static_cast<std::size_t>(most_columns) * most_items) {
  work_space_ = Array<std::byte, B>(std::max(select_work_space(stream, most_items, detail::StartsPiece{}),
                                             select_work_space(stream, most_items, detail::StartsRun{})));
}

template <class B>
void ReduceByKey<B>::find_runs(const Stream<B>& stream, Index n, const std::uint32_t* keys) {
  n_ = n;
  if (n <= 0) return runs_.zero(stream);
  Index *pieces = pieces_.data(), *runs = runs_.data();
  Index *piece_first = piece_first_.data(), *run_first_piece = run_first_piece_.data();
  std::uint32_t* unique_keys = unique_keys_.data();
  select(stream, n, detail::StartsPiece{keys}, piece_first, pieces, work_space_);
  select(stream, n, detail::StartsRun{keys, piece_first, pieces}, run_first_piece, runs, work_space_);
  for_each_counted(stream, n, runs, [=] IBSIM_KERNEL(Index r) {
    if (r == 0) {
      piece_first[*pieces] = n;
      run_first_piece[*runs] = *pieces;
    }
    unique_keys[r] = keys[piece_first[run_first_piece[r]]];
  });
}

template <class B>
void ReduceByKey<B>::sum(const Stream<B>& stream, int columns, const real* values, real* sums) {
  const Index *pieces = pieces_.data(), *runs = runs_.data(), *piece_first = piece_first_.data(),
              *run_first_piece = run_first_piece_.data();
  real* partial_sums = partial_sums_.data();
  const std::size_t most = most_items_;
  if (n_ <= 0) return;
  for_each_counted(stream, n_, pieces, [=] IBSIM_KERNEL(Index j) {
    const Index first = piece_first[j], last = piece_first[j + 1];
    for (int c = 0; c < columns; ++c) {
      real total = 0;
      for (Index i = first; i < last; ++i) total += values[c * most + i];
      partial_sums[c * most + j] = total;
    }
  });
  for_each_counted(stream, n_, runs, [=] IBSIM_KERNEL(Index r) {
    const Index first = run_first_piece[r], last = run_first_piece[r + 1];
    for (int c = 0; c < columns; ++c) {
      real total = 0;
      for (Index j = first; j < last; ++j) total += partial_sums[c * most + j];
      sums[c * most + r] = total;
    }
  });
}

template class ReduceByKey<ThisBackend>;

} // namespace ibsim
