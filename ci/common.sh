# Sourced by the scripts that need what this machine may lack: packages of Debian, unpacked in a folder, and
# standard libraries for other targets. Nothing is installed. What is fetched stays in $cache.
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
