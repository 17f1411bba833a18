#!/usr/bin/env bash
# Runs a real S3 object store for tests and for trying Podium: go-s3.sh versitygw, or go-s3.sh seaweedfs. Each is built
# once from its Go module into the user's cache. It runs on free ports and in a new folder until this script or its
# input ends, and is then removed. Prints settings as shell variables: the address and the keys.
set -euo pipefail

declare -A versions=(
  [github.com/versity/versitygw]=v1.8.0
  [github.com/seaweedfs/seaweedfs]=v0.0.0-20261109003541-7506e5f91cd6
)
here=$(dirname "$(realpath "$0")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/podium

# Builds a module's package in its own folder, because it replaces other modules. Prints the program's path.
built() {
  local module=$1 package=$2 version=${versions[$1]} program folder
  program=$cache/$(basename "$module")-$version
  if [[ ! -x $program ]]; then
    mkdir -p "$cache"
    folder=$(cd "$(mktemp -d)" && go mod download -json "$module@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
    (cd "$folder" && go build -o "$program.$$" "$package" && mv "$program.$$" "$program") >&2
  fi
  echo "$program"
}

case ${1:-} in
  versitygw) program=$(built github.com/versity/versitygw ./cmd/versitygw) ;;
  seaweedfs) program=$(built github.com/seaweedfs/seaweedfs ./weed) ;;
  *)
    echo "usage: go-s3.sh versitygw | seaweedfs" >&2
    exit 2
    ;;
esac

folder=$(mktemp -d "${TMPDIR:-/tmp}/podium-$1-XXXXXX")
pid=
finish() {
  trap - EXIT
  if [[ -n $pid ]]; then
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 0' TERM INT HUP

mapfile -t ports < <(node "$here/free-ports.mjs" 10)
port=${ports[0]}
mkdir "$folder"/{data,versions}
if [[ $1 == versitygw ]]; then
  ROOT_ACCESS_KEY=podium ROOT_SECRET_KEY=testing "$program" --quiet --port "127.0.0.1:$port" \
    posix --versioning-dir "$folder/versions" "$folder/data" </dev/null >"$folder/log" 2>&1 &
else
  cat >"$folder/keys.json" <<'KEYS'
{"identities": [{"name": "podium", "credentials": [{"accessKey": "podium", "secretKey": "testing"}], "actions": ["Admin"]}]}
KEYS
  "$program" server -ip=127.0.0.1 -ip.bind=127.0.0.1 -dir="$folder/data" \
    -master.port="${ports[1]}" -master.port.grpc="${ports[2]}" -master.volumeSizeLimitMB=64 \
    -volume.port="${ports[3]}" -volume.port.grpc="${ports[4]}" -volume.max=40 \
    -filer -filer.port="${ports[5]}" -filer.port.grpc="${ports[6]}" \
    -s3 -s3.port="$port" -s3.port.grpc="${ports[7]}" -s3.port.iceberg="${ports[8]}" -s3.config="$folder/keys.json" \
    </dev/null >"$folder/log" 2>&1 &
fi
pid=$!

answers() {
  { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 1
  printf 'GET / HTTP/1.0\r\n\r\n' >&3
  IFS= read -r -t 5 line <&3 || line=
  exec 3<&-
  [[ $line == *' 403 '* || $line == *' 401 '* ]]
}
until answers; do
  if ! kill -0 "$pid" 2>/dev/null; then
    echo "$1 ended: $(tail -n 5 "$folder/log")" >&2
    exit 1
  fi
  sleep 0.05
done

cat <<SETTINGS
PODIUM_OBJECTS_URL='s3://?endpoint=http://127.0.0.1:$port&region=us-east-1&path_style=1'
AWS_ACCESS_KEY_ID=podium
AWS_SECRET_ACCESS_KEY=testing
STORE_PID=$pid
SETTINGS
while read -r _; do :; done
