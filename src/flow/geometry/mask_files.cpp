// NIfTI-1: a header of 348 bytes (sizes, type, voxel, offset of the data), then the voxels, x fastest; gzip
// is recognised by its first bytes. TIFF stacks: uncompressed or deflated strips of 8, 16 or 32 bit, one
// image a plane. Debian's libtiff is not used: stacks that programs for images write are of these kinds, and
// others are converted in one line of Python (docs/geometry.md).
#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"
#include "files/hdf5.hpp"
#include "geometry/grid_distance.hpp"

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

namespace ibsim {
namespace {

constexpr std::uint64_t most_voxels = std::uint64_t{1} << 31;

/// All of a zlib or gzip stream. @throws InputError
std::string inflated(const char* data, std::size_t n, const std::string& name) {
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data)), stream.avail_in = static_cast<uInt>(n);
  if (inflateInit2(&stream, 15 + 32) != Z_OK) throw ResourceError(name + ": zlib cannot begin");
  std::string all;
  char part[1 << 16];
  int state = Z_OK;
  while (state == Z_OK && all.size() < 8 * most_voxels) {
    stream.next_out = reinterpret_cast<Bytef*>(part), stream.avail_out = sizeof part;
    state = inflate(&stream, Z_NO_FLUSH);
    if (state == Z_OK || state == Z_STREAM_END) all.append(part, sizeof part - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw InputError(name + ": its compressed part is damaged or cut off");
  return all;
}

/// Numbers of bytes in either order.
struct Numbers {
  std::string_view bytes;
  const std::string& name;
  bool big;
  std::uint64_t integer(std::size_t at, int size) const {
    if (at > bytes.size() || bytes.size() - at < static_cast<std::size_t>(size))
      throw InputError(name + ": ends too early: a part of it is missing");
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i)
      value = value << 8 |
              static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(big ? i : size - 1 - i)]);
    return value;
  }
  template <class T, class Bits>
  real as(std::size_t at) const {
    const Bits bits = static_cast<Bits>(integer(at, sizeof(T)));
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<real>(value);
  }
  enum class Kind { unsigned_integer, integer, floating };
  real number(std::size_t at, int size, Kind kind) const {
    if (kind == Kind::floating)
      return size == 4 ? as<float, std::uint32_t>(at) : as<double, std::uint64_t>(at);
    const std::uint64_t bits = integer(at, size);
    if (kind == Kind::unsigned_integer) return static_cast<real>(bits);
    return size == 1   ? static_cast<std::int8_t>(bits)
           : size == 2 ? static_cast<std::int16_t>(bits)
           : size == 4 ? static_cast<real>(static_cast<std::int32_t>(bits))
                       : static_cast<real>(static_cast<std::int64_t>(bits));
  }
};

void require_size(const Int3& n, const std::string& name) {
  if (n.x < 1 || n.y < 1 || n.z < 1 || std::uint64_t(n.x) * n.y * n.z > most_voxels)
    throw InputError(name + text(": has %d x %d x %d voxels", n.x, n.y, n.z));
}

