#include "parallel/rank_watch.hpp"

#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <random>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ibsim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int most_addresses = 16, connecting_ms = 2000, all_have_come_ms = 15'000;

/// Who a rank is, and where rank 0 listens.
struct Card {
  char host[64];
  int process;
  int addresses;
  in_addr at[most_addresses]; ///< the host's own one first
  in_port_t port;             ///< as it travels
  std::uint64_t secret;       ///< a stranger that connects does not know it
};
struct Greeting {
  std::uint64_t secret;
  int rank;
};
/// What a connection carries; after it so many bytes of text.
struct Word {
  enum Kind : std::uint32_t { failed, end } kind;
  int exit_code;
  std::uint32_t bytes;
};
constexpr std::size_t most_text = 4000;

Card own_card() {
  Card card{};
  gethostname(card.host, sizeof card.host - 1);
  card.process = getpid();
  card.at[card.addresses++].s_addr = htonl(INADDR_LOOPBACK);
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) == 0) {
    for (const ifaddrs* a = all; a && card.addresses < most_addresses; a = a->ifa_next)
      if (a->ifa_addr && a->ifa_addr->sa_family == AF_INET && !(a->ifa_flags & IFF_LOOPBACK))
        card.at[card.addresses++] = reinterpret_cast<const sockaddr_in*>(a->ifa_addr)->sin_addr;
    freeifaddrs(all);
  }
  return card;
}

/// A connection that is silent because its host is gone ends after some seven seconds.
void ask_for_signs_of_life(int socket) {
  const int yes = 1, after = 3, every = 1, times = 4;
  const unsigned unanswered_ms = 7000;
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &after, sizeof after);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered_ms, sizeof unanswered_ms);
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

bool wait_for(int descriptor, short events, int ms) {
  pollfd one{descriptor, events, 0};
  int ready = 0;
  while ((ready = poll(&one, 1, ms)) < 0 && errno == EINTR) {
  }
  return ready > 0;
}

/// All of so many bytes, or false. The other side sends them at once or not at all.
bool take(int socket, void* data, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(data);
  while (bytes > 0) {
    const ssize_t now = recv(socket, to, bytes, 0);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return false;
    to += now, bytes -= static_cast<std::size_t>(now);
  }
  return true;
}
bool give(int socket, const void* data, std::size_t bytes) {
  return send(socket, data, bytes, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes);
}

/// A connection to one of the addresses, or -1.
int connected(const Card& to, bool same_host) {
  for (int i = same_host ? 0 : 1; i < to.addresses; ++i) {
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0) return -1;
    sockaddr_in address{};
    address.sin_family = AF_INET, address.sin_port = to.port, address.sin_addr = to.at[i];
    int error = connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
    if (error == EINPROGRESS && wait_for(s, POLLOUT, connecting_ms)) {
      socklen_t size = sizeof error;
      getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error == 0) {
      fcntl(s, F_SETFL, fcntl(s, F_GETFL) & ~O_NONBLOCK);
      return s;
    }
    close(s);
  }
  return -1;
}

} // namespace

struct RankWatch::Impl {
  int rank = 0;
  Say say;
  std::vector<Card> cards;
  std::vector<int> to; ///< on rank 0 the connection to each rank, on others that to rank 0; -1: none
  int stopped = -1;    ///< an eventfd
  std::atomic<bool> stopping{false}, ending{false};
  std::thread thread;

  ~Impl() {
    for (const int s : to)
      if (s >= 0) close(s);
    if (stopped >= 0) close(stopped);
  }

  /// On rank 0: takes the connections of all others.
  bool accept_all(int listening) {
    std::size_t missing = cards.size() - 1;
    const auto until = Clock::now() + std::chrono::milliseconds(all_have_come_ms);
    while (missing > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      if (left <= 0 || !wait_for(listening, POLLIN, static_cast<int>(left))) return false;
      const int s = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
      if (s < 0) continue;
      Greeting greeting{};
      if (wait_for(s, POLLIN, connecting_ms) && take(s, &greeting, sizeof greeting) &&
          greeting.secret == cards[0].secret && greeting.rank > 0 &&
          static_cast<std::size_t>(greeting.rank) < cards.size() &&
          to[static_cast<std::size_t>(greeting.rank)] < 0) {
        to[static_cast<std::size_t>(greeting.rank)] = s, --missing;
      } else {
        close(s);
      }
    }
    return true;
  }

  std::string name_of(std::size_t r) const {
    return "rank " + std::to_string(r) + " (process " + std::to_string(cards[r].process) + " on " +
           cards[r].host + ")";
  }

