#!/usr/bin/env bash
# Runs a real Kubernetes 1.20 with one node on this machine, for tests and for trying Podium, from packages of Debian 12.
# It runs as root, in its own namespaces and control groups, without internet access, and in one folder beside its
# archive. `down` stops it and removes everything it created.
#
#   make                    builds Kubernetes into the archive, which takes a quarter of an hour
#   up                      starts it, and prints settings for `npm run test:kubernetes`
#   load ARCHIVE            loads an image of scripts/build-image.mjs into the node
#   status                  lists its running parts
#   kill NAME, start NAME   for etcd, apiserver, kcm, scheduler, containerd and kubelet
#   sh COMMAND …            runs a command on the node
#   down
set -euo pipefail
umask 022

self=$(readlink -f "$0")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/podium
archive=$cache/kubernetes-1.20.tar.xz
folder=$cache/kubernetes
programs=(kube-apiserver kube-controller-manager kube-scheduler kubelet)
components=(etcd containerd apiserver kcm scheduler kubelet)
# In the network for benchmarks, 198.18.0.0/15, in which no machine should have an address.
machine=198.18.0.1
node=198.18.0.2
pods=198.18.1.0/24
export PATH=$folder/bin:/usr/sbin:/usr/bin:/sbin:/bin

refuse() {
  echo "$*" >&2
  exit 1
}

needs_debian_and_root() {
  local ID='' VERSION_ID=''
  # shellcheck disable=SC1091
  . /etc/os-release
  [[ $ID:$VERSION_ID == debian:12 ]] || refuse 'This laboratory is made of packages of Debian 12, which this machine does not run.'
  [[ $(id -u) == 0 ]] || refuse 'A node makes containers, so this script needs root.'
}

