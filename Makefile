# SPDX-License-Identifier: Apache-2.0
# A thin front for CMake; `make help` lists the targets.
#   build/       Release: the program as users run it, and its tests
#   build-debug/ the program for a debugger (`make debug`)
#   build-asan/  the same tests under AddressSanitizer and UBSan
#   build-executed/  the tests of build-asan/ noting which code they execute (`make sanitized-list`)
#   build-boundaries/ the RTL's models at the boundaries of their widths (`make boundaries`)
#   build-coverage/  the RTL's models counting what they execute (`make coverage`)
#   build-fuzz/  libFuzzer targets for everything that reads a file (clang; `make fuzz`)
# What each target needs of Debian is in tests/packages/packages.txt.
# RTL_MODELS="ENTRIES:CLASSES:FRAC:QUANT:TIE ..." adds RTL pickers to the program's models in Verilog (docs/rtl.md).
# RTL_PICKERS="DIRECTORY ..." adds pickers of one's own, each with its list (docs/rtl.md).
# RTL_BLOCKS="DIRECTORY ..." adds other blocks of one's own, each with its list (docs/blocks_in_rtl.md).
# CORE_MODELS="ENTRIES:PROCESSORS:TYPES:CHOICE:PER_JOB ..." adds dispatch cores (docs/dispatch_core.md).
# JOBS=n sets how many compilers run at once, and tests one more; GANTRY_SKIP_DEPS=1 leaves the system's packages alone.
# UNITY=OFF compiles file by file: for who edits much.

.DEFAULT_GOAL := build

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# Some tests wait more than they compute.
TEST_JOBS ?= $(shell expr $(JOBS) + 1)
UNITY ?= ON
GANTRY := build/gantry
FIRST_BUILD := three minutes
PREFIX ?= /usr/local
EXPERIMENT ?= sim/experiments/tenants.yaml
BENCH ?=
PICKER_GOLDEN := tests/golden/picker

FUZZ_RUNS ?= 10000000
FORMAL ?=
# Files of users that planners are measured with; not part of this project.
WORKLOADS ?= $(or $(GANTRY_SHARED_WORKLOADS),../shared/workloads)
REFERENCE ?= ../shared/reference/noc
CAMPAIGN_ROUNDS ?= 1000000000
CAMPAIGN_CYCLES ?= 500000000
CAMPAIGN_SEED ?= 1
FLIPS ?= 1000
# Of `make fault-campaign`.
FAULT_RUNS ?= 2000
FAULT_BUILD ?= build
# Of `make cut-campaign`.
CUT_RUNS ?= 1000
CUTS ?= 10
CUT_BUILD ?= build

# Of `make rtl-campaign`; PICKER=NAME takes one of them.
OWN_ROUNDS ?= 10000000

