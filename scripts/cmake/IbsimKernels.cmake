# ibsim_cuda_sources(TARGET FOLDER): add the CUDA half of the sources in FOLDER to TARGET.
#   FOLDER/**/NAME.kernels.cpp   also compiled by nvcc, through a one-line file in the build folder
#   FOLDER/**/*.cu               compiled by nvcc alone
# ibsim_exact_arithmetic(): no contraction to fma in src/line, where all schemes give the same bits on both backends.
function(ibsim_cuda_sources target folder)
  file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${folder}/*.kernels.cpp)
  file(GLOB_RECURSE cuda CONFIGURE_DEPENDS ${folder}/*.cu)
  foreach(source ${kernels})
    file(RELATIVE_PATH name ${folder} ${source})
    string(REGEX REPLACE "\\.cpp$" ".cu" wrapper ${CMAKE_CURRENT_BINARY_DIR}/cuda/${name})
    file(CONFIGURE OUTPUT ${wrapper} CONTENT "#include \"${name}\"\n")
    list(APPEND cuda ${wrapper})
  endforeach()
  target_sources(${target} PRIVATE ${cuda})
  set(line ${cuda})
  list(FILTER line INCLUDE REGEX "/line/")
  if(line)
    set_source_files_properties(${line} PROPERTIES COMPILE_OPTIONS "-fmad=false")
  endif()
  target_compile_definitions(${target} PUBLIC IBSIM_WITH_CUDA)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda --expt-relaxed-constexpr -Xcompiler=-fopenmp -diag-suppress=20012,20208,554>)
  # A shared runtime, as cuFFT and cuBLAS use: one copy of the library in the process.
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Shared)
  target_link_libraries(${target} PUBLIC CUDA::cudart CUDA::cufft CUDA::cublas CUDA::cusparse)
endfunction()

function(ibsim_exact_arithmetic)
  file(GLOB line CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/line/*.cpp)
  set_source_files_properties(${line} PROPERTIES COMPILE_OPTIONS "-ffp-contract=off")
endfunction()
