// host_copies.hpp: a copy is what memory held when it was sent, whatever the stream does to it afterwards.
#include "backends.hpp"
#include "grid/packed_points.hpp"
#include "parallel/array.hpp"
#include "parallel/host_copies.hpp"

#include <thread>

namespace ibsim {
namespace {

template <class B>
class HostCopy : public BackendTest<B> {};
TYPED_TEST_SUITE(HostCopy, Backends, BackendNames);

// Twelve rounds over three slots; each is read by another thread while the stream goes on to the next.
// Numbers up to
// 2^24 are exact in single precision.
TYPED_TEST(HostCopy, is_what_was_there) {
  using B = TypeParam;
  const Stream<B>& stream = this->stream();
  constexpr Index n = 300000;
  constexpr int slots = 3, rounds = 12;
  HostCopies<B> copies(stream, 3 * sizeof(float) * static_cast<std::size_t>(n), slots);
  std::vector<std::thread> readers(slots);
  std::vector<int> wrong(rounds, 0);
  for (int round = 0; round < rounds; ++round) {
    const int slot = round % slots;
    if (readers[static_cast<std::size_t>(slot)].joinable()) readers[static_cast<std::size_t>(slot)].join();
    std::vector<real> values(3 * static_cast<std::size_t>(n)); // all x, all y, all z
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<real>(i) + 1000.0 * round;
    const Array<real, B> points(stream, values);
    const real* const first = points.data();
    pack_points<B>(stream, vectors_view(first, n), static_cast<float*>(copies.begin(stream, slot)));
    copies.send(stream, slot);
    readers[static_cast<std::size_t>(slot)] = std::thread([&copies, &wrong, slot, round] {
      const float* const seen = static_cast<const float*>(copies.arrived(slot));
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t d = 0; d < 3; ++d)
          wrong[static_cast<std::size_t>(round)] +=
              seen[3 * i + d] != static_cast<float>(i + d * n) + 1000.0f * static_cast<float>(round);
    });
    stream.synchronize(); // before the points go
  }
  for (std::thread& reader : readers) reader.join();
  for (int round = 0; round < rounds; ++round) EXPECT_EQ(wrong[static_cast<std::size_t>(round)], 0) << round;
}

} // namespace
} // namespace ibsim