VoxelMask read_nifti(std::string bytes, const std::string& name, real threshold) {
  if (bytes.size() > 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b')
    bytes = inflated(bytes.data(), bytes.size(), name);
  Numbers in{bytes, name, false};
  if (in.integer(0, 4) != 348) in.big = true;
  if (in.integer(0, 4) != 348)
    throw InputError(name + ": is no NIfTI-1 file: its header does not have 348 bytes");
  if (bytes.size() < 352) throw InputError(name + ": ends too early: a part of it is missing");
  if (bytes.compare(344, 3, "n+1") != 0)
    throw InputError(name + ": its voxels are in another file (.img); give one file, .nii or .nii.gz");
  VoxelMask mask;
  const int dimensions = static_cast<int>(in.integer(40, 2));
  for (int d = 0; d < 3; ++d) {
    mask.n[d] = static_cast<int>(in.integer(42 + 2 * static_cast<std::size_t>(d), 2));
    mask.voxel[d] = std::abs(in.number(80 + 4 * static_cast<std::size_t>(d), 4, Numbers::Kind::floating));
  }
  if (dimensions < 3 || (dimensions > 3 && in.integer(48, 2) > 1))
    throw InputError(name + ": is not a picture of three dimensions");
  require_size(mask.n, name);
  using Kind = Numbers::Kind;
  const int type = static_cast<int>(in.integer(70, 2));
  const struct {
    int code, size;
    Kind kind;
  } types[] = {{2, 1, Kind::unsigned_integer},   {4, 2, Kind::integer},           {8, 4, Kind::integer},
               {16, 4, Kind::floating},          {64, 8, Kind::floating},         {256, 1, Kind::integer},
               {512, 2, Kind::unsigned_integer}, {768, 4, Kind::unsigned_integer}};
  for (const auto& known : types) {
    if (known.code != type) continue;
    const auto first = static_cast<std::size_t>(in.number(108, 4, Kind::floating));
    const std::size_t voxels = std::size_t(mask.n.x) * mask.n.y * mask.n.z;
    in.integer(first + (voxels - 1) * known.size, known.size); // all of it is there
    for (std::size_t i = 0; i < voxels; ++i)
      mask.fluid.push_back(in.number(first + i * known.size, known.size, known.kind) > threshold);
    return mask;
  }
  throw InputError(name + text(": its voxels are of type %d, which is not a plain number", type));
}

/// A plane of a TIFF stack is added to the mask. @return the place of the next one, or 0
std::size_t add_tiff_plane(const Numbers& in, std::size_t at, VoxelMask& mask, real threshold) {
  const std::string& name = in.name;
  std::uint64_t width = 0, height = 0, bits = 1, compression = 1, samples = 1, rows = ~0ull, format = 1,
                predictor = 1;
  std::size_t offsets = 0, counts = 0, strips = 0;
  int offset_size = 4, count_size = 4;
  const int entries = static_cast<int>(in.integer(at, 2));
  for (int e = 0; e < entries; ++e) {
    const std::size_t entry = at + 2 + 12 * static_cast<std::size_t>(e);
    const auto tag = in.integer(entry, 2), type = in.integer(entry + 2, 2), count = in.integer(entry + 4, 4);
    const int size = type == 3 ? 2 : type == 4 ? 4 : 1;
    const std::size_t place =
        count * static_cast<std::uint64_t>(size) <= 4 ? entry + 8 : in.integer(entry + 8, 4);
    const auto value = [&] { return in.integer(place, size); };
    if (tag == 256) width = value();
    if (tag == 257) height = value();
    if (tag == 258) bits = value();
    if (tag == 259) compression = value();
    if (tag == 277) samples = value();
    if (tag == 278) rows = value();
    if (tag == 339) format = value();
    if (tag == 317) predictor = value();
    if (tag == 273) offsets = place, offset_size = size, strips = count;
    if (tag == 279) counts = place, count_size = size;
    if (tag == 322) throw InputError(name + ": is cut into tiles; save it in strips (docs/geometry.md)");
  }
  if (samples != 1) throw InputError(name + ": has colours; a mask has one number a voxel");
  if (predictor != 1 || (compression != 1 && compression != 8 && compression != 32946))
    throw InputError(name + text(": compressed by method %d%s, and uncompressed and deflated files are read; "
                                 "docs/geometry.md has a line of Python that converts it",
                                 static_cast<int>(compression), predictor != 1 ? " with a predictor" : ""));
  if (bits != 1 && bits != 8 && bits != 16 && bits != 32)
    throw InputError(name + text(": has %d bits a voxel", static_cast<int>(bits)));
  const Int3 n{static_cast<int>(width), static_cast<int>(height), mask.n.z + 1};
  if (mask.n.z > 0 && (mask.n.x != n.x || mask.n.y != n.y))
    throw InputError(name + text(": plane %d has %d x %d voxels, and the first %d x %d", mask.n.z, n.x, n.y,
                                 mask.n.x, mask.n.y));
  mask.n = n;
  require_size(n, name);
  const std::uint64_t of_row = (width * bits + 7) / 8;
  std::string plane;
  for (std::size_t s = 0; s < strips; ++s) {
    const auto from = in.integer(offsets + s * static_cast<std::size_t>(offset_size), offset_size);
    const auto length = counts ? in.integer(counts + s * static_cast<std::size_t>(count_size), count_size)
                               : std::min(rows, height) * of_row;
    if (from > in.bytes.size() || in.bytes.size() - from < length)
      throw InputError(name + ": ends too early: a part of it is missing");
    plane += compression == 1 ? std::string(in.bytes.substr(from, length))
                              : inflated(in.bytes.data() + from, length, name);
  }
  if (plane.size() < of_row * height) throw InputError(name + text(": plane %d is too short", n.z - 1));
  const Numbers voxels{plane, name, in.big};
  using Kind = Numbers::Kind;
  const Kind kind = format == 3 ? Kind::floating : format == 2 ? Kind::integer : Kind::unsigned_integer;
  for (std::uint64_t y = 0; y < height; ++y)
    for (std::uint64_t x = 0; x < width; ++x) {
      const std::size_t row = y * of_row;
      const real value = bits == 1 ? (static_cast<unsigned char>(plane[row + x / 8]) >> (7 - x % 8) & 1)
                                   : voxels.number(row + x * bits / 8, static_cast<int>(bits / 8),
                                                   bits == 32               ? kind
                                                   : kind == Kind::floating ? Kind::unsigned_integer
                                                                            : kind);
      mask.fluid.push_back(value > threshold);
    }
  return in.integer(at + 2 + 12 * static_cast<std::size_t>(entries), 4);
}

VoxelMask read_tiff(const std::string& bytes, const std::string& name, real threshold) {
  if (bytes.size() < 8) throw InputError(name + ": is no TIFF file");
  const Numbers in{bytes, name, bytes[0] == 'M'};
  if (in.integer(2, 2) != 42) throw InputError(name + ": is no plain TIFF file (BigTIFF is not read)");
  VoxelMask mask;
  for (std::size_t at = in.integer(4, 4); at != 0; at = add_tiff_plane(in, at, mask, threshold))
    if (mask.n.z > 100000) throw InputError(name + ": has more than 100000 planes");
  return mask;
}

VoxelMask read_mask_hdf5(const std::filesystem::path& file, real threshold) {
  const hdf5::File h5 = hdf5::File::open(file);
  const std::string name = file.string();
  if (!h5.exists("mask")) throw InputError(name + ": has neither an array \"distance\" nor \"mask\"");
  const std::vector<hsize_t> shape = h5.shape("mask");
  if (shape.size() != 3) throw InputError(name + ": \"mask\" is not an array [z][y][x]");
  VoxelMask mask;
  mask.n = {static_cast<int>(shape[2]), static_cast<int>(shape[1]), static_cast<int>(shape[0])};
  require_size(mask.n, name);
  if (h5.has_attribute("mask", "spacing")) {
    const std::vector<double> v = h5.real_attribute("mask", "spacing");
    if (v.size() == 3) mask.voxel = {v[0], v[1], v[2]};
  }
  for (const float value : h5.read_floats("mask")) mask.fluid.push_back(value > threshold);
  return mask;
}

} // namespace

VoxelMask read_mask(const std::filesystem::path& file, const Real3& voxel, real unit, real threshold) {
  const std::string name = file.string();
  const auto ends_in = [&](const std::string& ending) {
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower.ends_with(ending);
  };
  VoxelMask mask = ends_in(".nii") || ends_in(".nii.gz") ? read_nifti(read_file(file), name, threshold)
                   : ends_in(".tif") || ends_in(".tiff") ? read_tiff(read_file(file), name, threshold)
                                                         : read_mask_hdf5(file, threshold);
  for (int d = 0; d < 3; ++d) {
    mask.voxel[d] = voxel[d] > 0 ? voxel[d] : unit * mask.voxel[d];
    if (!(mask.voxel[d] > 0 && std::isfinite(mask.voxel[d])))
      throw InputError(name +
                       ": does not say how large a voxel is; give voxel, as voxel: [0.5 um, 0.5 um, 1 um]");
  }
  const auto fluid = std::count(mask.fluid.begin(), mask.fluid.end(), 1);
  if (fluid == 0 || fluid == static_cast<long>(mask.fluid.size()))
    throw InputError(
        name + text(": all voxels are %s at the threshold of %g", fluid ? "fluid" : "solid", threshold));
  return mask;
}

} // namespace ibsim
