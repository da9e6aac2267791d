# SPDX-License-Identifier: Apache-2.0
# What `make install` puts where: the program with its manual and completions, two libraries with their headers, what CMake
# and pkg-config need to find them, examples and documentation.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Gantry)
set(document_folder ${CMAKE_INSTALL_DATADIR}/doc/gantry)

install(TARGETS gantry RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

install(TARGETS gantry_core_archive EXPORT GantryCoreTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT GantryCoreTargets NAMESPACE Gantry:: DESTINATION ${package_folder})
if(GANTRY_SYSTEMC)
  install(TARGETS gantry_sc_archive EXPORT GantryScTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT GantryScTargets NAMESPACE Gantry:: DESTINATION ${package_folder})
endif()
configure_package_config_file(cmake/GantryConfig.cmake.in ${CMAKE_BINARY_DIR}/package/GantryConfig.cmake
                              INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
# Before 1.0 the second number counts as the first.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/GantryConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/GantryConfig.cmake ${CMAKE_BINARY_DIR}/package/GantryConfigVersion.cmake
        DESTINATION ${package_folder})

# Found from the place of the file, so that an installed tree can be moved.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
set(components core)
if(GANTRY_SYSTEMC)
  list(APPEND components sc)
endif()
foreach(component ${components})
  configure_file(cmake/gantry-${component}.pc.in ${CMAKE_BINARY_DIR}/package/gantry-${component}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/package/gantry-${component}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/model model/*.h)
if(NOT GANTRY_SYSTEMC)
  list(FILTER headers EXCLUDE REGEX "^sc/")
endif()
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES model/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gantry/${folder})
endforeach()

install(DIRECTORY sim/experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/gantry FILES_MATCHING PATTERN "*.yaml")
install(FILES LICENSE README.md DESTINATION ${document_folder})
install(DIRECTORY docs DESTINATION ${document_folder} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN scripts EXCLUDE)

# The program knows its commands and options: manual and completions are what it writes about itself.
set(written ${CMAKE_BINARY_DIR}/package/gantry.1 ${CMAKE_BINARY_DIR}/package/gantry.bash ${CMAKE_BINARY_DIR}/package/_gantry)
add_custom_command(OUTPUT ${written} DEPENDS gantry VERBATIM COMMENT "Writing the manual page and the completions"
                   COMMAND gantry describe-program man > ${CMAKE_BINARY_DIR}/package/gantry.1
                   COMMAND gantry describe-program bash > ${CMAKE_BINARY_DIR}/package/gantry.bash
                   COMMAND gantry describe-program zsh > ${CMAKE_BINARY_DIR}/package/_gantry)
add_custom_target(program_description DEPENDS ${written})
install(FILES ${CMAKE_BINARY_DIR}/package/gantry.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_BINARY_DIR}/package/gantry.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME gantry)
install(FILES ${CMAKE_BINARY_DIR}/package/_gantry DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

add_custom_target(installable ALL DEPENDS gantry gantry_core_archive program_description)
if(GANTRY_SYSTEMC)
  add_dependencies(installable gantry_sc_archive)
endif()
