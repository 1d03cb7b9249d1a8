# A slice is a folder of src/ and a static library, ibsim_NAME. Its folder is its include root, which it hands on to those that link it
# and to nobody else: so what a slice may include is what it links, and the arrows of src/ARCHITECTURE.md are those of src/CMakeLists.txt.
#
#   ibsim_slice(NAME [LINK LIBRARY...] [QUICK FOLDER...] [BATCHED FOLDER...] [EXACT FOLDER...])
#     NAME/**/*.cpp           all but *_cuda.cpp (only with CUDA) and no_*.cpp (named by hand, where what they stand for is left out)
#     NAME/**/NAME.kernels.cpp   also compiled by nvcc, through a one-line file in the build folder
#     NAME/**/*.cu            compiled by nvcc alone
#     QUICK                   folders in which no time is spent: compiled with -O1, several files at once, in a third of the time
#     BATCHED                 folders of many small files: several at once, with the options of the others
#     EXACT                   folders without contraction to fma, where all schemes give the same bits on both backends
#   ibsim_cuda_sources(TARGET FOLDER): add the CUDA half of the sources in FOLDER to TARGET.

# --- how all is compiled ------------------------------------------------------------------------------------------------
add_library(ibsim_options INTERFACE)
target_compile_options(ibsim_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wno-unknown-pragmas -fno-math-errno -fno-trapping-math>
  $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers>) # designated initializers leave out members on purpose
# GCC collects its garbage from 128 MB on, again and again: 4 to 12 % of its time. From 700 MB on it does so twice at most, and needs up to 150 MB more.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=700000>)
endif()
# Errors come from GCC 12 and before alone, with which all was tried. Its late passes warn of the standard library's own code.
if(IBSIM_WERROR AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
  target_compile_options(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:
    -Wno-error=array-bounds -Wno-error=maybe-uninitialized -Wno-error=stringop-overflow -Wno-error=stringop-overread>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>) # warns of std::string's own code: GCC bug 105651
endif()
if(IBSIM_MARCH)
  target_compile_options(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=${IBSIM_MARCH}>)
endif()
if(IBSIM_SANITIZE STREQUAL "THREAD")
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "IBSIM_SANITIZE=THREAD needs clang: gcc's OpenMP tells the thread sanitizer nothing")
  endif()
  target_compile_options(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=thread -fno-omit-frame-pointer>)
  target_link_options(ibsim_options INTERFACE -fsanitize=thread)
elseif(IBSIM_SANITIZE)
  target_compile_options(ibsim_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer>)
  target_link_options(ibsim_options INTERFACE -fsanitize=address,undefined)
endif()
if(IBSIM_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug") # the standard library checks indices, empty optionals and the like
  target_compile_definitions(ibsim_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:_GLIBCXX_ASSERTIONS>)
endif()
target_compile_definitions(ibsim_options INTERFACE
  IBSIM_VERSION="${PROJECT_VERSION}" EIGEN_MPL2_ONLY $<$<COMPILE_LANGUAGE:CXX>:THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP>)
target_link_libraries(ibsim_options INTERFACE OpenMP::OpenMP_CXX)

# Of what takes no time when it runs. At -O1 GCC warns of what only its later passes understand.
set(quick_options -O1)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND quick_options -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds)
endif()

# --- batches: several files compiled as one, since what they include takes half of their time -------------------------------
# 1: each by itself, as in debug builds and with sanitizers, where a file that forgets an include is found.
set(IBSIM_BATCH 14 CACHE STRING "Files of folders in batches, or of tests, that are compiled as one")
set(IBSIM_KERNEL_BATCH 8 CACHE STRING "Kernel files of a folder that nvcc compiles as one; half of a small file's time is its headers")

# Appends to a list as few batches of files as hold `most` of them at most, all of nearly equal size. A batch is a file in the build folder; `path` has
# <n> where its number stands. The function `text_of` (VARIABLE BASE FILE...) makes its text.
function(ibsim_batches list base path most text_of)
  list(LENGTH ARGN number)
  math(EXPR batches "(${number} + ${most} - 1) / ${most}")
  set(batch 0)
  while(batch LESS batches)
    math(EXPR begin "${batch} * ${number} / ${batches}")
    math(EXPR size "(${batch} + 1) * ${number} / ${batches} - ${begin}")
    list(SUBLIST ARGN ${begin} ${size} files)
    cmake_language(CALL ${text_of} text ${base} ${files})
    string(REPLACE "<n>" "${batch}" of_batch ${path})
    file(CONFIGURE OUTPUT ${of_batch} @ONLY CONTENT "${text}")
    list(APPEND ${list} ${of_batch})
    math(EXPR batch "${batch} + 1")
  endwhile()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()

