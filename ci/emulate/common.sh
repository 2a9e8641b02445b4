# Sourced by what runs the tests elsewhere.
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
results=target/emulate/results
mkdir -p "$results"
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0
# The digests stand for accuracy, as they are those of a machine where every input was checked; walks over many inputs, and
# many random cases, would take an emulator minutes.
cases=${PROPTEST_CASES:-16}
few=(--skip inputs_all_over --skip the_shared_computation --skip subnormal_results --skip neighbours_of_the_roots
    --skip whatever_the_fused_instruction_set)
# What this processor has.
native=portable-unfused
if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then native+=" avx2-fused"; fi
if grep -qw avx512f /proc/cpuinfo; then native+=" avx512-fused"; fi

# For another target or compiler, in a folder of its own.
tests() { cargo "$1" --quiet --release --manifest-path ci/emulate/Cargo.toml --target-dir "$folder" "${@:2}"; }

# The programs of the same tests as built for this machine, with all others.
programs() {
    local workspace=(cargo test --quiet --release --workspace --no-run)
    "${workspace[@]}"
    "${workspace[@]}" --message-format=json |
        sed -nE 's/.*"executable":"([^"]*\/deps\/(accuracy|digest|guard_pages|halves|interface|same_bits)-[^"]*)".*/\1/p'
}

# OUTPUT [OPTIONS…]: builds the program that has faults on purpose.
planted() { rustc --edition 2024 -O ci/emulate/planted.rs -o "$@"; }

# TARGET TIERS LOG: a line of the table, from what the tests wrote; that the tiers are these is one of them. Fails if a
# test failed, none has run, or no digests were compared where they should have been.
report() {
    awk -v target="$1" -v tiers="$2" -v compare="${compare_digests:-1}" '
        { sub(/\r$/, "") }
        /test result: / { passed += $4; failed += $6 }
        /[0-9]+ of [0-9]+ digests equal on / {
            match($0, /[0-9]+ of [0-9]+ digests equal on .*/); split(substr($0, RSTART), word, " ")
            equal += word[1]; total += word[3]
        }
        END {
            good = passed > 0 && !failed && (compare ? total > 0 && equal == total : !total)
            digests = compare ? equal + 0 " of " total + 0 : "not compared"
            printf "%-34s | %-50s | %12s | %s%s\n", target, tiers, passed + 0 " passed", digests, good ? "" : " FAILED"
            exit !good
        }' "$3" > "$results/$1" && cat "$results/$1" || { tail -n 40 "$3"; cat "$results/$1"; return 1; }
}

# NAME EXPECTED COMMAND…: runs the tests with what COMMAND adds, and reports.
run_tests() {
    local name=$1 log=$results/$1.log failed=0
    rm -f "$results/$name"
    EXPECT_ISAS=$2 PROPTEST_CASES=$cases RUST_BACKTRACE=0 "${@:3}" > "$log" 2>&1 || failed=1
    report "$name" "$2" "$log" && [ "$failed" = 0 ] || { echo "$name failed: $log" >&2; return 1; }
}

# What `report` has said of all targets since $results was emptied.
table() {
    printf '%-34s | %-50s | %12s | %s\n' target tiers "" "digests equal"
    find "$results" -type f ! -name '*.log' -exec cat {} + | sort
}