  void tell_all_to_end(int exit_code) {
    ending = true;
    const Word word{Word::end, exit_code, 0};
    for (const int s : to)
      if (s >= 0) give(s, &word, sizeof word);
  }
  /// Says it, and ends this process and, on rank 0, all others.
  [[noreturn]] void end(int exit_code, const std::string& message) {
    if (rank == 0) tell_all_to_end(exit_code);
    if (rank <= 1) say(message);
    _exit(exit_code);
  }

  void serve() {
    std::vector<pollfd> all{{stopped, POLLIN, 0}};
    std::vector<std::size_t> whose{0};
    for (std::size_t r = 0; r < to.size(); ++r)
      if (to[r] >= 0) all.push_back({to[r], POLLIN, 0}), whose.push_back(r);
    while (!stopping) {
      if (poll(all.data(), all.size(), -1) < 0) continue;
      for (std::size_t i = 1; i < all.size() && !stopping && !ending; ++i) {
        if (all[i].revents == 0) continue;
        Word word{};
        std::string text;
        if (take(all[i].fd, &word, sizeof word) && word.bytes <= most_text) {
          text.resize(word.bytes);
          if (word.kind == Word::end) _exit(word.exit_code);
          if (take(all[i].fd, text.data(), text.size())) end(word.exit_code, name_of(whose[i]) + ": " + text);
        }
        if (stopping || ending) break; // it went as it may
        end(3, name_of(whose[i]) +
                   " has ended without a word: it was killed (by somebody, the batch system, or its host for "
                   "want of memory), or its host was lost");
      }
    }
  }
};

RankWatch::RankWatch(const World& world, Say say) : impl_(std::make_unique<Impl>()) {
  Impl& p = *impl_;
  p.rank = world.rank(), p.say = std::move(say);
  Card own = own_card();
  int listening = -1;
  if (p.rank == 0) {
    std::random_device random;
    own.secret = std::uint64_t{random()} << 32 | random();
    listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET, address.sin_addr.s_addr = htonl(INADDR_ANY);
    socklen_t size = sizeof address;
    if (listening >= 0 && bind(listening, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
        listen(listening, most_ranks) == 0 &&
        getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size) == 0)
      own.port = address.sin_port;
  }
  p.cards = world.all_gather(own);
  p.to.assign(p.cards.size(), -1);
  bool works = p.cards[0].port != 0;
  if (works && p.rank == 0) works = p.accept_all(listening);
  if (works && p.rank > 0) {
    const Card& first = p.cards[0];
    const Greeting greeting{first.secret, p.rank};
    p.to[0] = connected(first, std::strcmp(first.host, own.host) == 0);
    works = p.to[0] >= 0 && give(p.to[0], &greeting, sizeof greeting);
  }
  if (listening >= 0) close(listening);
  if (world.any(!works)) {
    for (int& s : p.to)
      if (s >= 0) close(std::exchange(s, -1));
    return;
  }
  for (const int s : p.to)
    if (s >= 0) ask_for_signs_of_life(s);
  p.stopped = eventfd(0, EFD_CLOEXEC);
  sigset_t all, before; // signals are for the thread that runs the program
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGABRT}) sigdelset(&all, fault); // of whoever makes it
  pthread_sigmask(SIG_BLOCK, &all, &before);
  p.thread = std::thread([&p] { p.serve(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

RankWatch::~RankWatch() { stop(); }

bool RankWatch::works() const { return impl_->thread.joinable(); }
std::string RankWatch::name_of(int rank) const { return impl_->name_of(static_cast<std::size_t>(rank)); }

void RankWatch::fail(int exit_code, const std::string& message) const noexcept {
  if (!works() || impl_->rank == 0) return;
  std::vector<std::byte> all(sizeof(Word) + std::min(message.size(), most_text));
  const Word word{Word::failed, exit_code, static_cast<std::uint32_t>(all.size() - sizeof(Word))};
  std::memcpy(all.data(), &word, sizeof word);
  std::memcpy(all.data() + sizeof word, message.data(), word.bytes);
  if (give(impl_->to[0], all.data(), all.size())) std::this_thread::sleep_for(std::chrono::seconds(5));
}

void RankWatch::end_all(int exit_code) const noexcept {
  if (works()) impl_->tell_all_to_end(exit_code);
}

void RankWatch::stop() noexcept {
  if (!works()) return;
  impl_->stopping = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(impl_->stopped, &one, sizeof one);
  impl_->thread.join();
}

} // namespace ibsim
