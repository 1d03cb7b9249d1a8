// VTU files as VTK 9.7 writes them, in each of its encodings, and what the format allows beside: pieces,
// comments, cells that are no tetrahedra.
#include "activation_files/mesh_file.hpp"
#include "base/error.hpp"
#include "test_folder.hpp"

#include <array>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// The arrays of two tetrahedra with a common face, in the words of a file.
struct Arrays {
  std::string points, connectivity, offsets, types, region;
};

MeshFile read_content(const std::string& content) {
  TestFolder folder;
  write_text(folder.path / "m.vtu", content);
  return read_vtu(folder.path / "m.vtu", 1);
}

std::string in_grid(const std::string& attributes, const std::string& pieces) {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" " + attributes +
         ">\n<UnstructuredGrid>" + pieces + "</UnstructuredGrid></VTKFile>";
}

std::string piece(int points, int cells, const std::string& format, const Arrays& a,
                  const char* ids = "Int64") {
  const auto array = [&](const char* type, const char* name, const std::string& content, int components = 1) {
    return std::string("<DataArray type=\"") + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
           std::to_string(components) + "\" format=\"" + format + "\">\n" + content + "\n</DataArray>";
  };
  return "<Piece NumberOfPoints=\"" + std::to_string(points) + "\" NumberOfCells=\"" + std::to_string(cells) +
         "\"><CellData>" + array("Int32", "region", a.region) + "</CellData><Points>" +
         array("Float32", "Points", a.points, 3) + "</Points><Cells>" +
         array(ids, "connectivity", a.connectivity) + array(ids, "offsets", a.offsets) +
         array("UInt8", "types", a.types) + "</Cells></Piece>";
}

void expect_two_tetrahedra(const MeshFile& file) {
  EXPECT_EQ(file.mesh.points, (std::vector<Real3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}));
  EXPECT_EQ(file.mesh.tetrahedra, (std::vector<Tetrahedron>{{{0, 1, 2, 3}}, {{1, 2, 3, 4}}}));
  EXPECT_EQ(file.cells.at("region").values, (std::vector<float>{7, 8}));
}

const Arrays ascii{"0 0 0 1 0 0 0 1 0 0 0 1 1 1 1", "0 1 2 3 1 2 3 4", "4 8", "10 10", "7 8"};

// Written by vtkXMLUnstructuredGridWriter of VTK 9.7, with headers of 32 bits.
const Arrays plain{
    "PAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAgD8AAIA/AACAPw==",
    "QAAAAAAAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAAAQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAA=",
    "EAAAAAQAAAAAAAAACAAAAAAAAAA=", "AgAAAAoK", "CAAAAAcAAAAIAAAA"};

