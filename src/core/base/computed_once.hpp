// Values that are computed once for each key and then kept, for as long as the program runs.
#pragma once

#include <map>
#include <mutex>

namespace ibsim {

template <class Key, class Value>
class ComputedOnce {
 public:
  /// Value of this key; `compute` makes it the first time. From any thread.
  template <class Compute>
  const Value& get(const Key& key, Compute compute) {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    return found != values_.end() ? found->second : values_[key] = compute();
  }

 private:
  std::mutex mutex_;
  std::map<Key, Value> values_;
};

} // namespace ibsim
