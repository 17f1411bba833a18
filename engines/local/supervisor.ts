import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AttemptDirectory } from './attempt-directory.ts'
import { withNothingInherited } from './descriptors.ts'
import { SYSTEM_PATH } from './environment.ts'

/**
 * One small shell per attempt. It outlives the server, which is why all it knows and says is in the attempt's
 * directory. Its arguments: files to join control groups by (between ':'), the file that counts out-of-memory
 * kills, then the program with its arguments.
 */
const SCRIPT = `umask 077
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

boot=-
if [ -r /proc/sys/kernel/random/boot_id ]; then read -r boot < /proc/sys/kernel/random/boot_id; fi
printf '{"boot_id":"%s","pid":%d,"start":%d}' "$boot" $$ "$(start_of $$)" > "begun.$$"
# A link is made once: of two supervisors of the same attempt, the second ends here.
ln "begun.$$" begun.json 2> /dev/null || { rm -f "begun.$$"; exit 0; }
rm -f "begun.$$"

# Where program and supervisor share a group, the signal is meant for the program.
trap : TERM
(
  # The log is open: nobody opens it again to write, which "> /dev/stderr" would, and empty it.
  chmod 400 process.log
  IFS=:
  for group in $groups; do
    echo 0 > "$group" || { echo "The limits of this run could not be set."; exit 125; }
  done
  if [ -w /proc/self/oom_score_adj ]; then echo 500 > /proc/self/oom_score_adj; fi
  unset IFS
  cd cwd && exec "$@" < /dev/null
) >> process.log 2>&1 &
child=$!
printf '{"pid":%d,"start":%d}' "$child" "$(start_of "$child")" > child.draft
mv child.draft child.json

wait "$child"
code=$?
while kill -0 "$child" 2> /dev/null; do
  wait "$child"
  code=$?
done

oom_kills=0
if [ -r "$oom_counter" ]; then
  while read -r word count; do
    if [ "$word" = oom_kill ]; then oom_kills=$count; fi
  done < "$oom_counter"
fi
printf '{"exit_code":%d,"oom_kills":%d}' "$code" "$oom_kills" > exit.draft
sync exit.draft 2> /dev/null
mv exit.draft exit.json
`

export interface Begun {
  boot_id: string
  pid: number
  start: number
}

export interface Exit {
  exit_code: number
  oom_kills: number
}

export interface SupervisorArguments {
  joins: string[]
  oomCounter: string
  command: string[]
}

/** The shell reads its script while it runs, so each attempt keeps the one it began with. */
export async function writeSupervisor(directory: AttemptDirectory): Promise<void> {
  await writeFile(directory.supervisor, SCRIPT, { mode: 0o600 })
}

/** Resolves when the supervisor has been started; it goes on without this process. */
export async function startSupervisor(
  directory: AttemptDirectory,
  { joins, oomCounter, command }: SupervisorArguments,
): Promise<ChildProcess> {
  return withNothingInherited(async (stdio) => {
    const supervisor = spawn('/bin/sh', ['supervisor', joins.join(':'), oomCounter, ...command], {
      cwd: directory.root,
      detached: true,
      stdio,
      env: { PATH: SYSTEM_PATH },
    })
    await once(supervisor, 'spawn')
    supervisor.unref()
    return supervisor
  })
}