# Batches of each folder by itself, which stands for <folder> in `path`: a new file changes the batches of its folder alone.
function(ibsim_batches_by_folder list base path most text_of)
  set(folders "")
  foreach(file ${ARGN})
    get_filename_component(folder ${file} DIRECTORY)
    list(APPEND folders ${folder})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    set(of_folder ${ARGN})
    list(FILTER of_folder INCLUDE REGEX "^${folder}/[^/]*$")
    file(RELATIVE_PATH name ${base} ${folder})
    string(REPLACE "<folder>" "${name}" its_path ${path})
    ibsim_batches(${list} ${base} ${its_path} ${most} ${text_of} ${of_folder})
  endforeach()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()

# Text of a batch: includes by paths that the include root knows, so that all clones compile the same text.
function(ibsim_includes variable base)
  set(text "")
  foreach(file ${ARGN})
    file(RELATIVE_PATH path ${base} ${file})
    string(APPEND text "#include \"${path}\"\n")
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Begins a batch of host files. In it their anonymous namespaces are those of included files, of which GCC warns without need.
set(ibsim_no_linkage_warning "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC diagnostic ignored \"-Wsubobject-linkage\"\n#endif\n")
function(ibsim_includes_of_host variable base)
  ibsim_includes(text ${base} ${ARGN})
  set(${variable} "${ibsim_no_linkage_warning}${text}" PARENT_SCOPE)
endfunction()

# Whether there is CUDA is told by a header, so that only the files that ask are compiled anew when that changes.
set(config_text "// Whether the CUDA backend is a part of this build.\n#pragma once\n")
if(IBSIM_WITH_CUDA)
  string(APPEND config_text "#define IBSIM_WITH_CUDA\n")
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/config/parallel/with_cuda.hpp @ONLY CONTENT "${config_text}")
target_include_directories(ibsim_options INTERFACE ${PROJECT_BINARY_DIR}/generated/config)

# --- CUDA ---------------------------------------------------------------------------------------------------------------
# Kernels compiled alone: they take long by themselves, have options of their own (src/CMakeLists.txt), or are looked at by a test.
set(kernels_alone "/(interpolate|laws|immersed_boundary_step|touching_objects|stage_along_z|staged_flow|sheared_passes|sheared_modes_in_floats|domains_[0-9]|spread_[a-z_]+)[.]kernels[.]cpp$")

if(IBSIM_CUDA_FOR_CHECKS)
  set(CMAKE_CUDA_FLAGS_RELEASE "-O1 -DNDEBUG") # the host's half of CUDA files, which takes half of their time
endif()

# CUDA files with kernels of floats that have no arithmetic in double, as tests/documents.cmake sees to.
set(kernels_without_doubles "(fluid|walls|objects|state|step|ranks)/(batch_[0-9]+|(staged_flow|sheared_passes|sheared_modes_in_floats|[a-z]+_force|background_shear|held_[a-z_]+)[.]kernels)[.]cu")

