# SPDX-License-Identifier: MIT OR Apache-2.0
# cuzk_folder(NAME DEPENDS folders... [LIBRARIES targets...])
# makes the library cuzk_<NAME> of this folder from its sources by suffix, and what stands beside
# them:
#   *_test.cc       <NAME>_test, label "fast"        *_slow_test.cc  <NAME>_slow_test, label "slow"
#   *_fuzz.cc       one libFuzzer program each, label "slow", 60 s; <file>_seeds may list first
#                   inputs, relative to tests/vectors
#   *_bench.cc      <NAME>_bench, which also runs once as a fast test
#   *.cu            added to the library with CUZK_CUDA; *_test.cu and *_gpu_test.cc:
#                   <NAME>_gpu_test, label "gpu", a part of the target gpu-tests
#   *_none.cc       added to the library without CUZK_CUDA: what then says that there is no GPU
# The tidy test compares DEPENDS with the include lines.

set(cuzk_options -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -march=x86-64-v2)
if(CUZK_SANITIZE)
  list(APPEND cuzk_options
    -fsanitize=${CUZK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()

if(CUZK_FUZZ)
  list(APPEND cuzk_options -fsanitize=fuzzer-no-link) # the coverage that guides the fuzzers
endif()

# nvcc compiles for one architecture after the other unless it may use threads, which shows in the
# last files of a build: gpu_segmented_reduction_g2.cu alone takes 55 s for seven architectures,
# 30 s with threads on two cores, 11 s for one architecture.
set(cuzk_cuda_options --expt-relaxed-constexpr --extended-lambda -Xcompiler=-Wall)
list(LENGTH CMAKE_CUDA_ARCHITECTURES architectures)
if(architectures GREATER 1)
  list(APPEND cuzk_cuda_options --threads=0)
endif()

function(cuzk_settings target)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${cuzk_options}>"
    "$<$<COMPILE_LANGUAGE:CUDA>:${cuzk_cuda_options}>")
  if(CUZK_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${CUZK_SANITIZE})
  endif()
endfunction()

# Precompiled headers, one for each sort of unit, made by the first target that asks for it and used
# by the others: what most units of a sort include and what is slow to parse. They hold no header of
# ours, so that an edit of one rebuilds only its own readers, and each unit still includes what it
# uses (the preset release builds without them). Libraries are -fPIC and programs -fPIE, which makes
# one file for both impossible.
set(cuzk_library_headers <algorithm> <array> <bit> <cstdint> <cstring> <filesystem> <functional>
  <map> <memory> <optional> <span> <string> <string_view> <utility> <vector> <fmt/format.h>)
set(cuzk_command_headers ${cuzk_library_headers} <CLI/CLI.hpp> <nlohmann/json.hpp>)
set(cuzk_test_headers ${cuzk_library_headers} <gtest/gtest.h> <nlohmann/json.hpp>)

function(cuzk_precompiled target sort)
  get_property(owner GLOBAL PROPERTY cuzk_${sort}_headers_owner)
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${cuzk_${sort}_headers})
    set_property(GLOBAL PROPERTY cuzk_${sort}_headers_owner ${target})
  endif()
endfunction()

add_custom_target(gpu-tests)

# Tests run in the root of the source tree, GPU tests also in that of the tarball, and find
# tests/vectors there. A path that does not name the clone lets clones share compilations.
function(cuzk_test target label)
  add_executable(${target} ${ARGN})
  cuzk_settings(${target})
  cuzk_precompiled(${target} test)
  target_link_libraries(${target} PRIVATE cuzk_${name} GTest::gtest_main
    nlohmann_json::nlohmann_json)
  if(label STREQUAL gpu)
    add_dependencies(gpu-tests ${target})
    set_property(GLOBAL APPEND PROPERTY CUZK_GPU_TESTS ${target})
  endif()
  target_compile_definitions(${target} PRIVATE CUZK_VECTORS="tests/vectors")
  add_test(NAME ${target} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${target} PROPERTIES LABELS ${label})
endfunction()

function(cuzk_folder name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cc)
  file(GLOB cuda_sources CONFIGURE_DEPENDS *.cu)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(gpu_host_tests ${tests})
  list(FILTER gpu_host_tests INCLUDE REGEX "_gpu_test\\.cc$")
  list(FILTER tests EXCLUDE REGEX "_gpu_test\\.cc$")
  set(slow_tests ${tests})
  list(FILTER slow_tests INCLUDE REGEX "_slow_test\\.cc$")
  list(FILTER tests EXCLUDE REGEX "_slow_test\\.cc$")
  set(fuzzers ${sources})
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cc$")
  set(benches ${sources})
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  set(mains ${sources})
  list(FILTER mains INCLUDE REGEX "_main\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench|main)\\.cc$")
  set(gpu_tests ${cuda_sources})
  list(FILTER gpu_tests INCLUDE REGEX "_test\\.cu$")
  list(APPEND gpu_tests ${gpu_host_tests})
  list(FILTER cuda_sources EXCLUDE REGEX "_(test|bench)\\.cu$")
  if(CUZK_CUDA)
    list(FILTER sources EXCLUDE REGEX "_none\\.cc$")
    list(APPEND sources ${cuda_sources})
  endif()

  set(libraries ${arg_LIBRARIES})
  foreach(folder IN LISTS arg_DEPENDS)
    list(APPEND libraries cuzk_${folder})
  endforeach()
  if(sources)
    add_library(cuzk_${name} STATIC ${sources})
    target_include_directories(cuzk_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(cuzk_${name} PUBLIC ${libraries})
    cuzk_settings(cuzk_${name})
    if(CLI11::CLI11 IN_LIST libraries)
      cuzk_precompiled(cuzk_${name} command)
    else()
      cuzk_precompiled(cuzk_${name} library)
    endif()
  else()
    add_library(cuzk_${name} INTERFACE)
    target_include_directories(cuzk_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(cuzk_${name} INTERFACE ${libraries})
  endif()

  if(tests)
    cuzk_test(${name}_test fast ${tests})
  endif()
  if(slow_tests)
    cuzk_test(${name}_slow_test slow ${slow_tests})
  endif()
  if(CUZK_CUDA AND gpu_tests)
    cuzk_test(${name}_gpu_test gpu ${gpu_tests})
  endif()
  if(benches)
    add_executable(${name}_bench ${benches})
    cuzk_settings(${name}_bench)
    target_link_libraries(${name}_bench PRIVATE cuzk_${name} benchmark::benchmark_main)
    add_test(NAME ${name}_bench COMMAND ${name}_bench --benchmark_min_time=0.001)
    set_tests_properties(${name}_bench PROPERTIES LABELS fast)
  endif()
  if(CUZK_FUZZ)
    foreach(fuzzer IN LISTS fuzzers)
      get_filename_component(target ${fuzzer} NAME_WE)
      add_executable(${target} ${fuzzer})
      cuzk_settings(${target})
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer)
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      target_link_libraries(${target} PRIVATE cuzk_${name})
      target_compile_definitions(${target} PRIVATE CUZK_VECTORS="tests/vectors")
      set(seeds "")
      if(DEFINED ${target}_seeds)
        list(TRANSFORM ${target}_seeds PREPEND "tests/vectors/")
        list(JOIN ${target}_seeds "," seeds)
        set(seeds "-seed_inputs=${seeds}")
      endif()
      add_test(NAME ${target}
        COMMAND ${target} -max_total_time=60 -timeout=10 -rss_limit_mb=2048 ${seeds}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
      set_tests_properties(${target} PROPERTIES LABELS slow)
    endforeach()
  endif()
endfunction()