needs_packages() {
  local package missing=()
  for package in "$@"; do
    [[ $(dpkg-query -Wf '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((!${#missing[@]})) || refuse "It needs Debian packages that are not installed here: apt-get install --no-install-recommends ${missing[*]}"
}

# ---- The archive

make_archive() {
  needs_debian_and_root
  needs_packages ca-certificates golang-1.19-go golang-github-modern-go-reflect2-dev make patch rsync xz-utils
  mkdir -p "$cache"
  local work
  work=$(mktemp -d "$cache/kubernetes-make-XXXXXX")
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  # The sources of Debian 12 from this machine's package mirrors, because most machines list no sources.
  mkdir -p "$work/lists/partial" "$work/gopath/src/k8s.io/kubernetes"
  apt-get indextargets --format 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(REPO_URI) $(RELEASE) main' \
    'Created-By: Packages' 'Component: main' 'Release: bookworm' >"$work/sources.list"
  [[ -s $work/sources.list ]] || refuse 'This machine takes no packages of Debian 12, from which Kubernetes is built.'
  local apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$work/lists" -o APT::Sandbox::User=root)
  "${apt[@]}" update
  cd "$work"
  "${apt[@]}" source --download-only kubernetes
  cd gopath/src/k8s.io/kubernetes
  tar -xzf "$work"/kubernetes_*.orig.tar.gz --strip-components=1
  tar -xJf "$work"/kubernetes_*.debian.tar.xz
  local change
  while read -r change; do patch -s -p1 <"debian/patches/$change"; done <debian/patches/series
  # The bundled reflect2 crashes when built with Go after 1.17.
  rm vendor/github.com/modern-go/reflect2/*.{go,s}
  cp /usr/share/gocode/src/github.com/modern-go/reflect2/*.{go,s} vendor/github.com/modern-go/reflect2/
  # Without Docker, the kubelet would wait for it for five seconds at each start.
  sed -i '/func RootDir/,/^}/s/rootDirRetryPeriod/time.Millisecond/' vendor/github.com/google/cadvisor/container/docker/factory.go
  printf '%s\n' KUBE_GIT_COMMIT=debian KUBE_GIT_TREE_STATE=clean KUBE_GIT_VERSION=v1.20.2 KUBE_GIT_MAJOR=1 KUBE_GIT_MINOR=20 >"$work/version"
  HOME=$work GOPATH=$work/gopath GOPROXY=off GO111MODULE=auto CGO_ENABLED=0 PATH=/usr/lib/go-1.19/bin:$PATH \
    KUBE_GIT_VERSION_FILE=$work/version KUBE_STATIC_OVERRIDES=kubelet \
    nice make GOLDFLAGS='-s -w' WHAT="${programs[*]/#/cmd/}"
  tar -C _output/bin -cf - "${programs[@]}" | nice xz -T2 >"$work/archive"
  mv "$work/archive" "$archive"
  ls -l "$archive"
}

# ---- The node

is_up() { [[ -s $folder/node.pid ]] && grep -qs podium-kubernetes "/proc/$(<"$folder/node.pid")/cgroup"; }

needs_node() { is_up || refuse "There is no node at $folder: scripts/kubernetes.sh up"; }

# Runs a command in the namespaces and the control groups of the node.
in_node() (
  needs_node
  while read -r group; do echo "$BASHPID" >"$group/cgroup.procs"; done <"$folder/groups"
  exec nsenter --target "$(<"$folder/node.pid")" --mount --net --pid --cgroup -- "$@"
)

# The first process of the node, which keeps running.
node() {
  local pid setting hierarchy names
  # Uses the machine's pid, because its /proc is still mounted here.
  read -r pid _ </proc/self/stat
  mount --make-rprivate /
  mount -t proc proc /proc
  # The kubelet would set these for the whole machine if they had other values.
  for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
    [[ -e /proc/sys/${setting%=*} ]] || continue
    echo "${setting#*=}" >"$folder/etc/${setting##*/}"
    mount --bind "$folder/etc/${setting##*/}" "/proc/sys/${setting%=*}"
  done
  umount --recursive --lazy /sys
  mount -t sysfs sysfs /sys
  mount -t tmpfs tmpfs /sys/fs/cgroup
  while IFS=: read -r _ names _; do
    [[ -n $names ]] || continue
    hierarchy=/sys/fs/cgroup/${names#name=}
    mkdir "$hierarchy"
    mount -t cgroup -o "$names" cgroup "$hierarchy"
  done </proc/self/cgroup
  for each in run var/lib var/log; do mount --bind "$folder/$each" "/$each"; done
  mount --make-rshared /
  ip link set lo up
  echo 1 >/proc/sys/net/ipv4/ip_forward
  echo "$pid" >"$folder/node.pid"
  exec catatonit -P
}

component() {
  echo $$ >"$folder/$1.pid"
  local key=$folder/etc/key.pem certificate=$folder/etc/certificate.pem authority=$folder/etc/authority.pem
  local client=(--kubeconfig="$folder/kubeconfig")
  case $1 in
    etcd) exec etcd --data-dir "$folder/etcd" --unsafe-no-fsync ;;
    containerd) exec containerd --config "$folder/etc/containerd.toml" ;;
    apiserver)
      exec kube-apiserver --etcd-servers=http://127.0.0.1:2379 --advertise-address="$node" --authorization-mode=RBAC \
        --client-ca-file="$authority" --tls-cert-file="$certificate" --tls-private-key-file="$key" \
        --kubelet-certificate-authority="$authority" --kubelet-client-certificate="$certificate" --kubelet-client-key="$key" \
        --kubelet-preferred-address-types=InternalIP --service-account-issuer=https://kubernetes.default.svc \
        --service-account-signing-key-file="$key" --service-account-key-file="$certificate" --feature-gates=TTLAfterFinished=true
      ;;
    kcm)
      # It exits after waiting for ten seconds.
      until (: <>"/dev/tcp/$node/6443") 2>/dev/null; do sleep 0.2; done
      exec kube-controller-manager "${client[@]}" --leader-elect=false --service-account-private-key-file="$key" \
        --root-ca-file="$authority" --feature-gates=TTLAfterFinished=true
      ;;
    scheduler) exec kube-scheduler "${client[@]}" --leader-elect=false ;;
    kubelet)
      exec kubelet "${client[@]}" --config="$folder/etc/kubelet.yaml" --hostname-override=node --node-ip="$node" \
        --container-runtime=remote --container-runtime-endpoint=unix:///run/containerd/containerd.sock
      ;;
  esac
}

runs() {
  needs_node
  [[ " ${components[*]} " == *" $1 "* ]] || refuse "There is no '$1': it is one of ${components[*]}."
  [[ -s $folder/$1.pid ]] && in_node test -e "/proc/$(<"$folder/$1.pid")"
}
start() { runs "$1" || in_node setsid --fork bash "$self" component "$1" </dev/null >>"$folder/log/$1.log" 2>&1; }
# shellcheck disable=SC2016
stop() { ! runs "$1" || in_node bash -c 'kill -KILL "$1"; while [[ -e /proc/$1 ]]; do sleep 0.05; done' - "$(<"$folder/$1.pid")"; }