TEST(VtuEncodings, of_vtk_are_read) {
  const std::string little = "byte_order=\"LittleEndian\" header_type=\"UInt32\"";
  expect_two_tetrahedra(read_content(in_grid(little, piece(5, 2, "ascii", ascii))));
  expect_two_tetrahedra(read_content(in_grid(little, piece(5, 2, "binary", plain))));
  expect_two_tetrahedra(read_content(in_grid(
      "byte_order=\"BigEndian\" header_type=\"UInt32\"",
      piece(5, 2, "binary",
            {"AAAAPAAAAAAAAAAAAAAAAD+AAAAAAAAAAAAAAAAAAAA/gAAAAAAAAAAAAAAAAAAAP4AAAD+AAAA/gAAAP4AAAA==",
             "AAAAQAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQ=",
             "AAAAEAAAAAAAAAAEAAAAAAAAAAg=", "AAAAAgoK", "AAAACAAAAAcAAAAI"}))));
  expect_two_tetrahedra(read_content(in_grid(
      little + " compressor=\"vtkZLibDataCompressor\"",
      piece(5, 2, "binary",
            {"AQAAAACAAAA8AAAAEwAAAA==eF5jYEAGDfYoXKx8BAYAT1YEew==",
             "AQAAAACAAABAAAAAFgAAAA==eF5jYIAARijNBKWZCYizQGkAAfAAEQ==",
             "AQAAAACAAAAQAAAADgAAAA==eF5jYYAADigNAACQAA0=", "AQAAAACAAAACAAAACgAAAA==eF7j4gIAACAAFQ==",
             "AQAAAACAAAAIAAAADgAAAA==eF5jZ2Bg4ABiAABgABA="}))));
  expect_two_tetrahedra(
      read_content(in_grid(little + " compressor=\"vtkLZ4DataCompressor\"",
                           piece(5, 2, "binary",
                                 {"AQAAAACAAAA8AAAAGAAAAA==GQABACmAPw8ADxAAAqCAPwAAgD8AAIA/",
                                  "AQAAAACAAABAAAAAHQAAAA==EwABABMBCAATAggAEwMIAA8YAAWABAAAAAAAAAA=",
                                  "AQAAAACAAAAQAAAAEgAAAA==8AEEAAAAAAAAAAgAAAAAAAAA",
                                  "AQAAAACAAAACAAAAAwAAAA==IAoK", "AQAAAACAAAAIAAAACQAAAA==gAcAAAAIAAAA"}))));
  expect_two_tetrahedra(read_content(
      in_grid(little + " compressor=\"vtkLZMADataCompressor\"",
              piece(5, 2, "binary",
                    {"AQAAAACAAAA8AAAARAAAAA==/"
                     "Td6WFoAAAFpIt42AsAUPCEBFgAuRVgS4AA7AAxdAABszlC7ADNemvvgAAD9EqjmAAEkPAooAf6QQpkN"
                     "AQAAAAABWVo=",
                     "AQAAAACAAABAAAAASAAAAA==/Td6WFoAAAFpIt42AsAYQCEBFgCbiLhZ4AA/"
                     "ABBdAABqfrsUbxtBDgFyUTnMrOUAfGqkvAABKEARWgcL"
                     "kEKZDQEAAAAAAVla",
                     "AQAAAACAAAAQAAAARAAAAA==/Td6WFoAAAFpIt42AsARECEBFgCYFqRG4AAPAAldAAIAN+HOKvloAAAAAABnHG/"
                     "rAAEhEKywrrGQQpkN"
                     "AQAAAAABWVo=",
                     "AQAAAACAAAACAAAAOAAAAA==/"
                     "Td6WFoAAAFpIt42AsAGAiEBFgBZ4FdCAQABCgoAAABrE+NbAAEWAtBhENKQQpkNAQAAAAABWVo=",
                     "AQAAAACAAAAIAAAAPAAAAA==/Td6WFoAAAFpIt42AsAMCCEBFgCe23ypAQAHBwAAAAgAAAAAn/"
                     "5TqgABHAhEYCrIkEKZDQEAAAAAAVl"
                     "a"}))));
  EXPECT_THROW(
      read_content(in_grid(little + " compressor=\"vtkOtherCompressor\"", piece(5, 2, "binary", plain))),
      InputError);
  Arrays damaged = plain;
  damaged.connectivity = "AQAAAACAAABAAAAAHQAAAA==EwABABMBCAATAggAEwMIAA8YAAWABAAA"; // LZ4, cut off
  EXPECT_THROW(
      read_content(in_grid(little + " compressor=\"vtkLZ4DataCompressor\"", piece(5, 2, "binary", damaged))),
      InputError);
}

// Base64 of 60, as 32 and as 64 bits, and then of the points: encoded apart, the header ends with padding.
// The array of one kind of cell is five bytes, which end with padding where they are encoded together.
TEST(VtuEncodings, know_where_a_header_is_encoded_apart) {
  const std::string points =
      "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AACAPwAAgD8AAIA/";
  Arrays apart = plain;
  apart.points = "PAAAAA==" + points;
  expect_two_tetrahedra(read_content(in_grid("header_type=\"UInt32\"", piece(5, 2, "binary", apart))));
  apart = {"PAAAAAAAAAA=" + points,
           "QAAAAAAAAAA=AAAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAwAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAwAAAAAA"
           "AAAEAAAAAAAAAA==",
           "EAAAAAAAAAA=BAAAAAAAAAAIAAAAAAAAAA==", "AgAAAAAAAAA=Cgo=", "CAAAAAAAAAA=BwAAAAgAAAA="};
  expect_two_tetrahedra(read_content(in_grid("header_type=\"UInt64\"", piece(5, 2, "binary", apart))));
  const Arrays one{"MAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPw==",
                   "EAAAAAAAAAABAAAAAgAAAAMAAAA=", "BAAAAAQAAAA=", "AQAAAAo=", "BAAAAAcAAAA="};
  EXPECT_EQ(
      read_content(in_grid("header_type=\"UInt32\"", piece(4, 1, "binary", one, "Int32"))).mesh.tetrahedra,
      (std::vector<Tetrahedron>{{{0, 1, 2, 3}}}));
}

