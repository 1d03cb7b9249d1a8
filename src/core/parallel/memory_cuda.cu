// The CUDA half of memory.hpp, stream.hpp and device.hpp.
#include "parallel/cuda_check.hpp"
#include "parallel/device.hpp"
#include "parallel/memory.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <utility>

namespace ibsim {
namespace {

std::atomic<std::size_t> held{0}, peak{0}, held_on_host{0};

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}
cudaStream_t handle_of(const Stream<Cuda>& stream) { return static_cast<cudaStream_t>(stream.handle()); }

} // namespace

bool built_with_cuda() { return true; }

std::string why_no_cuda_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
#if defined(IBSIM_CUDA_FOR_CHECKS)
  if (code == cudaSuccess && count > 0)
    return "the CUDA half of this binary was compiled without optimisation, on a machine without a GPU; "
           "scripts/build makes one for this GPU";
#endif
  if (code == cudaSuccess && count > 0) return {};
  cudaGetLastError(); // forget it: this was a question
  if (code == cudaSuccess || code == cudaErrorNoDevice) return "there is no CUDA device";
  if (code == cudaErrorInsufficientDriver) {
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    return "there is no NVIDIA driver, or it is too old for CUDA " + version_text(runtime);
  }
  return cudaGetErrorString(code);
}

int cuda_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError(); // forget it: this was a question
  return 0;
}

DeviceDescription describe_cuda_device(int device) {
  int driver = 0, runtime = 0;
  cudaDeviceProp properties;
  check_cuda(cudaGetDeviceProperties(&properties, device), "asking for the device's properties");
  check_cuda(cudaDriverGetVersion(&driver), "asking for the driver's version");
  check_cuda(cudaRuntimeGetVersion(&runtime), "asking for the runtime's version");
  return {std::string(properties.name) + ", compute capability " + std::to_string(properties.major) + "." +
              std::to_string(properties.minor),
          properties.totalGlobalMem, version_text(driver), version_text(runtime)};
}

std::size_t free_cuda_memory() {
  std::size_t free = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "asking for free memory");
  return free;
}

std::size_t free_cuda_memory(int device) {
  int own = 0;
  check_cuda(cudaGetDevice(&own), "asking for the device");
  check_cuda(cudaSetDevice(device), "choosing a device");
  const std::size_t free = free_cuda_memory();
  check_cuda(cudaSetDevice(own), "choosing a device");
  return free;
}

template <>
void* allocate<Cuda>(std::size_t bytes) {
  void* p = nullptr;
  if (cudaMalloc(&p, bytes) != cudaSuccess) {
    cudaGetLastError();
    throw ResourceError("not enough device memory: " + std::to_string(bytes >> 20) + " MiB asked for, " +
                        std::to_string(free_cuda_memory() >> 20) + " MiB free");
  }
  const std::size_t now = held += bytes;
  for (std::size_t most = peak; now > most && !peak.compare_exchange_weak(most, now);) {
  }
  return p;
}
template <>
void deallocate<Cuda>(void* p, std::size_t bytes) noexcept {
  cudaFree(p);
  held -= bytes;
}
template <>
std::size_t allocated_bytes<Cuda>() {
  return held;
}
template <>
std::size_t peak_allocated_bytes<Cuda>() {
  return peak;
}

template <>
void* allocate_on_host<Cuda>(std::size_t bytes) {
  void* p = nullptr;
  if (cudaMallocHost(&p, bytes) != cudaSuccess) {
    cudaGetLastError();
    throw ResourceError("not enough host memory: " + std::to_string(bytes >> 20) +
                        " MiB of pinned memory asked for");
  }
  held_on_host += bytes;
  return p;
}
template <>
void deallocate_on_host<Cuda>(void* p, std::size_t bytes) noexcept {
  cudaFreeHost(p);
  held_on_host -= bytes;
}
template <>
std::size_t allocated_on_host<Cuda>() {
  return held_on_host;
}

template <>
DeviceRoom room_of_device<Cuda>() {
  int device = 0;
  cudaDeviceProp properties;
  check_cuda(cudaGetDevice(&device), "asking for the device");
  check_cuda(cudaGetDeviceProperties(&properties, device), "asking for the device's properties");
  DeviceRoom room{{}, free_cuda_memory()};
  static_assert(sizeof properties.uuid == sizeof room.device);
  std::memcpy(room.device.data(), &properties.uuid, sizeof room.device);
  return room;
}

Stream<Cuda>::Stream(int device) : device_(device) {
  const std::string why = why_no_cuda_device();
  if (!why.empty()) throw ResourceError("no CUDA device can be used: " + why);
  int count = 0;
  check_cuda(cudaGetDeviceCount(&count), "counting the devices");
  if (device < 0 || device >= count)
    throw ResourceError("there is no CUDA device " + std::to_string(device) + ": this machine has " +
                        std::to_string(count) + ", counted from 0");
  check_cuda(cudaSetDevice(device), "choosing a device");
  cudaStream_t handle = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), "creating a stream");
  handle_ = handle;
}
Stream<Cuda>::~Stream() {
  cudaStreamSynchronize(handle_of(*this));
  if (staging_.device) deallocate<Cuda>(staging_.device, staging_device_bytes_);
  cudaFreeHost(staging_.host);
  cudaStreamDestroy(handle_of(*this));
}
std::string Stream<Cuda>::description() const {
  return "cuda device " + std::to_string(device_) + ", " + describe_cuda_device(device_).name;
}
void Stream<Cuda>::synchronize() const { check_cuda(cudaStreamSynchronize(handle_of(*this)), "a kernel"); }
double Stream<Cuda>::seconds() const {
  synchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Stream<Cuda>::StagingBuffers Stream<Cuda>::staging(std::size_t device_bytes, std::size_t host_bytes) const {
  if (device_bytes > staging_device_bytes_ || host_bytes > staging_host_bytes_) synchronize();
  if (device_bytes > staging_device_bytes_) {
    if (staging_.device)
      deallocate<Cuda>(std::exchange(staging_.device, nullptr), std::exchange(staging_device_bytes_, 0));
    staging_.device = allocate<Cuda>(device_bytes), staging_device_bytes_ = device_bytes;
  }
  if (host_bytes > staging_host_bytes_) {
    cudaFreeHost(std::exchange(staging_.host, nullptr)), staging_host_bytes_ = 0;
    if (cudaMallocHost(&staging_.host, host_bytes) != cudaSuccess) {
      cudaGetLastError();
      throw ResourceError("not enough host memory: " + std::to_string(host_bytes) +
                          " bytes of pinned memory asked for");
    }
    staging_host_bytes_ = host_bytes;
  }
  return staging_;
}

template <>
void copy_to_device(const Stream<Cuda>& stream, void* device, const void* host, std::size_t bytes) {
  check_cuda(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, handle_of(stream)),
             "a copy to the device");
  stream.synchronize();
}
template <>
void copy_to_host(const Stream<Cuda>& stream, void* host, const void* device, std::size_t bytes) {
  check_cuda(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, handle_of(stream)),
             "a copy to the host");
  stream.synchronize();
}
template <>
void copy_within_device(const Stream<Cuda>& stream, void* to, const void* from, std::size_t bytes) {
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, handle_of(stream)),
             "a copy on the device");
}
template <>
void fill_zero(const Stream<Cuda>& stream, void* device, std::size_t bytes) {
  check_cuda(cudaMemsetAsync(device, 0, bytes, handle_of(stream)), "clearing device memory");
}

} // namespace ibsim