ENSURE := sh tests/packages/ensure.sh
# Evaluated when a recipe runs, after packages may have been installed. Debian's Python is the one that has Debian's modules.
PYTHON = $(shell test -x /usr/bin/python3 && echo /usr/bin/python3 || echo python3) -B
LAUNCHER = $(if $(shell command -v ccache 2>/dev/null),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
# The tests share precompiled headers.
export CCACHE_SLOPPINESS ?= pch_defines,time_macros
# Trees with equal flags have equal objects: models in Verilog are compiled once for `make test`.
export CCACHE_BASEDIR ?= $(CURDIR)
CONFIGURE = cmake -S . -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DPython3_EXECUTABLE=$(firstword $(PYTHON)) $(LAUNCHER) $(if $(RTL_MODELS),'-DGANTRY_RTL_MODELS=$(RTL_MODELS)') \
  $(if $(CORE_MODELS),'-DGANTRY_CORE_MODELS=$(CORE_MODELS)') $(if $(filter undefined,$(origin RTL_PICKERS)),,'-DGANTRY_RTL_PICKERS=$(RTL_PICKERS)') \
  $(if $(filter undefined,$(origin RTL_BLOCKS)),,'-DGANTRY_RTL_BLOCKS=$(RTL_BLOCKS)')
RELEASE = -DCMAKE_BUILD_TYPE=Release -DGANTRY_UNITY=$(UNITY)
SOURCES = find model sim tests $(wildcard tb) \( -name '*.h' -o -name '*.cpp' \) -print | LC_ALL=C sort
# A coroutine of SystemC switches stacks: no fake stack frames under it. UBSan ends a program by an illegal instruction.
ASAN_ENVIRONMENT := ASAN_OPTIONS=detect_stack_use_after_return=0:handle_sigill=1

.PHONY: help deps configure configure-tests build rtl debug install uninstall deb container python run tests tests-sanitized test-release test-sanitized test audit bench lint format
.PHONY: site plots published queueing golden clean explore-bench slurm-test
.PHONY: sanitized-list configurations planners formal formal-mutants synth campaign fault-campaign cut-campaign rtl-campaign coverage boundaries flips mutate fuzz fuzz-targets network-report

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install the Debian packages that building needs, if any is missing
	@$(ENSURE) build

# Tests are added to the tree by the first target that needs them: a first run needs neither them nor their packages.
configure: deps
	@[ -e build/gantry ] || echo "build: the first one takes about $(FIRST_BUILD) on 2 cores, later ones what has changed"
	@$(CONFIGURE) -B build $(RELEASE) $(if $(wildcard build/CMakeCache.txt),,-DGANTRY_TESTS=OFF)

configure-tests: deps
	@$(ENSURE) test
	@$(CONFIGURE) -B build $(RELEASE) -DGANTRY_TESTS=ON

# Models in Verilog are a third of the work, so they wait for who wants them: named here, or built once and kept up with the program.
RTL_TARGET = $(if $(RTL_MODELS)$(CORE_MODELS)$(RTL_PICKERS)$(RTL_BLOCKS)$(wildcard build/gantry_rtl.so),gantry_rtl_models)
build: configure ## the program: build/gantry
	@cmake --build build --target gantry $(RTL_TARGET) -j $(JOBS)

rtl: configure ## the program and its models in Verilog (build/gantry_rtl.so), for --engine
	@cmake --build build --target gantry gantry_rtl_models -j $(JOBS)

debug: deps ## the program for a debugger: build-debug/gantry (docs/debugging.md)
	@$(ENSURE) debug
	@$(CONFIGURE) -B build-debug -DCMAKE_BUILD_TYPE=Debug -DGANTRY_UNITY=$(UNITY) -DGANTRY_TESTS=OFF -DGANTRY_RTL=OFF
	@cmake --build build-debug --target gantry -j $(JOBS)

# Users may set DESTDIR, too. The tree is that of `make build`.
# The Python module is left out where its packages are not (GANTRY_SKIP_DEPS=1).
install: build ## program, libraries, headers, Python module, manual and examples to PREFIX (default: /usr/local)
	@$(ENSURE) python
	@$(CONFIGURE) -B build > build/configured.txt || { cat build/configured.txt; exit 1; }
	@cmake --build build --target installable -j $(JOBS)
	@DESTDIR='$(DESTDIR)' cmake --install build --prefix '$(PREFIX)'

uninstall: ## take away what make install put into PREFIX
	@sh sim/install/uninstall.sh '$(DESTDIR)$(PREFIX)'

# BUILT=DIR packs the build tree DIR as it is.
deb: ## Debian source package and packages, without a warning of lintian: build/deb
	@$(ENSURE) build python deb
	@sh sim/install/make_deb.sh build/deb $(abspath $(BUILT))

# As root: it makes pristine Debians. SUITE=trixie for the other one.
SUITE ?= bookworm
container: ## the steps of Containerfile in a pristine Debian: build/container (a quarter of an hour)
	@$(ENSURE) container
	@$(PYTHON) tests/container/container.py Containerfile build/container --suite $(SUITE)

# Configured again: the packages may not have been there the first time.
python: build ## the Python module: build/python, for PYTHONPATH
	@$(ENSURE) python
	@$(CONFIGURE) -B build > build/configured.txt || { cat build/configured.txt; exit 1; }
	@cmake --build build --target gantry_python -j $(JOBS)

run: build ## build, then simulate EXPERIMENT (default: a chip that serves tenants)
	$(GANTRY) run $(EXPERIMENT)

tests: configure-tests
	@cmake --build build -j $(JOBS)

tests-sanitized: configure-tests
	@$(CONFIGURE) -B build-asan -DGANTRY_UNITY=$(UNITY) -DCMAKE_BUILD_TYPE=RelWithDebInfo '-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1' \
	  -DGANTRY_SANITIZE=ON
	@cmake --build build-asan -j $(JOBS)

# Costs are those of the last `make test-sanitized`. Every test runs alone, so the list may be made on a busy machine.
sanitized-list: configure-tests ## which files of tests the sanitizers can leave out, into tests/sanitized/left_out.txt (an hour)
	@$(CONFIGURE) -B build-executed -DGANTRY_UNITY=$(UNITY) -DCMAKE_BUILD_TYPE=RelWithDebInfo '-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1' \
	  -DGANTRY_EXECUTED=ON
	@cmake --build build-executed -j $(JOBS)
	@$(PYTHON) tests/sanitized/measure.py build-executed build-asan/Testing/Temporary/CTestCostData.txt build-executed/executed \
	  --jobs $(JOBS) --missed build-executed/missed.txt

test-release: tests
	@echo "== tests: Release"
	@ctest --test-dir build --output-on-failure -j $(TEST_JOBS)

test-sanitized: tests-sanitized
	@echo "== tests: AddressSanitizer and UBSan"
	@$(ASAN_ENVIRONMENT) ctest --test-dir build-asan --output-on-failure -j $(TEST_JOBS)

# Both suites run even if the first fails, so that one call shows everything. The first also writes down every program that
# is called, for its test `packages`.
test: deps ## all tests, in build/ and again in build-asan/
	@status=0; \
	sh tests/packages/traced.sh build/called_programs.txt $(MAKE) --no-print-directory test-release || status=1; \
	$(MAKE) --no-print-directory test-sanitized || status=1; \
	exit $$status

# The packages of targets that no test runs: each is called and held against packages.txt.
AUDITED ?= bench explore-bench queueing formal synth lint site plots published planners network-report campaign coverage mutate slurm-test fuzz
audit: deps ## run the targets of AUDITED; a package that one uses and packages.txt does not name fails it
	@$(ENSURE) test; status=0; \
	for target in $(AUDITED); do \
	  echo "== audit: $$target"; \
	  sh tests/packages/traced.sh build/audit/$$target.txt $(MAKE) --no-print-directory $$target || status=1; \
	  trees=$$(case $$target in bench) echo --tree build picker_bench=build,bench;; fuzz) echo --tree build-fuzz fuzz=build,fuzz;; esac); \
	  $(PYTHON) tests/packages/audit.py $$trees --calls build/audit/$$target.txt || status=1; \
	done; exit $$status