# ---- Up and down

unpack() {
  mkdir -p "$folder"/{bin,debian}
  tar -xJf "$archive" -C "$folder/bin"
  cd "$folder/debian"
  # Unpacked, not installed, so that none of them starts by itself or replaces another.
  apt-get -qq -o APT::Sandbox::User=root download catatonit containerd containernetworking-plugins etcd-server runc ||
    refuse 'Their packages could not be fetched: apt-get update'
  for each in *.deb; do dpkg-deb --extract "$each" .; done
  mv usr/bin/{catatonit,containerd,containerd-shim-runc-v2,ctr,etcd} usr/sbin/runc usr/lib/cni "$folder/bin"
  cd "$folder"
  rm -r "$folder/debian"
}

# Servers and clients share one certificate, because the node is for tests.
certify() {
  local new=(openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
  cd "$folder/etc"
  "${new[@]}" -x509 -days 3650 -subj /CN=authority -keyout authority.key -out authority.pem 2>/dev/null
  "${new[@]}" -subj /O=system:masters/CN=podium -keyout key.pem -out request.pem 2>/dev/null
  openssl x509 -req -days 3650 -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -out certificate.pem \
    -extfile <(echo "subjectAltName=IP:$node") 2>/dev/null
  chmod 600 ./*.key key.pem
  cat >"$folder/kubeconfig" <<CONFIG
apiVersion: v1
kind: Config
clusters: [{name: podium, cluster: {server: 'https://$node:6443', certificate-authority-data: $(base64 -w0 authority.pem)}}]
users: [{name: podium, user: {client-certificate-data: $(base64 -w0 certificate.pem), client-key-data: $(base64 -w0 key.pem)}}]
contexts: [{name: podium, context: {cluster: podium, user: podium}}]
current-context: podium
CONFIG
  chmod 600 "$folder/kubeconfig"
}

configure() {
  cat >"$folder/etc/containerd.toml" <<CONFIG
version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  disable_apparmor = true
  # Less than its own is refused where root may not do everything, as in a container.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$folder/bin/cni"
    conf_dir = "$folder/etc/cni"
CONFIG
  mkdir "$folder/etc/cni"
  cat >"$folder/etc/cni/pods.conflist" <<CONFIG
{"cniVersion": "0.4.0", "name": "pods", "plugins": [{"type": "bridge", "bridge": "pods", "isGateway": true, "hairpinMode": true,
  "ipam": {"type": "host-local", "ranges": [[{"subnet": "$pods"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
CONFIG
  # Its disk is the machine's, so a full one must not evict pods or remove images.
  cat >"$folder/etc/kubelet.yaml" <<CONFIG
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {x509: {clientCAFile: $folder/etc/authority.pem}}
tlsCertFile: $folder/etc/certificate.pem
tlsPrivateKeyFile: $folder/etc/key.pem
failSwapOn: false
makeIPTablesUtilChains: false
oomScoreAdj: 0
maxOpenFiles: $(ulimit -Hn)
resolvConf: /dev/null
clusterDNS: [$machine]
evictionHard: {memory.available: 50Mi}
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
volumePluginDir: $folder/etc/plugins
CONFIG
}

# The process that Kubernetes adds to each pod.
pause_image() {
  local image=$folder/pause layer
  mkdir "$image"
  tar -C "$folder/bin" --owner=0 --group=0 -cf "$image/layer.tar" catatonit
  layer=$(sha256sum "$image/layer.tar")
  echo '[{"Config": "config.json", "RepoTags": ["localhost/pause:1"], "Layers": ["layer.tar"]}]' >"$image/manifest.json"
  cat >"$image/config.json" <<CONFIG
{"architecture": "$(dpkg --print-architecture)", "os": "linux", "config": {"Entrypoint": ["/catatonit", "-P"]},
  "rootfs": {"type": "layers", "diff_ids": ["sha256:${layer%% *}"]}}
CONFIG
  tar -C "$image" -c manifest.json config.json layer.tar
}

# Creates a control group for the node in each hierarchy, below the caller's.
make_groups() {
  local names path group
  while IFS=: read -r _ names path; do
    [[ -n $names ]] || continue
    group=/sys/fs/cgroup/${names#name=}${path%/}/podium-kubernetes
    mkdir "$group" || refuse 'It needs to make control groups, and may not here.'
    echo "$group" >>"$folder/groups"
    [[ ! -e $group/cpuset.cpus ]] || for each in cpus mems; do cat "$group/../cpuset.$each" >"$group/cpuset.$each"; done
  done </proc/self/cgroup
  grep -qs /memory "$folder/groups" ||
    refuse "It needs control groups of version 1, as with the kernel's parameter systemd.unified_cgroup_hierarchy=0."
}

begin_node() {
  (
    while read -r group; do echo "$BASHPID" >"$group/cgroup.procs"; done <"$folder/groups"
    exec setsid unshare --mount --net --pid --cgroup --fork bash "$self" node
  ) </dev/null >"$folder/log/node.log" 2>&1 &
  until is_up; do
    kill -0 $! 2>/dev/null || refuse "The node ended: $(tail -n 5 "$folder/log/node.log")"
    sleep 0.05
  done
  ip link add podium-node type veth peer name eth0 netns "$(<"$folder/node.pid")"
  ip address add "$machine/24" dev podium-node
  ip link set podium-node up
  in_node ip address add "$node/24" dev eth0
  in_node ip link set eth0 up
  ip route add "$pods" via "$node"
}

# True if the API server says that the node accepts pods.
is_ready() {
  local seen
  seen=$(curl --silent --max-time 5 --cacert "$folder/etc/authority.pem" --cert "$folder/etc/certificate.pem" --key "$folder/etc/key.pem" \
    "https://$node:6443/api/v1/nodes/node" | tr -d ' \n')
  [[ $seen == *'"type":"Ready","status":"True"'* && $seen != *node.kubernetes.io/not-ready* ]]
}

wait_for() {
  local what=$1 count
  shift
  for ((count = 0; count < 600; count++)); do
    ! "$@" || return 0
    sleep 0.2
  done
  refuse "$what took longer than two minutes: see $folder/log, and end what there is by scripts/kubernetes.sh down."
}

up() {
  needs_debian_and_root
  if is_up; then return; fi
  needs_packages curl iproute2 openssl xz-utils
  [[ -f $archive ]] || refuse "There is no $archive: scripts/kubernetes.sh make builds it."
  [[ ! $cache =~ ^/(run|var/lib|var/log)/ ]] || refuse "The node cannot see $cache: set XDG_CACHE_HOME to a folder elsewhere."
  down
  local taken
  taken=$(ip -oneline route show root 198.18.0.0/15)
  [[ -z $taken ]] || refuse "Its network, 198.18.0.0/15, is in use here, maybe by another laboratory: $taken"
  mkdir -p "$folder"/{etc,log,run,var/lib,var/log}
  make_groups
  unpack
  certify
  configure
  begin_node
  for each in "${components[@]}"; do start "$each"; done
  wait_for 'containerd' in_node test -S /run/containerd/containerd.sock
  pause_image | in_node ctr -n k8s.io images import - >/dev/null
  wait_for 'The node' is_ready
}

down() {
  [[ -d $folder ]] || return 0
  ! is_up || kill -KILL "$(<"$folder/node.pid")"
  local group
  if [[ -f $folder/groups ]]; then
    while read -r group; do wait_for "The end of $group" is_gone "$group"; done <"$folder/groups"
  fi
  ip link delete podium-node 2>/dev/null || true
  rm -rf --one-file-system "$folder"
}
# A group can be removed once the last process in it has ended.
is_gone() { [[ ! -d $1 ]] || find "$1" -depth -type d -exec rmdir {} + 2>/dev/null; }

settings() {
  local image
  image=localhost/podium:$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$(dirname "$self")/../package.json")
  cat <<SETTINGS
KUBECONFIG=$folder/kubeconfig
PODIUM_TEST_HOST=$machine
PODIUM_TEST_RUNNER_IMAGE=$image
PODIUM_TEST_RUN_IMAGE=$image
PODIUM_TEST_CLUSTER_CONTROL=$self
SETTINGS
}

case ${1:-}:$# in
  make:1) make_archive ;;
  up:1)
    up
    settings
    ;;
  down:1) down ;;
  load:2) in_node ctr -n k8s.io images import - <"$2" ;;
  status:1)
    needs_node
    for each in "${components[@]}"; do echo "$each $(runs "$each" && echo runs || echo 'does not run')"; done
    ;;
  kill:2) stop "$2" ;;
  start:2) start "$2" ;;
  sh:*) shift && in_node "$@" ;;
  # The script calls itself with these, inside the node.
  node:1) node ;;
  component:2) component "$2" ;;
  *) refuse "$(sed -n '/^#   /s/^#//p' "$self")" ;;
esac
