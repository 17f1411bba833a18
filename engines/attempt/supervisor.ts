import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { quoted } from './environment-file.ts'
import { WAIT_FOR_CHILD } from './wait-for-child.ts'

/** Exit code of a supervisor that started nothing because it could not record that it begins. */
export const COULD_NOT_BEGIN = 75
/** Exit code of a supervisor that started nothing because another one had begun the attempt. */
export const BEGUN_BEFORE = 76

/**
 * One small shell per attempt. It outlives the server, so its whole state is in the attempt's directory. Its arguments:
 * files to join control groups by (separated by ':'), the file that counts out-of-memory kills, then the program with
 * its arguments.
 */
const script = (folder: string) => `#!/bin/sh
# A scheduler that cannot enter the attempt's folder would begin in another.
[ -e supervisor ] || exit ${COULD_NOT_BEGIN}
umask 077
# An image of a program that breaks would hold its secrets.
ulimit -c 0
groups=$1
oom_counter=$2
shift 2

start_of() {
  if [ -r "/proc/$1/stat" ]; then
    read -r stat < "/proc/$1/stat"
    set -- \${stat##*) }
    echo "\${20}"
  else
    echo 0
  fi
}

# Where the system's sync takes no files it flushes all.
sync_takes=
if sync supervisor 2> /dev/null; then sync_takes=files; fi
flush() {
  if [ "$sync_takes" = files ]; then sync "$@"; else sync; fi
}

holds() {
  read -r line < "$1" && [ "$line" = "$2" ]
}

# Writes a record, whole and on the disk before it gets its name. The room for it is there: what is opened by "1<>" is
# written over and not cut off. What fails all the same is tried again, as long as the attempt has a folder.
record() {
  until { printf '%s\n' "$2" 1<> "$1.draft" && holds "$1.draft" "$2" && flush "$1.draft" && mv "$1.draft" "$1"; } 2> /dev/null
  do
    [ -e supervisor ] || exit 0
    sleep 1
  done
  flush . 2> /dev/null
}

boot=-
if [ -r /proc/sys/kernel/random/boot_id ]; then read -r boot < /proc/sys/kernel/random/boot_id; fi
begun=$(printf '{"boot_id":"%s","pid":%d,"start":%d,"job":"%s"}' "$boot" $$ "$(start_of $$)" "\${SLURM_JOB_ID:-}")
draft=begun.$$.\${SLURM_JOB_ID:-}
# A link is made once: of two supervisors of the same attempt, the second ends here. A shared file system may make it and
# say that it was there.
{ true >> process.log && printf '%s\n' "$begun" > "$draft" && holds "$draft" "$begun" && flush "$draft" && { ln "$draft" begun.json || holds begun.json "$begun"; }; } 2> /dev/null
mine=$?
rm -f "$draft"
if [ "$mine" != 0 ]; then
  # Nothing was started: where no other supervisor began, the engine tries again.
  [ -e begun.json ] && exit ${BEGUN_BEFORE}
  exit ${COULD_NOT_BEGIN}
fi
flush . 2> /dev/null

# The program writes to a pipe. It may open that again as /dev/stderr, to write only, and cannot empty what was written.
# Without one, on a file system that has none, it writes to the log itself, which it cannot open again.
exec 6>> process.log
chmod 400 process.log
if mkfifo -m 600 "$draft" 2> /dev/null; then
  exec 3<> "$draft" 4< "$draft" 5> "$draft" 3>&-
  chmod 222 "$draft"
  rm "$draft"
else
  exec 4< /dev/null 5>&6
fi

# Ends with the last process that has the pipe open. On a full disk it goes on, since the program would end with it.
copy_to_log() {
  exec 5>&-
  trap '' TERM INT
  until cat <&4 >&6; do sleep 1; done 2> /dev/null
}
copy_to_log &
copier=$!

# Where program and supervisor share a group, the signal is meant for the program.
signalled=
trap signalled=1 TERM INT
(
  exec 4<&- 5>&- 6>&-
  IFS=:
  for group in $groups; do
    echo 0 > "$group" || { echo "The limits of this run could not be set."; exit 125; }
  done
  if [ -w /proc/self/oom_score_adj ]; then echo 500 > /proc/self/oom_score_adj; fi
  unset IFS
  cd ${quoted(folder)} && exec "$@" < /dev/null
) >&5 2>&1 &
child=$!
exec 4<&- 5>&- 6>&-
record child.json "$(printf '{"pid":%d,"start":%d}' "$child" "$(start_of "$child")")"

${WAIT_FOR_CHILD}
# From here on a signal finds the program ended.
trap : TERM INT

# The end is written after the last lines. A process that the program left behind may keep the pipe open: two seconds are
# more than the copy of what a pipe holds takes.
looks=0
while kill -0 "$copier" 2> /dev/null && [ "$looks" -lt 100 ]; do
  looks=$((looks + 1))
  sleep 0.02
done

oom_kills=0
if [ -r "$oom_counter" ]; then
  while read -r word count; do
    if [ "$word" = oom_kill ]; then oom_kills=$count; fi
  done < "$oom_counter"
fi
record exit.json "$(printf '{"exit_code":%d,"oom_kills":%d%s}' "$code" "$oom_kills" "\${signalled:+,\\"signalled\\":true}")"
exit "$code"
`

/** Writes the supervisor's script. The shell reads it while it runs, so each attempt has a copy of its own. */
export async function writeSupervisor(
  { supervisor }: Pick<AttemptDirectory, 'supervisor'>,
  { working_directory }: Pick<RunSpec, 'working_directory'>,
): Promise<void> {
  await writeFile(supervisor, script(join('cwd', working_directory)), { mode: 0o600 })
}