fuzz-targets: deps
	@$(ENSURE) fuzz
	@$(CONFIGURE) -B build-fuzz -DCMAKE_BUILD_TYPE=RelWithDebInfo '-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1' \
	  -DCMAKE_CXX_COMPILER=clang++ -DGANTRY_FUZZ=ON
	@cmake --build build-fuzz --target fuzz -j $(JOBS)

bench: deps ## speed of whole simulations, of the interconnect alone, of studies and of the pickers
	@$(ENSURE) bench
	@$(CONFIGURE) -B build $(RELEASE) -DGANTRY_BENCH=ON
	@cmake --build build --target gantry gantry_rtl_models picker_bench one_process -j $(JOBS)
	@$(PYTHON) tests/bench/bench.py $(GANTRY) build/bench $(BENCH)
	@$(PYTHON) tests/bench/network_bench.py $(GANTRY) build/bench
	@$(PYTHON) tests/bench/study_bench.py $(GANTRY) build/tests/bench/one_process build/bench
	@build/tests/bench/picker_bench
	@$(PYTHON) tests/bench/build_bench.py $(CXX) build/bench/build $(JOBS)

# A fifth of an hour on two cores; what is in build/explore already is not run again by the same program.
explore-bench: build ## how many points the searches of `gantry sweep` need, into docs/exploration.md
	@$(ENSURE) explore-bench
	@$(PYTHON) tests/bench/explore_bench.py $(GANTRY) build/explore --jobs $(JOBS) --page docs/exploration.md \
	  --picture docs/images/exploration.svg

