#include "files/hdf5.hpp"

#include "base/error.hpp"

namespace ibsim::hdf5 {

void File::write_attribute(const std::string& object, const std::string& name, hid_t type, hid_t space,
                           hid_t memory_type, const void* data) {
  const std::string doing = "write the attribute " + name + " of " + object;
  const Id owner(checked(H5Oopen(id_, object.c_str(), H5P_DEFAULT), doing),
                 H5Oclose); // HDF5 1.10 cannot rewrite one opened by name
  const bool exists = H5Aexists(owner, name.c_str()) > 0;
  const hid_t id = exists ? H5Aopen(owner, name.c_str(), H5P_DEFAULT)
                          : H5Acreate2(owner, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT);
  const Id attribute(checked(id, doing), H5Aclose);
  if (H5Awrite(attribute, memory_type, data) < 0) fail(doing);
}

void File::set_attribute(const std::string& object, const std::string& name, const std::string& text) {
  const Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, text.size() + (text.empty() ? 1 : 0));
  H5Tset_strpad(type, H5T_STR_NULLPAD); // as VTK's own files have it
  const Id space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(object, name, type, space, type, text.c_str());
}

void File::set_attribute(const std::string& object, const std::string& name,
                         const std::vector<std::int64_t>& v) {
  const hsize_t n = v.size();
  const Id space(H5Screate_simple(1, &n, nullptr), H5Sclose);
  write_attribute(object, name, H5T_STD_I64LE, space, H5T_NATIVE_INT64, v.data());
}

void File::set_attribute(const std::string& object, const std::string& name, const std::vector<double>& v) {
  const hsize_t n = v.size();
  const Id space(H5Screate_simple(1, &n, nullptr), H5Sclose);
  write_attribute(object, name, H5T_IEEE_F64LE, space, H5T_NATIVE_DOUBLE, v.data());
}

void File::set_scalar(const std::string& object, const std::string& name, std::int64_t value) {
  const Id space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(object, name, H5T_STD_I64LE, space, H5T_NATIVE_INT64, &value);
}

bool File::has_attribute(const std::string& object, const std::string& name) const {
  return H5Aexists_by_name(id_, object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

Id File::open_attribute(const std::string& object, const std::string& name) const {
  return Id(checked(H5Aopen_by_name(id_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                    "read the attribute " + name + " of " + object),
            H5Aclose);
}

std::string File::text_attribute(const std::string& object, const std::string& name) const {
  const Id attribute = open_attribute(object, name);
  const Id type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  constexpr std::size_t most = 65536;
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || H5Tget_size(type) > most ||
      H5Sget_simple_extent_npoints(space) != 1)
    throw InputError(path_.string() + ": is damaged: the attribute " + name + " of " + object +
                     " is no text");
  std::string text(H5Tget_size(type), '\0');
  if (H5Aread(attribute, type, text.data()) < 0) fail("read the attribute " + name + " of " + object);
  return text.substr(0, text.find('\0'));
}

template <class T>
std::vector<T> File::read_attribute(const std::string& object, const std::string& name,
                                    hid_t memory_type) const {
  const std::string doing = "read the attribute " + name + " of " + object;
  constexpr hssize_t most = 8192; // 64 kB is what HDF5 stores in an attribute
  const Id attribute = open_attribute(object, name);
  const Id space(checked(H5Aget_space(attribute), doing), H5Sclose);
  const Id type(checked(H5Aget_type(attribute), doing), H5Tclose);
  const hssize_t n = H5Sget_simple_extent_npoints(space);
  const H5T_class_t kind = H5Tget_class(type);
  if (n < 1 || n > most || (kind != H5T_INTEGER && kind != H5T_FLOAT))
    throw InputError(path_.string() + ": is damaged: the attribute " + name + " of " + object +
                     " holds no numbers");
  std::vector<T> v(static_cast<std::size_t>(n));
  if (H5Aread(attribute, memory_type, v.data()) < 0) fail(doing);
  return v;
}

std::vector<std::int64_t> File::integer_attribute(const std::string& object, const std::string& name) const {
  return read_attribute<std::int64_t>(object, name, H5T_NATIVE_INT64);
}
std::vector<double> File::real_attribute(const std::string& object, const std::string& name) const {
  return read_attribute<double>(object, name, H5T_NATIVE_DOUBLE);
}

} // namespace ibsim::hdf5
