// Contract of communicator.hpp and world.hpp, for one rank on each backend, for 1 to 5 threads on cores, and
// for as many on one GPU or dealt out to all GPUs. Another kind of communicator must pass keeps_the_contract
// too. Whole runs test that of processes (tests/ibsim/commands/by_mpi.sh).
#include "backends.hpp"
#include "base/error.hpp"
#include "parallel/array.hpp"
#include "parallel/communicator.hpp"
#include "parallel/device.hpp"
#include "parallel/nccl_communicator.hpp"
#include "parallel/peer_communicator.hpp"
#include "parallel/with_cuda.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

void require(bool what, const char* otherwise) {
  if (!what) throw std::runtime_error(otherwise);
}

/// The numbers that rank `from` has for rank `to`: so many that one message goes through memory in pieces.
std::vector<int> letter(int from, int to, int part) {
  const std::size_t n = from == 1 && to == 0 && part == 0
                            ? 100'000
                            : static_cast<std::size_t>((from + 2 * to + 3 * part) % 4 * 5);
  std::vector<int> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = 1000 * from + 100 * to + 10 * part + static_cast<int>(i);
  return numbers;
}

template <class B>
void messages_arrive(const Stream<B>& stream, const Communicator<B>& all) {
  std::vector<Array<int, B>> memory;
  std::vector<Exchanged> parts;
  std::vector<std::pair<std::size_t, std::vector<int>>> expected; // where in memory, and what
  for (const int part : {0, 1})
    for (int r = 0; r < all.size(); ++r) {
      const std::vector<int> to = letter(all.rank(), r, part), from = letter(r, all.rank(), part);
      memory.emplace_back(stream, to);
      const int* const send = memory.back().data();
      expected.emplace_back(memory.size(), from);
      memory.emplace_back(stream, from.size());
      parts.push_back({r, send, to.size() * sizeof(int), memory.back().data(), from.size() * sizeof(int)});
    }
  all.exchange(stream, parts);
  for (const auto& [at, what] : expected) require(memory[at].to_host(stream) == what, "a message is wrong");
}

/// Rank r has r + 3 planes of 5 numbers of two fields.
template <class B>
void halos_are_planes_of_others(const Stream<B>& stream, const Communicator<B>& all) {
  constexpr int width = 5;
  const int ranks = all.size(), own = all.rank() + 3;
  const auto value = [](int rank, int field, int plane, int i) {
    return 1000 * rank + 100 * field + 10 * plane + i;
  };
  for (const int halo : {0, 1, 3}) {
    const int stored = own + 2 * halo;
    std::vector<int> before(static_cast<std::size_t>(2 * stored * width), -1);
    for (int field = 0; field < 2; ++field)
      for (int plane = 0; plane < own; ++plane)
        for (int i = 0; i < width; ++i)
          before[static_cast<std::size_t>((field * stored + halo + plane) * width + i)] =
              value(all.rank(), field, plane, i);
    Array<int, B> values(stream, before);
    exchange_halo(stream, all, values.data() + halo * width, width * sizeof(int), own, halo, 2,
                  sizeof(int) * width * static_cast<std::size_t>(stored));
    const std::vector<int> after = values.to_host(stream);
    const int above = (all.rank() + 1) % ranks, below = (all.rank() + ranks - 1) % ranks;
    for (int field = 0; field < 2; ++field)
      for (int plane = -halo; plane < own + halo; ++plane)
        for (int i = 0; i < width; ++i)
          require(after[static_cast<std::size_t>((field * stored + halo + plane) * width + i)] ==
                      (plane < 0      ? value(below, field, below + 3 + plane, i)
                       : plane >= own ? value(above, field, plane - own, i)
                                      : value(all.rank(), field, plane, i)),
                  "a ghost plane is wrong");
  }
  Array<int, B> few(stream, 5);
  try {
    exchange_halo(stream, all, few.data() + 2, sizeof(int), 1, 2);
    require(false, "a halo is wider than a rank");
  } catch (const std::invalid_argument&) {
  }
}

/// Every word is the sum; a real that one rank alone has keeps its bits, -0 too.
template <class B>
void words_are_added(const Stream<B>& stream, const Communicator<B>& all) {
  constexpr std::size_t n = 200'000; // more than a round of two ranks takes
  const auto rank = static_cast<std::uint64_t>(all.rank()), ranks = static_cast<std::uint64_t>(all.size());
  std::vector<std::uint64_t> words(n);
  for (std::size_t i = 0; i < n; ++i) {
    const real odd = i % 7 == 0 ? -0.0 : -1 / (static_cast<real>(i) + 0.3);
    words[i] =
        i % 2 == 0 ? i * (rank + 1) << 40 : (i / 2 % ranks == rank ? std::bit_cast<std::uint64_t>(odd) : 0);
  }
  Array<std::uint64_t, B> values(stream, words);
  all.add_words(stream, values.data(), n);
  const std::vector<std::uint64_t> found = values.to_host(stream);
  for (std::size_t i = 0; i < n; ++i) {
    const real odd = i % 7 == 0 ? -0.0 : -1 / (static_cast<real>(i) + 0.3);
    require(found[i] ==
                (i % 2 == 0 ? i * (ranks * (ranks + 1) / 2) << 40 : std::bit_cast<std::uint64_t>(odd)),
            "a sum of words is wrong");
  }
}