queueing: build ## streams and batch serving against the closed forms of M/M/c, M/D/1 and M/G/1 (three minutes)
	@$(ENSURE) queueing
	@$(PYTHON) tests/queueing/queueing.py $(GANTRY) build/queueing --jobs $(JOBS)

slurm-test: build ## gantry sweep --slurm on a real Slurm, which loses its node in the middle (three minutes)
	@$(ENSURE) slurm
	@$(PYTHON) tests/slurm/slurm_test.py $(GANTRY) build/slurm

# clang does not know every warning option of g++; fuzz targets and benchmarks are in trees of their own. A tree of its own names each
# unit with its options: files in joined ones, whose headers are then read once. Of what it would build only the headers that Verilator
# writes and the lists of plug-ins are needed. Joined tests have the settings of tests/ beside them.
LINTED := /Unity/|^$(CURDIR)/(model|sim|tests|tb)/.*\.cpp$$
lint: deps ## formatting, clang-tidy, and mypy on the types of the Python module; any finding is an error
	@$(ENSURE) test lint
	@$(CONFIGURE) -B build-lint -DCMAKE_BUILD_TYPE=Release -DGANTRY_TESTS=ON -DGANTRY_UNITY=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
	@cmake --build build-lint --target tb/all plug_in_lists -j $(JOBS)
	@cp tests/.clang-tidy build-lint/tests/
	@$(SOURCES) | xargs clang-format --dry-run -Werror
	@MYPYPATH=sim/python mypy --strict --cache-dir=build-lint/mypy sim/python/gantry/__init__.pyi tests/python/typed_use.py
	@sed -n 's/^ *"file": "\(.*\)",*$$/\1/p' build-lint/compile_commands.json | grep -E '$(LINTED)' | LC_ALL=C sort -u | \
	  xargs -P $(JOBS) -n 1 clang-tidy -p build-lint --quiet --header-filter='/(model|sim|tests|tb)/.*' --checks=-bugprone-suspicious-include \
	  --extra-arg=-Wno-unknown-warning-option

format: ## rewrite the sources in the house format
	@$(ENSURE) lint
	@$(SOURCES) | xargs clang-format -i

fuzz: fuzz-targets ## libFuzzer on every reader, FUZZ_RUNS executions each (default: 10 million)
	@sh tests/fuzz/run.sh build-fuzz/tests/fuzz $(FUZZ_RUNS) $(JOBS)

site: ## docs as one searchable site: build/site/html/index.html
	@$(ENSURE) site
	@$(PYTHON) docs/scripts/make_site.py . build/site $$(command -v chromium)

plots: python ## redraw the pictures of docs/ that are measured
	@$(ENSURE) plots
	@$(PYTHON) docs/scripts/plot_service.py $(GANTRY) docs/picker_service.svg
	@$(PYTHON) docs/scripts/plot_partition.py $(GANTRY) $(WORKLOADS)/wfcommons/montage-chameleon-2mass-005d-001.json \
	  docs/images/partition_montage.svg --parts 4 --critical bytes:0.2 --initial cluster
	@$(PYTHON) docs/scripts/plot_serving.py $(GANTRY) build/serving docs/images/serving.svg
	@$(PYTHON) docs/scripts/plot_stores.py $(GANTRY) build/stores docs/images/stores.svg
	@$(PYTHON) docs/scripts/plot_studies.py $(GANTRY) build/studies docs/images
	@$(PYTHON) docs/scripts/draw_waves.py rtl docs/images
	@PYTHONPATH=build/python $(PYTHON) docs/scripts/plot_python.py docs/images/python_resnet50.svg

