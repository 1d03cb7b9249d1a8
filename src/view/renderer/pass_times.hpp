// Times that the card takes for each pass of a picture, by its own clock.
#pragma once

#include "renderer/gl_objects.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ibsim::view {

inline void delete_query(GLuint n) { glDeleteQueries(1, &n); }

class PassTimes {
 public:
  PassTimes() { ended(""); }
  /// All that was asked of the card since the call before was this pass.
  void ended(const std::string& name) {
    GLuint query = 0;
    glCreateQueries(GL_TIMESTAMP, 1, &query);
    glQueryCounter(query, GL_TIMESTAMP);
    marks_.emplace_back(name, query);
  }
  /// s of each, in order; waits for the card.
  std::vector<std::pair<std::string, double>> all() const {
    std::vector<std::pair<std::string, double>> times;
    GLuint64 before = 0;
    for (const auto& [name, query] : marks_) {
      GLuint64 now = 0;
      glGetQueryObjectui64v(query, GL_QUERY_RESULT, &now);
      if (!name.empty()) times.emplace_back(name, 1e-9 * static_cast<double>(now - before));
      before = now;
    }
    return times;
  }

 private:
  std::vector<std::pair<std::string, Handle<delete_query>>> marks_;
};

} // namespace ibsim::view
