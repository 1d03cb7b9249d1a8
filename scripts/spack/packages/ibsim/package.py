try:  # Spack 1.0 and later; before, both classes come with spack.package
    from spack_repo.builtin.build_systems.cmake import CMakePackage
    from spack_repo.builtin.build_systems.cuda import CudaPackage
except ImportError:
    pass
from spack.package import *


class Ibsim(CMakePackage, CudaPackage):
    """Red blood cells and other elastic objects in viscous, incompressible flow, by the immersed boundary method.

    There is no archive of releases to fetch: `spack dev-build ibsim@0.1.0` builds the clone that it is called in (docs/packages.md).
    """

    license("MIT", checked_by="ibsim")

    version("0.1.0")

    variant("mpi", default=False, description="Processes of several hosts share a run")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("yaml-cpp")
    depends_on("hdf5@1.10:")
    depends_on("spdlog")
    depends_on("fmt")
    depends_on("eigen@3.4")
    depends_on("cli11")
    depends_on("qhull@2019:")
    depends_on("fftw-api@3")
    depends_on("fftw@3 +openmp precision=float,double", when="^[virtuals=fftw-api] fftw")
    depends_on("nlohmann-json")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("lz4")
    depends_on("xz")
    depends_on("cuda@12:", when="+cuda")
    depends_on("mpi", when="+mpi")

    generator("ninja")
    conflicts("%gcc@:11", msg="C++20 as of GCC 12")
    conflicts("cuda_arch=none", when="+cuda", msg="say for which GPU: cuda_arch=90")

    def cmake_args(self):
        options = [
            self.define("IBSIM_TESTS", self.run_tests),
            self.define("IBSIM_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
            self.define("IBSIM_MPI", "ON" if self.spec.satisfies("+mpi") else "OFF"),
            self.define("IBSIM_VIEW", "OFF"),  # needs a font and Debian's Dear ImGui
            self.define("IBSIM_MARCH", ""),  # Spack's own flags say for which machine
        ]
        if self.spec.satisfies("+cuda"):
            options.append(self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        return options

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def smoke_test(self):
        """Some steps of the quickstart, repeated and resumed to the same bits."""
        with set_env(PATH=f"{self.prefix.bin}:{env['PATH']}"):
            Executable(join_path(self.stage.source_path, "scripts", "containers", "smoke_test"))()