template <class B>
void all_have_what_all_have(const Stream<B>& stream, const Communicator<B>& all) {
  std::vector<std::size_t> sizes;
  std::vector<int> expected;
  for (int r = 0; r < all.size(); ++r) {
    sizes.push_back(sizeof(int) * letter(r, 1, 0).size());
    for (const int number : letter(r, 1, 0)) expected.push_back(number);
  }
  const Array<int, B> mine(stream, letter(all.rank(), 1, 0));
  Array<int, B> found(stream, expected.size());
  gather(stream, all, mine.data(), found.data(), sizes);
  require(found.to_host(stream) == expected, "what was gathered is wrong");
  Array<int, B> told(stream, std::vector<int>{all.rank() + 7, all.rank()});
  broadcast(stream, all, told.data(), 2 * sizeof(int));
  require(told.to_host(stream) == std::vector<int>({7, 0}), "what was broadcast is wrong");
}

/// Of each kind the time from one call to its end, which is within that of all of them; none where nobody
/// asks, or of what is no step's.
template <class B>
void times_of_messages_are_told_apart(const Stream<B>& stream, Communicator<B>& all) {
  constexpr int steps = 5;
  PhaseTimer<B> timer(stream, message_names, steps, 8);
  Array<int, B> planes(stream, 40);
  Array<std::uint64_t, B> words(stream, std::vector<std::uint64_t>(8, 1));
  const auto speak = [&](MessagesOf what) {
    std::vector<Exchanged> parts;
    for (int r = 0; r < all.size(); ++r)
      parts.push_back({r, planes.data() + 4 * r, sizeof(int), planes.data() + 4 * r + 1, sizeof(int)});
    all.exchange(stream, parts, what);
  };
  stream.synchronize();
  const double begin = stream.seconds();
  for (int step = 0; step < steps; ++step) {
    timer.begin(stream);
    speak(MessagesOf::transposes);
    all.time_messages(&timer);
    exchange_halo(stream, all, planes.data() + 1, sizeof(int), 4, 1);
    all.add_words(stream, words.data(), 8, MessagesOf::sites);
    speak(MessagesOf::all_else);
    all.time_messages(nullptr);
    speak(MessagesOf::transposes);
  }
  stream.synchronize();
  const double taken = stream.seconds() - begin;
  const std::vector<PhaseTime> times = timer.summary(stream);
  require(times.size() == message_names.size() + 1, "times of all kinds of messages");
  require(times[0].mean == 0, "a time that nobody has asked for");
  require(times[1].mean > 0 && times[2].mean > 0, "no time of a message");
  require(times[1].mean + times[2].mean < taken, "messages take longer than all");
}

template <class B>
void keeps_the_contract(const Stream<B>& stream, Communicator<B>& all) {
  messages_arrive(stream, all);
  halos_are_planes_of_others(stream, all);
  words_are_added(stream, all);
  all_have_what_all_have(stream, all);
  times_of_messages_are_told_apart(stream, all);
}

/// What ranks say to each other on the host.
void talk(const World& world) {
  const std::vector<int> ranks = world.all_gather(world.rank());
  for (int r = 0; r < world.size(); ++r) require(ranks[static_cast<std::size_t>(r)] == r, "all_gather");
  require(world.any(world.rank() == world.size() - 1) && !world.any(false), "any");
  const std::string text(5000, 'x');
  require(world.broadcast(world.rank() == 0 ? text : "y") == text, "broadcast of a text");
  for (const std::size_t bytes : {std::size_t{100}, std::size_t{1} << 20}) {
    auto* const shared = reinterpret_cast<int*>(world.share(bytes));
    require(shared[world.rank()] == 0, "shared memory begins with zeros");
    world.barrier();
    shared[world.rank()] = world.rank() + 1;
    world.barrier();
    for (int r = 0; r < world.size(); ++r) require(shared[r] == r + 1, "shared memory");
  }
}

void keep_the_contract(const World& world) {
  talk(world);
  keeps_the_contract(Stream<Cpu>(), *make_host_communicator(world));
}

template <class B>
class Ranks : public BackendTest<B> {};
TYPED_TEST_SUITE(Ranks, Backends, BackendNames);

TYPED_TEST(Ranks, one_by_itself) {
  const auto self = make_self_communicator<TypeParam>();
  EXPECT_EQ(self->rank(), 0);
  EXPECT_EQ(self->size(), 1);
  talk(self->world());
  keeps_the_contract(this->stream(), *self);
}