published: build ## measure the tables and the picture of docs/published.md: published schedulers, rebuilt (some minutes)
	@$(ENSURE) published
	@$(PYTHON) docs/scripts/measure_published.py $(GANTRY) build/published docs/published.md docs/images/published.svg

# WORKLOADS: a folder with partition/*.graph and known_cuts.csv, wfcommons/*.json, dnn-placement/ with known_loads.csv, and pipedream/*.txt.
planners: build ## measure the tables of docs/planners again, on the files in WORKLOADS, and redraw their pictures
	@$(ENSURE) plots
	@$(PYTHON) docs/scripts/partition_tables.py $(GANTRY) $(WORKLOADS) docs/planners/partition.md
	@$(PYTHON) docs/scripts/measure_list.py $(GANTRY) $(WORKLOADS) build/planners docs/planners.md
	@$(PYTHON) docs/scripts/plot_list.py docs/images/list_qr_05.svg build/planners/picture.heft.json \
	  build/planners/picture.cpop.json build/planners/picture.workload_order.json
	@cp build/planners/plan_compare.svg docs/images/plan_compare.svg
	@$(PYTHON) docs/scripts/measure_periodic.py $(GANTRY) $(WORKLOADS) build/planners docs/planners/periodic.md
	@$(GANTRY) plan periodic build/planners/montage.yaml --processors 6 --cycles-per-byte 0.03125 \
	  -o build/planners/picture.json > build/planners/picture.txt
	@$(PYTHON) docs/scripts/plot_periodic.py build/planners/picture.json docs/images/periodic_montage.svg
	@$(PYTHON) docs/scripts/measure_pipeline.py $(GANTRY) $(WORKLOADS) build/planners docs/planners/pipeline.md
	@$(PYTHON) docs/scripts/plot_pipeline.py build/planners/vgg16.json docs/images/pipeline_vgg16.svg

synth: ## area and clock of the RTL (LIBERTY=FILE: on other cells), into docs/synthesis.md
	@$(ENSURE) synth
	@sh rtl/synth/run.sh build/synth $(JOBS) $(LIBERTY)

formal: ## all proofs of the picker in Verilog (FORMAL=names: only these)
	@$(ENSURE) formal
	@$(PYTHON) tb/formal/prove.py $(FORMAL)

formal-mutants: ## known faults in a copy of the RTL: each must make its proof fail
	@$(ENSURE) formal
	@$(PYTHON) tb/formal/prove.py --mutants $(FORMAL)

