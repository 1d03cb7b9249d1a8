// The two halves of sort_by_key.hpp.
#include "parallel/sort_by_key.hpp"

#include "parallel/for_each.hpp"

#if defined(__CUDACC__)
#include <cub/device/device_radix_sort.cuh>
#endif

#include <algorithm>
#include <bit>
#include <utility>

namespace ibsim {

template <class B>
void fill_identity(const Stream<B>& stream, Index n, Index* identity) {
  for_each(stream, n, [=] IBSIM_KERNEL(Index i) { identity[i] = i; });
}

#if defined(__CUDACC__)

template <>
SortByKey<Cuda>::SortByKey(const Stream<Cuda>& stream, Index most_items)
    : keys_(most_items), sorted_keys_(most_items), identity_(most_items), order_(most_items) {
  fill_identity(stream, most_items, identity_.data());
  std::size_t bytes = 0; // most for all 32 bits; fewer items or bits need no more
  check_cuda(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys_.data(), sorted_keys_.data(),
                                             identity_.data(), order_.data(), most_items, 0, 32,
                                             static_cast<cudaStream_t>(stream.handle())),
             "setting up a sort");
  work_space_ = Array<std::byte, Cuda>(bytes);
}

template <>
void SortByKey<Cuda>::sort(const Stream<Cuda>& stream, Index n, std::uint32_t largest_key, int carried_bits) {
  if (n <= 0) return;
  const int end = std::max(carried_bits + 1, static_cast<int>(std::bit_width(largest_key)));
  std::size_t bytes = work_space_.size();
  check_cuda(cub::DeviceRadixSort::SortPairs(work_space_.data(), bytes, keys_.data(), sorted_keys_.data(),
                                             identity_.data(), order_.data(), n, carried_bits, end,
                                             static_cast<cudaStream_t>(stream.handle())),
             "a sort");
}

template class SortByKey<Cuda>;

#else

namespace detail {

constexpr int digits = 256; // values of 8 bits
constexpr Index most_chunks = 64, smallest_chunk = 2048;

/// One pass: a stable sort by the 8 bits from `shift` on. Each chunk of the list counts its digits; chunks of
/// one digit then have their places after each other; each chunk moves its items there. @param count
/// [most_chunks][digits]
void sort_by_digit(const Stream<Cpu>& stream, Index n, int shift, const std::uint32_t* keys,
                   const Index* items, std::uint32_t* keys_out, Index* items_out, Index* count) {
  const Index chunk = std::max(smallest_chunk, (n - 1) / most_chunks + 1), chunks = (n - 1) / chunk + 1;
  // the end of the last chunk may be past what an Index can hold
  const auto end_of = [=](Index c) { return static_cast<Index>(std::min<Size>(n, (c + Size{1}) * chunk)); };
  for_each_piece(stream, chunks, [=](Index c) {
    Index* mine = count + c * digits;
    std::fill_n(mine, digits, 0);
    for (Index i = c * chunk; i < end_of(c); ++i) ++mine[keys[i] >> shift & (digits - 1)];
  });
  Index place = 0;
  for (int digit = 0; digit < digits; ++digit)
    for (Index c = 0; c < chunks; ++c) place += std::exchange(count[c * digits + digit], place);
  for_each_piece(stream, chunks, [=](Index c) {
    Index* mine = count + c * digits;
    for (Index i = c * chunk; i < end_of(c); ++i) {
      const Index to = mine[keys[i] >> shift & (digits - 1)]++;
      keys_out[to] = keys[i];
      items_out[to] = items[i];
    }
  });
}

} // namespace detail

template <>
SortByKey<Cpu>::SortByKey(const Stream<Cpu>& stream, Index most_items)
    : keys_(most_items), sorted_keys_(most_items), identity_(most_items), order_(most_items),
      work_space_(detail::most_chunks * detail::digits * sizeof(Index) +
                  most_items * (sizeof(std::uint32_t) + sizeof(Index))) {
  fill_identity(stream, most_items, identity_.data());
}

template <>
void SortByKey<Cpu>::sort(const Stream<Cpu>& stream, Index n, std::uint32_t largest_key, int carried_bits) {
  if (n <= 0) return;
  auto* count = reinterpret_cast<Index*>(work_space_.data());
  Index* items_between = count + detail::most_chunks * detail::digits;
  auto* keys_between = reinterpret_cast<std::uint32_t*>(items_between + order_.size());
  const int passes = std::max(1, (static_cast<int>(std::bit_width(largest_key)) - carried_bits + 7) / 8);
  const std::uint32_t* keys = keys_.data();
  const Index* items = identity_.data();
  for (int pass = 0; pass < passes; ++pass) { // to and fro, so that the last pass ends in the result
    const bool to_result = (passes - pass) % 2 == 1;
    std::uint32_t* keys_out = to_result ? sorted_keys_.data() : keys_between;
    Index* items_out = to_result ? order_.data() : items_between;
    detail::sort_by_digit(stream, n, carried_bits + 8 * pass, keys, items, keys_out, items_out, count);
    keys = keys_out;
    items = items_out;
  }
}

template class SortByKey<Cpu>;

#endif

} // namespace ibsim