TEST(VtuEncodings, may_come_in_pieces_with_comments_and_signs) {
  const std::string empty = piece(0, 0, "ascii", {"", "", "", "", ""});
  const std::string first =
      piece(4, 1, "ascii", {"0 0 0 +1.0 0 0 0 1 0 0 0 +1e0", "0 1 2 3", "4", "10", "7"});
  const std::string second = piece(4, 1, "ascii", {"1 0 0 0 1 0 0 0 1 1 1 1", "0 1 2 3", "4", "10", "8"});
  const MeshFile file = read_content(
      in_grid("", "<!-- <Piece NumberOfPoints=\"9\"> of another time -->" + empty + first + empty + second));
  ASSERT_EQ(file.mesh.vertices(), 8);
  EXPECT_EQ(file.mesh.tetrahedra, (std::vector<Tetrahedron>{{{0, 1, 2, 3}}, {{4, 5, 6, 7}}}));
  EXPECT_EQ(file.mesh.points[7], (Real3{1, 1, 1}));
  EXPECT_EQ(file.cells.at("region").values, (std::vector<float>{7, 8}));
  EXPECT_THROW(read_content(in_grid("", empty)), InputError);
  EXPECT_THROW(read_content(in_grid(
                   "", piece(4, 1, "ascii", {"0 0 0 +-1 0 0 0 1 0 0 0 1", "0 1 2 3", "4", "10", "7"}))),
               InputError);
}

TEST(VtuEncodings, leave_out_lines_and_surfaces) { // a line to a point of its own, and a face
  const MeshFile file = read_content(in_grid(
      "", piece(6, 4, "ascii",
                {ascii.points + " 2 0 0", "1 5 0 1 2 3 0 1 2 1 2 3 4", "2 6 9 13", "3 10 5 10", "9 7 9 8"})));
  EXPECT_EQ(file.mesh.tetrahedra, (std::vector<Tetrahedron>{{{0, 1, 2, 3}}, {{1, 2, 3, 4}}}));
  EXPECT_EQ(file.cells.at("region").values, (std::vector<float>{7, 8}));
  EXPECT_EQ(file.others.count, (std::map<std::string, Index>{{"lines", 1}, {"triangles", 1}}));
  EXPECT_EQ(file.others.vertices, (std::vector<unsigned char>{1, 1, 1, 0, 0, 1}));
  Arrays hexahedron{"0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1", "0 1 2 3 4 5 6 7", "8", "12", "1"};
  EXPECT_THROW(read_content(in_grid("", piece(8, 1, "ascii", hexahedron))), InputError);
}

// Each of the three diagonals of the inner octahedron is the shortest in one of these. The eight fill the
// whole: their volumes are positive and an eighth of it each, since the nodes are in the middle.
TEST(QuadraticTetrahedra, become_eight_that_fill_them) {
  const std::array<std::array<Real3, 4>, 3> corners{{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.9, 0.1, 0.5}}},
                                                     {{{0, 0, 0}, {1, 0, 0}, {0, 0.5, 0}, {1, -0.3, 0.5}}},
                                                     {{{0, 0, 0}, {1, 0, 0}, {0.9, 1, 0}, {0.1, 0.2, 0.5}}}}};
  for (const std::array<Real3, 4>& c : corners) {
    std::vector<Real3> points(c.begin(), c.end());
    for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}})
      points.push_back(0.5 * (c[static_cast<std::size_t>(a)] + c[static_cast<std::size_t>(b)]));
    const Index nodes[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    TetMesh mesh;
    mesh.points = points;
    add_quadratic_tetrahedron(nodes, points, mesh.tetrahedra);
    ASSERT_EQ(mesh.tetrahedra.size(), 8u);
    const real whole = six_volumes(mesh, {{0, 1, 2, 3}});
    for (const Tetrahedron& t : mesh.tetrahedra)
      EXPECT_NEAR(six_volumes(mesh, t), whole / 8, 1e-15); // a sum of six products of numbers below 1
  }
}

} // namespace
} // namespace ibsim