TYPED_TEST(Ranks, streams_know_their_device) {
  EXPECT_EQ(this->stream().device(), 0);
  EXPECT_EQ(this->stream().description().find(TypeParam::name), 0u) << this->stream().description();
}

#if defined(IBSIM_WITH_CUDA)
TEST(StreamOnADevice, that_is_not_there_is_an_error) {
  EXPECT_THROW(Stream<Cuda>(99), ResourceError);
  EXPECT_THROW(Stream<Cuda>(-1), ResourceError);
}
#endif

TEST(RanksAsThreads, keep_the_contract) {
  for (const int ranks : {1, 2, 3, 4, 5}) EXPECT_NO_THROW(in_threads(ranks, keep_the_contract)) << ranks;
}

/// The first error counts, and nobody waits for ever: neither at a barrier nor within an exchange.
TEST(RanksAsThreads, end_together_when_one_fails) {
  for (const bool exchanging : {false, true}) try {
      in_threads(4, [&](const World& world) {
        const auto all = make_host_communicator(world);
        for (int i = 0;; ++i) {
          if (world.rank() == 2 && i == 100) throw InputError("the surface has folded");
          exchanging ? messages_arrive(Stream<Cpu>(), *all) : world.barrier();
        }
      });
      FAIL();
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), "the surface has folded");
    }
  EXPECT_THROW(in_threads(2,
                          [](const World& world) {
                            if (world.rank() == 0) world.barrier();
                          }),
               std::logic_error);
}

#if defined(IBSIM_WITH_CUDA)
TEST(RanksAsThreadsWithGpus, keep_the_contract) {
  if (const std::string why = why_no_cuda_device(); !why.empty()) GTEST_SKIP() << why;
  for (const int gpus : {1, 2})
    for (const int ranks : {1, 2, 3, 4, 5}) {
      if (gpus == 2 && cuda_devices() < 2) continue;
      EXPECT_NO_THROW(in_threads(ranks,
                                 [&](const World& world) {
                                   const Stream<Cuda> stream(world.rank() % gpus);
                                   const auto all = make_peer_communicator(world, stream);
                                   for (int i = 0; i < 3; ++i) keeps_the_contract(stream, *all);
                                   stream.synchronize();
                                   world.barrier(); // others have taken what they wanted
                                 }))
          << ranks << " ranks on " << gpus;
    }
}

/// What is sent is marked where the stream is: a long work before it is waited for, and so are the copies of
/// others before it is written again.
TEST(RanksAsThreadsWithGpus, send_what_their_streams_have_made) {
  if (const std::string why = why_no_cuda_device(); !why.empty()) GTEST_SKIP() << why;
  in_threads(3, [&](const World& world) {
    const Stream<Cuda> stream(cuda_devices() > 1 ? world.rank() % 2 : 0);
    const auto all = make_peer_communicator(world, stream);
    const int ranks = world.size(), next = (world.rank() + 1) % ranks, last = (world.rank() + 2) % ranks;
    const std::size_t n = 1 << 22, bytes = n * sizeof(std::uint64_t);
    Array<std::uint64_t, Cuda> mine(stream, n), theirs(stream, n);
    const std::vector<Exchanged> parts{{next, mine.data(), bytes, nullptr, 0},
                                       {last, nullptr, 0, theirs.data(), bytes}};
    // each turn is a sum of 2^22 words of all ranks, which grow by what came from the one before
    for (int turn = 0; turn < 5; ++turn) {
      copy_within_device(stream, mine.data(), theirs.data(), bytes);
      if (world.rank() == turn % ranks) {
        const std::vector<std::uint64_t> one(1, 1);
        copy_to_device(stream, mine.data() + n - 1, one.data(), sizeof(std::uint64_t));
      }
      all->add_words(stream, mine.data(), static_cast<Size>(n));
      all->exchange(stream, parts);
    }
    // what is last: w = sum over ranks of w, but that one of them has 1: 1, then 2 w + 1
    EXPECT_EQ(theirs.to_host(stream).back(), 31u);
    world.barrier();
  });
}

TEST(RanksWithNccl, keep_the_contract) {
  if (cuda_devices() < 2) GTEST_SKIP() << "there are no two GPUs";
  if (const std::string why = why_no_nccl(); !why.empty()) GTEST_SKIP() << why;
  EXPECT_NO_THROW(in_threads(2, [](const World& world) {
    const Stream<Cuda> stream(world.rank());
    keeps_the_contract(stream, *make_nccl_communicator(world, stream));
    stream.synchronize();
  }));
}
#endif

TEST(RanksAsThreads, are_as_many_as_there_may_be) {
  EXPECT_THROW(WorldMemory(0), InputError);
  EXPECT_THROW(WorldMemory(most_ranks + 1), InputError);
}

} // namespace
} // namespace ibsim
