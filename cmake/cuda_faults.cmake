# SPDX-License-Identifier: MIT OR Apache-2.0
# cuzk_cuda_faults(TARGET)
# lets a test program make CUDA calls fail: the linker turns its calls of the functions that
# src/gpu/faults_testing.h defines to those definitions. No other program is linked so.
function(cuzk_cuda_faults target)
  set(header ${PROJECT_SOURCE_DIR}/src/gpu/faults_testing.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(STRINGS ${header} definitions REGEX "^cudaError_t __wrap_")
  foreach(definition IN LISTS definitions)
    string(REGEX REPLACE "^cudaError_t __wrap_([A-Za-z_]+).*" "\\1" function "${definition}")
    target_link_options(${target} PRIVATE LINKER:--wrap=${function})
  endforeach()
  target_include_directories(${target} SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endfunction()