function(ibsim_cuda_sources target folder)
  file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${folder}/*.kernels.cpp)
  file(GLOB_RECURSE cuda CONFIGURE_DEPENDS ${folder}/*.cu)
  set(wrappers ${CMAKE_CURRENT_BINARY_DIR}/cuda/${target})
  set(alone ${kernels})
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    list(FILTER alone INCLUDE REGEX "${kernels_alone}")
  endif()
  foreach(source ${alone})
    file(RELATIVE_PATH name ${folder} ${source})
    string(REGEX REPLACE "[.]cpp$" ".cu" wrapper ${wrappers}/${name})
    file(CONFIGURE OUTPUT ${wrapper} CONTENT "#include \"${source}\"\n")
    list(APPEND cuda ${wrapper})
  endforeach()
  if(alone)
    list(REMOVE_ITEM kernels ${alone})
  endif()
  ibsim_batches_by_folder(cuda ${folder} ${wrappers}/<folder>/batch_<n>.cu ${IBSIM_KERNEL_BATCH} ibsim_includes ${kernels})
  target_sources(${target} PRIVATE ${cuda})
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda --expt-relaxed-constexpr -Xcompiler=-fopenmp -diag-suppress=20012,20208,554>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # the host's compiler too
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=--param=ggc-min-heapsize=700000>)
  endif()
  if(IBSIM_CUDA_FOR_CHECKS AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    # Large kernels take nvcc three to six times as long with optimisation. The instructions of those that a test looks at stay as they are.
    set(in_a_hurry ${cuda})
    list(FILTER in_a_hurry EXCLUDE REGEX "${kernels_without_doubles}$")
    set_property(SOURCE ${in_a_hurry} APPEND PROPERTY COMPILE_OPTIONS --Ofast-compile=max)
  endif()
  # A shared runtime, as cuFFT and cuBLAS use: one copy of the library in the process.
  set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Shared)
  set(cuda ${cuda} PARENT_SCOPE)
endfunction()

# Sets a variable to whether a file includes, itself or by its headers, the structs of a scenario.
function(ibsim_knows_scenario variable file)
  get_property(known GLOBAL PROPERTY ibsim_knows_scenario:${file})
  if("${known}" STREQUAL "")
    set(known FALSE)
    if(file MATCHES "/model/(scenario|flow_model)[.]hpp$")
      set(known TRUE)
    elseif(EXISTS ${file})
      set_property(GLOBAL PROPERTY ibsim_knows_scenario:${file} FALSE)
      file(STRINGS ${file} headers REGEX "^#include \"[a-z_]+/[a-z_0-9]+[.]hpp\"")
      foreach(header ${headers})
        string(REGEX REPLACE "^[^\"]*\"(.*)\".*$" "\\1" header "${header}")
        foreach(slice core flow studies ibsim) # of which a file of another slice includes nothing with a scenario
          if(NOT known)
            ibsim_knows_scenario(known ${CMAKE_CURRENT_SOURCE_DIR}/${slice}/${header})
          endif()
        endforeach()
      endforeach()
    endif()
    set_property(GLOBAL PROPERTY ibsim_knows_scenario:${file} ${known})
  endif()
  set(${variable} ${known} PARENT_SCOPE)
endfunction()

# Puts batches of the sources of a folder of a slice into their place in a list, with options of their own. These stay alone: kernels, the CUDA half
# (else it would change the batches), classes whose members are in several files, files with definitions of their own, and operator new. Files that
# know the structs of a scenario are in other batches than the rest: a new key changes these structs. Files of a batch must not share names in
# anonymous namespaces.
set(classes_of_several_files "^template class (Simulation|RankStep)<")
function(ibsim_in_batches list slice folder)
  set(sources ${${list}})
  set(own ${sources})
  list(FILTER own INCLUDE REGEX "^${slice}/${folder}/")
  list(REMOVE_ITEM sources ${own})
  set(compiled "")
  set(know_scenario "")
  set(others "")
  foreach(file ${own})
    get_property(definitions SOURCE ${file} PROPERTY COMPILE_DEFINITIONS)
    file(STRINGS ${file} in_parts REGEX "${classes_of_several_files}" LIMIT_COUNT 1)
    ibsim_knows_scenario(scenario ${file})
    if(IBSIM_BATCH LESS 2 OR definitions OR in_parts OR file MATCHES "(\\.kernels|_cuda|/failed_allocation)\\.cpp$")
      list(APPEND compiled ${file})
    elseif(scenario)
      list(APPEND know_scenario ${file})
    else()
      list(APPEND others ${file})
    endif()
  endforeach()
  set(path ${CMAKE_CURRENT_BINARY_DIR}/batches/${folder})
  ibsim_batches(compiled ${slice} ${path}_scenario_<n>.cpp ${IBSIM_BATCH} ibsim_includes_of_host ${know_scenario})
  ibsim_batches(compiled ${slice} ${path}_<n>.cpp ${IBSIM_BATCH} ibsim_includes_of_host ${others})
  if(ARGN)
    set_property(SOURCE ${compiled} APPEND PROPERTY COMPILE_OPTIONS ${ARGN})
  endif()
  set(${list} ${sources} ${compiled} PARENT_SCOPE)
endfunction()

# --- a slice ------------------------------------------------------------------------------------------------------------
function(ibsim_slice slice)
  cmake_parse_arguments(arg "" "" "LINK;QUICK;BATCHED;EXACT" ${ARGN})
  set(target ibsim_${slice})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${slice})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(no_[a-z]+|main)\\.cpp$")
  if(NOT IBSIM_WITH_CUDA)
    list(FILTER sources EXCLUDE REGEX "_cuda\\.cpp$")
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    foreach(quick ${arg_QUICK})
      ibsim_in_batches(sources ${folder} ${quick} ${quick_options})
    endforeach()
    foreach(batched ${arg_BATCHED})
      ibsim_in_batches(sources ${folder} ${batched})
    endforeach()
  endif()
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC ${folder})
  target_link_libraries(${target} PUBLIC ibsim_options ${arg_LINK})
  if(IBSIM_WITH_CUDA)
    ibsim_cuda_sources(${target} ${folder})
  endif()
  foreach(exact ${arg_EXACT})
    foreach(source ${sources} ${cuda})
      if(source MATCHES "/${exact}/[^/]*$")
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS
          $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off> $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false>)
      endif()
    endforeach()
  endforeach()
  ibsim_precompile(${target})
endfunction()

# Headers of the standard library that nearly all files include, compiled once for all targets: a fifth to a third of a file's time. Tests have them
# once more with GoogleTest's.
function(ibsim_precompile target)
  if(target MATCHES "^ibsim_core(_tests)?$")
    set(headers <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits> <map> <memory> <optional> <sstream> <stdexcept>
      <string> <string_view> <utility> <variant> <vector>)
    if(target STREQUAL "ibsim_core_tests")
      list(APPEND headers <gtest/gtest.h>)
    endif()
    target_precompile_headers(${target} PRIVATE ${headers})
    # What ccache knows it by (its pch_external_checksum), so that clones share objects: its bytes differ from folder to folder.
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.gch.sum
      "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${headers}")
  elseif(target MATCHES "_tests$")
    target_precompile_headers(${target} REUSE_FROM ibsim_core_tests)
  else()
    target_precompile_headers(${target} REUSE_FROM ibsim_core)
  endif()
endfunction()
