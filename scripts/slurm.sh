#!/usr/bin/env bash
# Runs a real Slurm with two nodes on this machine, for tests and for trying Podium, from Debian's packages. It runs as
# root, on free ports and in a new folder until this script or its input ends, and is then removed. Prints settings: the
# path of its configuration, and the processes.
# Reads commands: `down n1` kills the daemon of a node, `up n1` starts it again, and the same with `slurmctld`. Each is
# answered with the line `done`. The argument is the number of seconds for which jobs are gathered before they are
# scheduled: 0 by default, while Slurm's own default is 3.
set -euo pipefail
delay=${1:-0}

packages=(slurmctld slurmd slurm-client munge)
missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -Wf '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "Slurm needs Debian packages that are not installed here: apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 1
fi
if [[ $(id -u) != 0 ]]; then
  echo "Slurm starts jobs for its users, so this script needs root." >&2
  exit 1
fi

here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d "${TMPDIR:-/tmp}/podium-slurm-XXXXXX")
chmod 755 "$folder"
export SLURM_CONF=$folder/slurm.conf
declare -A pids=()

finish() {
  trap - EXIT
  local name jobs
  # Ends the jobs first, because they would outlive the daemons.
  if [[ -v pids[slurmctld] ]]; then
    for name in slurmctld n1 n2; do kill -0 "${pids[$name]:-0}" 2>/dev/null || up "$name"; done
    for _ in $(seq 50); do
      jobs=$(timeout 5 squeue --noheader --states=pending,running,completing --format=%i 2>/dev/null) || break
      [[ -n $jobs ]] || break
      # shellcheck disable=SC2086
      timeout 5 scancel --signal=KILL --full $jobs 2>/dev/null || true
      # shellcheck disable=SC2086
      timeout 5 scancel $jobs 2>/dev/null || true
      sleep 0.2
    done
  fi
  for name in "${!pids[@]}"; do kill -KILL "${pids[$name]}" 2>/dev/null || true; done
  for name in "${!pids[@]}"; do wait "${pids[$name]}" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT
# A Slurm process that crashes when its daemon is killed writes no core file here. Jobs may raise the limit.
ulimit -S -c 0
trap 'exit 0' TERM INT HUP

mkdir -p "$folder"/{state,spool.n1,spool.n2,prologs,epilogs}
# Nodes run all scripts in these folders before and after each job, and fail if a folder is empty.
printf '#!/bin/sh\n' | tee "$folder/prologs/none" >"$folder/epilogs/none"
chmod 755 "$folder"/*logs/none
host=$(hostname -s)
read -r controller n1 n2 < <(node "$here/free-ports.mjs" 3 | xargs)

# Memory is enforced by sampling it every second, because control groups need rights that a container may lack.
cat >"$SLURM_CONF" <<CONF
ClusterName=podium
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.sock
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$controller
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
Prolog=$folder/prologs/*
Epilog=$folder/epilogs/*
SelectType=select/cons_tres
SchedulerParameters=batch_sched_delay=$delay
SelectTypeParameters=CR_CPU_Memory
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
JobAcctGatherParams=OverMemoryKill
KillWait=2
MessageTimeout=5
MinJobAge=60
SlurmdTimeout=10
ReturnToService=2
MpiDefault=none
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=$host Port=$n1 CPUs=8 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=$host Port=$n2 CPUs=8 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=short Nodes=n2 MaxTime=1 State=UP
CONF
dd if=/dev/urandom of="$folder/munge.key" bs=1 count=1024 2>/dev/null
chmod 600 "$folder/munge.key"

begin() {
  local name=$1
  shift
  "$@" </dev/null >>"$folder/$name.out" 2>&1 &
  pids[$name]=$!
}
up() {
  case $1 in
    munged) begin munged /usr/sbin/munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.sock" --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" ;;
    slurmctld) begin slurmctld /usr/sbin/slurmctld -D ;;
    n1 | n2) begin "$1" /usr/sbin/slurmd -D -N "$1" ;;
  esac
}
end() {
  kill "-$2" "${pids[$1]}" 2>/dev/null || true
  wait "${pids[$1]}" 2>/dev/null || true
}
down() { end "$1" KILL; }
# The controller saves its state first.
off() { end "$1" TERM; }
# Waits until the command succeeds. Exits with the log of a daemon that ended.
until_it() {
  until "$@"; do
    for name in "${!pids[@]}"; do
      if ! kill -0 "${pids[$name]}" 2>/dev/null; then
        echo "Slurm's $name ended: $(tail -n 5 "$folder/$name.out" "$folder/$name.log" 2>/dev/null)" >&2
        exit 1
      fi
    done
    sleep 0.05
  done
}
answers() { [[ -S $folder/munge.sock ]]; }
both_idle() { [[ $(timeout 5 sinfo --noheader --states=idle --format=%D --partition=main 2>/dev/null) == 2 ]]; }

up munged
until_it answers
up slurmctld
up n1
up n2
until_it both_idle

cat <<SETTINGS
PODIUM_ENGINE=slurm
SLURM_CONF=$SLURM_CONF
SETTINGS
echo ready
while read -r order name; do
  case $order:$name in
    up:slurmctld | up:n1 | up:n2 | down:slurmctld | down:n1 | down:n2 | off:slurmctld) "$order" "$name" && echo done ;;
    *) echo "There is no order '$order $name'." >&2 ;;
  esac
done
