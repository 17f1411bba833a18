#!/usr/bin/env bash
# Runs a real S3 object store for tests and for trying Podium: OpenStack Swift with its s3api, from Debian's packages.
# It runs on free ports and in a new folder until this script or its input ends, and is then removed. Prints settings as
# shell variables: the address and the keys. Only pages of the origin in SWIFT_CORS_ORIGIN, if set, may send to it.
set -euo pipefail

packages=(swift-proxy swift-account swift-container swift-object memcached)
missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -Wf '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "Swift needs Debian packages that are not installed here: apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 1
fi

here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d "${TMPDIR:-/tmp}/podium-swift-XXXXXX")
declare -A pids=()

finish() {
  trap - EXIT
  local name
  for name in "${!pids[@]}"; do kill -CONT "${pids[$name]}" 2>/dev/null && kill -TERM "${pids[$name]}" 2>/dev/null || true; done
  for name in "${!pids[@]}"; do wait "${pids[$name]}" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 0' TERM INT HUP

mkdir -p "$folder"/{disk/d1,cache}

read -r account container object proxy memcached < <(node "$here/free-ports.mjs" 5 | xargs)
# The rings place everything on this disk. Another Python may come first in PATH.
/usr/bin/python3 - "$folder" "$account" "$container" "$object" <<'PYTHON'
import os, sys
from swift.common.ring import RingBuilder

folder, *ports = sys.argv[1:]
try:
    os.setxattr(folder + '/disk', 'user.swift.metadata', b'x' * 2000)
except OSError:
    sys.exit('Swift needs a file system with user attributes, such as ext4 or xfs: set TMPDIR to a folder on one.')
for name, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{name}.ring.gz')
PYTHON

# Names exceed the limit of S3 by the suffix that s3api appends to those of parts.
cat >"$folder/swift.conf" <<CONF
[swift-hash]
swift_hash_path_suffix = podium
[storage-policy:0]
name = only
default = yes
[swift-constraints]
max_object_name_length = 1100
CONF

# One process each. Timeouts are long, because a machine that is busy with tests has no broken disk.
common() {
  echo "[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $1
user = $(id -un)
swift_dir = $folder
devices = $folder/disk
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
workers = 0
log_level = WARNING
conn_timeout = 5
node_timeout = 60
client_timeout = 60"
}
for name in account container object; do
  cat >"$folder/$name.conf" <<CONF
$(common "${!name}")
container_update_timeout = 60
[pipeline:main]
pipeline = healthcheck $name-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:$name-server]
use = egg:swift#$name
recon_cache_path = $folder/cache
log_requests = false
CONF
done
cat >"$folder/proxy.conf" <<CONF
$(common "$proxy")
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
cors_allow_origin = ${SWIFT_CORS_ORIGIN:-}
error_suppression_interval = 1
error_suppression_limit = 1000
node_timeout = 60
recoverable_node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$memcached
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
cors_preflight_allow_origin = ${SWIFT_CORS_ORIGIN:-}
max_upload_part_num = 10000
[filter:tempauth]
use = egg:swift#tempauth
user_podium_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
max_manifest_size = 16777216
CONF

# Swift reads swift.conf from /etc unless another path is set before anything else of it is loaded.
cat >"$folder/launch.py" <<'PYTHON'
import runpy, sys
from swift.common import utils
utils.set_swift_dir(sys.argv[1])
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name='__main__')
PYTHON

begin() {
  local name=$1
  shift
  "$@" </dev/null >"$folder/$name.log" 2>&1 &
  pids[$name]=$!
}
as=()
[[ $(id -u) != 0 ]] || as=(-u root)
begin memcached memcached "${as[@]}" -l 127.0.0.1 -p "$memcached" -U 0 -m 16 -t 1
for name in account container object proxy; do
  begin "$name" /usr/bin/python3 "$folder/launch.py" "$folder" "/usr/bin/swift-$name-server" "$folder/$name.conf" -v
done

answers() {
  { exec 3<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null || return 1
  local line=' 200 '
  if [[ $2 != memcached ]]; then
    printf 'GET /healthcheck HTTP/1.0\r\n\r\n' >&3
    IFS= read -r -t 5 line <&3 || line=
  fi
  exec 3<&-
  [[ $line == *' 200 '* ]]
}
for name in memcached account container object proxy; do
  until answers "${!name}" "$name"; do
    if ! kill -0 "${pids[$name]}" 2>/dev/null; then
      echo "Swift's $name ended: $(tail -n 5 "$folder/$name.log")" >&2
      exit 1
    fi
    sleep 0.05
  done
done

cat <<SETTINGS
PODIUM_OBJECTS_URL='s3://?endpoint=http://127.0.0.1:$proxy&region=us-east-1&path_style=1'
AWS_ACCESS_KEY_ID=podium:tester
AWS_SECRET_ACCESS_KEY=testing
STORE_PID=${pids[proxy]}
SETTINGS
while read -r _; do :; done
