#include "renderer/gpu_buffers.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace ibsim::view {
namespace {

/// As much as one core copies before another would help.
constexpr std::size_t piece = std::size_t{1} << 20;

void copy(void* to, const void* from, std::size_t bytes) {
  const std::size_t pieces = (bytes + piece - 1) / piece;
#pragma omp parallel for schedule(static) if (pieces > 4)
  for (std::size_t i = 0; i < pieces; ++i)
    std::memcpy(static_cast<char*>(to) + i * piece, static_cast<const char*>(from) + i * piece,
                std::min(piece, bytes - i * piece));
}

} // namespace

GpuBuffer::~GpuBuffer() {
  if (left_) glDeleteSync(left_);
}

void GpuBuffer::reserve(std::size_t bytes) {
  while (glGetError() != GL_NO_ERROR) {
  }
  size_ = bytes + bytes / 4; // the next frame may have a little more
  const auto size = static_cast<GLsizeiptr>(size_);
  glNamedBufferData(on_card_, size, nullptr, GL_STREAM_DRAW);
  pinned_.reset(), pinned_ = make_buffer();
  constexpr GLbitfield how = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  glNamedBufferStorage(pinned_, size, nullptr, how | GL_CLIENT_STORAGE_BIT);
  mapped_ = glMapNamedBufferRange(pinned_, 0, size, how);
  if (glGetError() == GL_NO_ERROR && mapped_) return;
  size_ = 0;
  throw ResourceError("no memory on the card for the triangles of a picture");
}

void GpuBuffer::fill(const void* data, std::size_t bytes) {
  if (bytes == 0) return;
  if (left_) {                                // mostly long ago
    constexpr GLuint64 most = 10'000'000'000; // ns
    glClientWaitSync(left_, GL_SYNC_FLUSH_COMMANDS_BIT, most);
    glDeleteSync(std::exchange(left_, nullptr));
  }
  if (bytes > size_) reserve(bytes);
  copy(mapped_, data, bytes);
  glCopyNamedBufferSubData(pinned_, on_card_, 0, 0, static_cast<GLsizeiptr>(bytes));
  left_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

GpuMesh::GpuMesh() : array_(make_vertex_array()) {
  glVertexArrayVertexBuffer(array_, 0, vertices_.name(), 0, sizeof(Vertex));
  glVertexArrayElementBuffer(array_, triangles_.name());
  for (GLuint i = 0; i < 4; ++i) {
    glEnableVertexArrayAttrib(array_, i);
    glVertexArrayAttribBinding(array_, i, 0);
  }
  glVertexArrayAttribFormat(array_, 0, 3, GL_FLOAT, GL_FALSE, offsetof(Vertex, position));
  glVertexArrayAttribFormat(array_, 1, 3, GL_FLOAT, GL_FALSE, offsetof(Vertex, normal));
  glVertexArrayAttribFormat(array_, 2, 1, GL_FLOAT, GL_FALSE, offsetof(Vertex, value));
  glVertexArrayAttribIFormat(array_, 3, 1, GL_UNSIGNED_INT, offsetof(Vertex, kind));
}

void GpuMesh::load(const Mesh& mesh) {
  vertices_.fill(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vertex));
  triangles_.fill(mesh.triangles.data(), mesh.triangles.size() * sizeof(std::uint32_t));
  count_ = static_cast<GLsizei>(mesh.triangles.size());
}

void GpuMesh::draw(int images) const {
  if (count_ == 0) return;
  glBindVertexArray(array_);
  glDrawElementsInstanced(GL_TRIANGLES, count_, GL_UNSIGNED_INT, nullptr, images);
}

} // namespace ibsim::view