golden: rtl ## rewrite the generated inputs and expected results; read the diff as code
	@$(ENSURE) test
	@$(PYTHON) sim/experiments/make_networks.py
	@$(PYTHON) sim/experiments/make_cholesky.py
	@$(PYTHON) tests/oracle/make_stimuli.py $(PICKER_GOLDEN)
	@for suite in sim/experiments/suites/*.yaml; do $(GANTRY) regress $$suite --update --jobs $(JOBS) || exit 1; done
	@$(MAKE) --no-print-directory configure-tests && cmake --build build --target house_tests machine_tests check_tests -j $(JOBS)
	@GANTRY_REWRITE_PAGES=1 build/tests/house_tests '-#' '[#guide_test],[#querying_page_test]'
	@GANTRY_REWRITE_PAGES=1 build/tests/machine_tests '-#' '[#showcases_test],[#hand_over_test]'
	@GANTRY_REWRITE_PAGES=1 build/tests/check_tests '-#' '[#seeds_test]'

clean: ## remove the build trees and the default output directory
	rm -rf build build-asan build-executed build-fuzz build-lint build-boundaries build-coverage out

# One process per core, each with its own seed and an equal share of the rounds. Then the long proofs; each part runs even
# if the one before fails, so that one call shows everything.
campaign: configure-tests ## the RTL in lockstep over CAMPAIGN_ROUNDS rounds (default: 1 billion) and CAMPAIGN_CYCLES of the dispatch core, then the long proofs
	@cmake --build build --target picker_campaign dispatch_core_campaign block_bench -j $(JOBS)
	@share=$$(( ($(CAMPAIGN_ROUNDS) + $(JOBS) - 1) / $(JOBS) )); mkdir -p build/campaign; status=0; \
	echo "== lockstep: $(JOBS) processes of $$share rounds each"; \
	seq $(CAMPAIGN_SEED) $$(( $(CAMPAIGN_SEED) + $(JOBS) - 1 )) | xargs -P $(JOBS) -I @ sh -c \
	  "build/tb/picker_campaign --rounds $$share --seed @ > build/campaign/seed_@.txt" || status=1; \
	cat build/campaign/seed_*.txt; rm -f build/campaign/seed_*.txt; \
	share=$$(( ($(CAMPAIGN_CYCLES) + $(JOBS) - 1) / $(JOBS) )); \
	echo "== lockstep of the dispatch core: $(JOBS) processes of $$share cycles each"; \
	seq $(CAMPAIGN_SEED) $$(( $(CAMPAIGN_SEED) + $(JOBS) - 1 )) | xargs -P $(JOBS) -I @ sh -c \
	  "build/tb/dispatch_core_campaign --cycles $$share --seed @ > build/campaign/core_@.txt" || status=1; \
	cat build/campaign/core_*.txt; rm -f build/campaign/core_*.txt; \
	echo "== bench of the blocks behind pins: $(JOBS) processes"; \
	seq $(CAMPAIGN_SEED) $$(( $(CAMPAIGN_SEED) + $(JOBS) - 1 )) | xargs -P $(JOBS) -I @ sh -c \
	  "build/tb/block_bench --cycles 4000000 --seed @ > build/campaign/block_@.txt" || status=1; \
	cat build/campaign/block_*.txt; rm -f build/campaign/block_*.txt; \
	echo "== proofs: the long ones of tb/formal/proofs.txt"; \
	$(PYTHON) tb/formal/prove.py --tier long || status=1; \
	if [ $$status = 0 ]; then echo "== campaign passed"; else echo "== campaign FAILED, see above"; fi; exit $$status

fault-campaign: configure-tests ## FAULT_RUNS random machines with random faults (default: 2,000) in both kernels; FAULT_BUILD: another build tree
	@cmake --build $(FAULT_BUILD) --target sc_tests -j $(JOBS)
	@share=$$(( ($(FAULT_RUNS) + $(JOBS) - 1) / $(JOBS) )); seq 0 $$(( $(JOBS) - 1 )) | xargs -P $(JOBS) -I @ sh -c \
	  "GANTRY_RUNS=$$share GANTRY_SEEDS=\$$(( $(CAMPAIGN_SEED) + @ * 1000000 )) $(FAULT_BUILD)/tests/sc_tests '[fault_campaign]'"

cut-campaign: configure-tests ## CUT_RUNS random runs (default: 1,000), cut at CUTS random cycles each (10), in both kernels; CUT_BUILD: another build tree
	@cmake --build $(CUT_BUILD) --target scheduler_tests -j $(JOBS)
	@share=$$(( ($(CUT_RUNS) + $(JOBS) - 1) / $(JOBS) )); seq 0 $$(( $(JOBS) - 1 )) | xargs -P $(JOBS) -I @ sh -c \
	  "GANTRY_RUNS=$$share GANTRY_CUTS=$(CUTS) GANTRY_SEEDS=\$$(( $(CAMPAIGN_SEED) + @ * 1000000 )) $(CUT_BUILD)/tests/scheduler_tests '[cut_campaign]'"

rtl-campaign: configure ## pickers of one's own (RTL_PICKERS) against the model's policies, OWN_ROUNDS rounds of each size
	@cmake --build build --target rtl_picker_campaign -j $(JOBS)
	@build/tb/rtl_picker_campaign --rounds $(OWN_ROUNDS) --seed $(CAMPAIGN_SEED) $(if $(PICKER),--picker $(PICKER))

# Small, and different in everything; another tree, since counting takes its time.
COVERAGE_MODELS := 4:1:0:0:0:2:1:1 4:3:8:8:0:17:0:1 5:5:4:12:1:10:1:2 8:2:3:0:1:10:0:2 9:3:16:16:0:17:1:2 16:3:8:8:0:32:1:1 6:5:8:8:0:12:2:1
coverage: deps ## lines, toggles and cover points of the RTL under the campaign's traffic; a point left without a reason fails
	@$(ENSURE) test
	@$(CONFIGURE) -B build-coverage $(RELEASE) -DGANTRY_TESTS=ON -DGANTRY_RTL_COVERAGE=ON '-DGANTRY_CAMPAIGN_MODELS=$(COVERAGE_MODELS)'
	@cmake --build build-coverage --target picker_campaign -j $(JOBS)
	@$(PYTHON) tb/verification/coverage.py build-coverage/tb/picker_campaign build-coverage/rtl tb/verification/uncovered.txt 600000

configurations: build ## the program without SystemC, without RTL (the same files), and as a part of another project
	@sh tests/configurations.sh $(GANTRY) build/configurations -G Ninja $(RELEASE) $(LAUNCHER)

# Parameters on both sides of each value at which a width turns over, which the Verilog itself tells; the largest take minutes to compile.
boundary_sets = $$($(PYTHON) tb/verification/boundaries.py rtl $(1) --models)
boundaries: configure-tests ## the RTL in lockstep at the boundaries of all its widths (an hour)
	@$(CONFIGURE) -B build-boundaries $(RELEASE) -DGANTRY_TESTS=ON "-DGANTRY_CAMPAIGN_MODELS=$(call boundary_sets,gantry_picker)" \
	  "-DGANTRY_CORE_CAMPAIGN_MODELS=$$($(PYTHON) tb/verification/boundaries.py rtl gantry_dispatch_core --models | tr ' ' ';')" \
	  "-DGANTRY_DECOMPOSER_MODELS=$(call boundary_sets,gantry_decomposer)"
	@cmake --build build-boundaries --target picker_campaign dispatch_core_campaign block_bench -j $(JOBS)
	@status=0; for bench in "picker_campaign --rounds 4000000" "dispatch_core_campaign --cycles 4000000" "block_bench --cycles 60000"; do \
	  build-boundaries/tb/$$bench || { [ $$? = 3 ] || status=1; }; done; exit $$status

flips: configure-tests ## bits of the RTL's registers flipped at random times, and what becomes of it, into docs/verification_kit.md
	@cmake --build build --target picker_vectors dispatch_core_campaign block_bench -j $(JOBS)
	@$(PYTHON) -B tb/verification/flips.py build/tb/verification/picker_vectors build/tb/dispatch_core_campaign build/tb/block_bench rtl \
	  build/flips docs/verification_kit.md $(FLIPS) $(JOBS)

mutate: configure-tests ## faults in a copy of the RTL, one at a time: the campaign has to find each
	@$(PYTHON) tb/verification/mutate.py . build/mutate $(JOBS)

# REFERENCE: a folder with figures of another simulator (docs/network.md names them); not part of this project.
network-report: build ## the interconnect against reference figures: tables and curves of docs/network.md
	@$(ENSURE) plots
	@$(PYTHON) docs/scripts/network_report.py $(GANTRY) $(REFERENCE) build/network docs/network.md docs/images
