# SPDX-License-Identifier: MIT OR Apache-2.0
# The tarball that cpack makes of a build with CUDA, for machines that have only the driver:
#   bin    cuzk, cuzk-bench, the GPU tests and run-gpu-tests
#   lib    the shared libraries that they need beyond those of C and C++, found by the programs
#          through their own place; the CUDA runtime is linked into the programs
#   tests  the vectors, for the GPU tests and as C1 files to prove
#   share  licences, the systemd unit
# It runs with glibc 2.35, as in Ubuntu 22.04, and newer, if Debian 12 built it. Debian's libstdc++
# would need 2.36, for one function (arc4random); that of the machine, which has to be as new as GCC
# 12's, serves as well. tests/shipped_libraries_test.cc holds all others to 2.35.
get_property(cuzk_programs GLOBAL PROPERTY CUZK_GPU_TESTS)
list(APPEND cuzk_programs cuzk cuzk-bench)

set_target_properties(${cuzk_programs} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
foreach(program IN LISTS cuzk_programs)
  # RPATH rather than RUNPATH: also for the libraries of libraries.
  target_link_options(${program} PRIVATE LINKER:--disable-new-dtags)
endforeach()

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # scripts/package builds the programs and no other tests
install(TARGETS ${cuzk_programs} RUNTIME_DEPENDENCY_SET cuzk_libraries RUNTIME DESTINATION bin)
install(RUNTIME_DEPENDENCY_SET cuzk_libraries
  PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|stdc\\+\\+|gcc_s)\\.so"
  LIBRARY DESTINATION lib)
install(PROGRAMS scripts/run_gpu_tests DESTINATION bin RENAME run-gpu-tests)
install(DIRECTORY tests/vectors DESTINATION tests)
install(FILES packaging/cuzk.service DESTINATION share/systemd)
install(FILES README.md LICENSE-MIT LICENSE-APACHE DESTINATION .)

if(EXISTS ${PROJECT_SOURCE_DIR}/third_party/blst/LICENSE)
  install(FILES third_party/blst/LICENSE DESTINATION share/licences RENAME blst)
endif()
# Of the libraries above, where the system has them as Debian does.
foreach(library tbb fmt simdjson ssl
    grpc grpc++ protobuf absl c-ares re2 spdlog cpp-httplib brotli tomlplusplus)
  file(GLOB found /usr/share/doc/lib${library}[0-9]*/copyright
    /usr/share/doc/lib${library}-[0-9]*/copyright)
  foreach(copyright IN LISTS found)
    cmake_path(GET copyright PARENT_PATH folder)
    cmake_path(GET folder FILENAME package)
    if(NOT package MATCHES "-dev$")
      install(FILES ${copyright} DESTINATION share/licences RENAME ${package})
    endif()
  endforeach()
endforeach()

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME cuzk-${PROJECT_VERSION}-linux-x86_64)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)
include(CPack)
