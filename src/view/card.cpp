#include "view/card.hpp"

#include "base/error.hpp"

#include <cstddef>

namespace ibsim::view {
namespace {

void fill(GLuint buffer, const void* data, std::size_t bytes) {
  while (glGetError() != GL_NO_ERROR) {
  }
  glNamedBufferData(buffer, static_cast<GLsizeiptr>(bytes), data, GL_STREAM_DRAW);
  if (glGetError() == GL_OUT_OF_MEMORY)
    throw ResourceError("no memory on the card for the triangles of a picture");
}

} // namespace

CardMesh::CardMesh() : vertices_(make_buffer()), triangles_(make_buffer()), array_(make_vertex_array()) {
  glVertexArrayVertexBuffer(array_, 0, vertices_, 0, sizeof(Vertex));
  glVertexArrayElementBuffer(array_, triangles_);
  for (GLuint i = 0; i < 4; ++i) {
    glEnableVertexArrayAttrib(array_, i);
    glVertexArrayAttribBinding(array_, i, 0);
  }
  glVertexArrayAttribFormat(array_, 0, 3, GL_FLOAT, GL_FALSE, offsetof(Vertex, position));
  glVertexArrayAttribFormat(array_, 1, 3, GL_FLOAT, GL_FALSE, offsetof(Vertex, normal));
  glVertexArrayAttribFormat(array_, 2, 1, GL_FLOAT, GL_FALSE, offsetof(Vertex, value));
  glVertexArrayAttribIFormat(array_, 3, 1, GL_UNSIGNED_INT, offsetof(Vertex, kind));
}

void CardMesh::load(const Mesh& mesh) {
  fill(vertices_, mesh.vertices.data(), mesh.vertices.size() * sizeof(Vertex));
  fill(triangles_, mesh.triangles.data(), mesh.triangles.size() * sizeof(std::uint32_t));
  count_ = static_cast<GLsizei>(mesh.triangles.size());
}

void CardMesh::draw(int images) const {
  if (count_ == 0) return;
  glBindVertexArray(array_);
  glDrawElementsInstanced(GL_TRIANGLES, count_, GL_UNSIGNED_INT, nullptr, images);
}

} // namespace ibsim::view
