# Sourced by the scripts that need what this machine may lack: packages of Debian, unpacked in a folder, packages
# of PyPI, in an environment of their own, and standard libraries for other targets. What is fetched stays in $cache.
# Nothing is installed, but by `installed`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cache=${GELU_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gelu-ci}
debian=$cache/debian-1
mkdir -p "$debian"

# Once more if the first time fails, as a download may.
twice() { "$@" || { echo "once more: $*" >&2 && sleep 2 && "$@"; }; }

# apt-get and apt-cache on Debian 13, whatever this machine runs; its lists are fetched once.
apt() { APT_CONFIG=$cache/apt/apt.conf "$@"; }
apt_lists() {
    [ ! -e "$cache/apt/complete" ] || return 0
    local keys=/usr/share/keyrings/debian-archive-keyring.gpg mirror=${DEBIAN_MIRROR:-}
    [ "$mirror" ] || mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 -E '/debian/?$') ||
        { echo "not a Debian: set DEBIAN_MIRROR, and install debian-archive-keyring" >&2; return 1; }
    echo "fetching Debian's lists of packages" >&2
    mkdir -p "$cache"/apt/{etc/apt.conf.d,etc/preferences.d,lists/partial,archives/partial}
    : > "$cache/apt/status"
    printf '%s [signed-by='"$keys] $mirror %s main\n" 'deb' trixie deb trixie-backports deb-src trixie |
        sed 's/^deb \[/deb [arch=amd64 /' > "$cache/apt/etc/sources.list"
    cat > "$cache/apt/apt.conf" <<END
Dir::Etc "$cache/apt/etc"; Dir::State::lists "$cache/apt/lists"; Dir::State::status "$cache/apt/status";
Dir::Cache "$cache/apt"; APT::Sandbox::User "root"; Acquire::Languages "none";
END
    twice apt apt-get -qq update
    touch "$cache/apt/complete"
}

# PACKAGE[=VERSION]…: unpacks Debian's packages, without what they depend on, in $debian. Several scripts
# may want the same at the same time.
packages() (
    exec 9> "$cache/packages.lock"
    flock 9
    for package in "$@"; do
        [ ! -e "$debian/.has-${package//\//_}" ] || continue
        apt_lists
        echo "fetching Debian's package $package" >&2
        rm -rf "$cache/download" && mkdir "$cache/download" && cd "$cache/download"
        twice apt apt-get -qq download "$package"
        dpkg-deb -x ./*.deb "$debian"
        touch "$debian/.has-${package//\//_}"
    done
)

# PACKAGE COMMAND…: installs a package of Debian if a command that needs it fails. For what can't be run from
# another folder than its own, as compilers.
installed() {
    "${@:2}" > /dev/null 2>&1 && return
    echo "installing Debian's package $1" >&2
    twice apt-get -qq update
    DEBIAN_FRONTEND=noninteractive twice apt-get -qq install "$1"
}

# PACKAGE==VERSION…: makes `python` an interpreter that has these packages of PyPI, without what they depend on.
python_with() {
    installed python3-venv python3 -c 'import ensurepip'
    local environment missing messages
    environment=$cache/python-$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    python=$environment/bin/python
    export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
    exec 8> "$environment.lock"
    flock 8
    "$python" -m pip --version > /dev/null 2>&1 || python3 -m venv --clear "$environment"
    missing=$("$python" - "$@" << 'END'
import sys
from importlib.metadata import distributions

present = {f"{package.name}=={package.version}" for package in distributions()}
print(*(package for package in sys.argv[1:] if package not in present))
END
    )
    if [ "$missing" ]; then
        echo "fetching PyPI's packages $missing" >&2
        # Pip complains of each dependency that is missing: to be heard only if it fails.
        # shellcheck disable=SC2086 # a list
        messages=$(twice "$python" -m pip install --quiet --no-deps $missing 2>&1) ||
            { echo "$messages" >&2; return 1; }
    fi
    exec 8>&-
}

# The same, with the package of this checkout and what its arrays are of.
python_with_gelu() {
    local package=$PWD/target/python
    python_with numpy==2.4.6 ml_dtypes==0.6.0 maturin==1.16.0 "$@"
    # Without isolation, as that would fetch maturin each time.
    PATH=${python%/*}:$PATH CARGO_TARGET_DIR=$PWD/target/python-build "$python" -m pip install --quiet \
        --no-build-isolation --no-deps --upgrade --target "$package" ./python
    export PYTHONPATH=$package
}

# Makes RUSTC a compiler that has the source of its standard library, and `build` the arguments to cargo that
# build as much of it as $2 says for the target $1, if rustup hasn't that target installed.
standard_library() {
    local sysroot version shadow
    sysroot=$(rustc --print sysroot)
    build=(--target "$1")
    [ ! -d "$sysroot/lib/rustlib/$1" ] || return 0
    build+=("-Zbuild-std=$2")
    export RUSTC_BOOTSTRAP=1
    version=$(rustc --version | cut -d' ' -f2)
    shadow=$cache/sysroot-$version
    if [ ! -e "$shadow/complete" ]; then
        local source=$sysroot/lib/rustlib/src/rust/library
        if [ ! -d "$source" ]; then
            apt_lists
            local package
            package=$(apt apt-cache madison rust-src | awk -v v="$version" 'index($3, v "+") == 1 { print $3; exit }')
            [ "$package" ] || { echo "Debian has no rust-src $version: rustup target add $1" >&2; return 1; }
            packages "rust-src=$package"
            source=$debian/usr/src/rustc-$version/library
        fi
        # A sysroot of links to the compiler's own, with the source added.
        mkdir -p "$shadow/lib/rustlib/src/rust"
        for entry in "$sysroot"/lib/rustlib/*; do
            [ "${entry##*/}" = src ] || ln -sfn "$entry" "$shadow/lib/rustlib/${entry##*/}"
        done
        ln -sfn "$source" "$shadow/lib/rustlib/src/rust/library"
        printf '#!/bin/sh\nexec %q --sysroot %q "$@"\n' "$sysroot/bin/rustc" "$shadow" > "$shadow/rustc"
        chmod +x "$shadow/rustc"
        touch "$shadow/complete"
    fi
    export RUSTC=$shadow/rustc
}

# Runs the commands on standard input, two at a time, and shows what each printed, in full if it failed. Once $deadline
# seconds of this shell are over, if it is set, no further one begins. Fails if one of them fails.
two_at_a_time() {
    local command running=0 failed=0
    while read -r command; do
        if [ "$running" = 2 ]; then
            wait -n || failed=1
            running=1
        fi
        if [ "$SECONDS" -ge "${deadline:-$((SECONDS + 1))}" ]; then
            echo "== $command: left out, as $((SECONDS / 60)) minutes have passed"
            continue
        fi
        in_one_piece "$command" &
        running=$((running + 1))
    done
    while [ "$running" -gt 0 ]; do
        wait -n || failed=1
        running=$((running - 1))
    done
    return "$failed"
}

# The output of a command once it has ended: the end of it, or all if it failed.
in_one_piece() {
    local log start=$SECONDS
    log=$(mktemp)
    # shellcheck disable=SC2086 # a command and its arguments
    if $1 > "$log" 2>&1 < /dev/null; then
        echo "== $1: $((SECONDS - start)) s"
        tail -n 3 "$log"
        rm "$log"
    else
        cat "$log"
        echo "== $1 FAILED after $((SECONDS - start)) s"
        rm "$log"
        return 1
    fi
}
