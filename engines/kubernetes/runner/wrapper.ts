import { exported, quoted } from '../../attempt/environment-file.ts'
import { WAIT_FOR_CHILD } from '../../attempt/wait-for-child.ts'
import type { RunSpec } from '../../engine.ts'
import { LOG_BEGINS } from './commands.ts'
import { type PodDirectory, podEnvironment } from './pod-directory.ts'

/**
 * Runs the command of an attempt in an image that only needs /bin/sh. Its output goes to a file, which has every byte
 * even if wrapper and command are killed. The container's own output is a copy of it.
 */
export const WRAPPER = `umask 077
# An image of a command that breaks would hold its secrets.
ulimit -c 0
dir=\${0%/*}
: > "$dir/begun"

# The log cannot be opened again to write, which "> /dev/stderr" would do and so empty it.
umask 377
exec 4>> "$dir/process.log" 3< "$dir/process.log"
umask 077
if [ -e "$dir/notice" ]; then while read -r line; do echo "$line" >&4; done < "$dir/notice"; fi
# Only the command gets its variables, of which one may be called \`dir\`.
( cd "$dir/cwd" && . "$dir/command" && exec "$@" ) < /dev/null >&4 2>&1 3<&- 4>&- &
child=$!
exec 4>&-

# As the first process of a container the wrapper reaches all others in it.
signal() {
  if [ $$ = 1 ]; then kill "-$1" -1; else kill "-$1" "$child"; fi
} 2> /dev/null
trap 'signal TERM' TERM

first() {
  for file in "$@"; do
    if [ -r "$file" ] && read -r line < "$file"; then
      echo "$line"
      return
    fi
  done
}

value() {
  if [ -r "$2" ]; then
    while read -r word number _; do
      if [ "$word" = "$1" ]; then echo "$number"; fi
    done < "$2"
  fi
}

# Memory in bytes, of it what the system gives back at once, processor time in microseconds, in nanoseconds, and the
# memory of the command alone in KiB: what is missing is 0.
usage() {
  memory=$(first /sys/fs/cgroup/memory.current /sys/fs/cgroup/memory/memory.usage_in_bytes)
  idle=$(value inactive_file /sys/fs/cgroup/memory.stat)
  [ -n "$idle" ] || idle=$(value total_inactive_file /sys/fs/cgroup/memory/memory.stat)
  micro=$(value usage_usec /sys/fs/cgroup/cpu.stat)
  nano=$(first /sys/fs/cgroup/cpuacct/cpuacct.usage)
  own=$(value VmRSS: "/proc/$child/status")
  echo "\${memory:-0} \${idle:-0} \${micro:-0} \${nano:-0} \${own:-0}" > "$dir/usage"
}

(
  trap '' TERM
  while read -r ask; do
    case $ask in
      stop) signal TERM ;;
      kill) signal KILL ;;
      usage) usage ;;
    esac
  done <> "$dir/asks"
) &
asked=$!

echo '${LOG_BEGINS.trim()}'
# Both read on where the other has ended.
show() {
  if command -v cat > /dev/null; then cat <&3; else while read -r line <&3; do echo "$line"; done; fi
}
( while sleep 1; do show; done ) 2> /dev/null &
shown=$!

${WAIT_FOR_CHILD}

echo "{\\"exit_code\\":$code}" > "$dir/exit.json"
kill -s KILL "$asked" "$shown" 2> /dev/null
show
exit "$code"
`

/** Returns the wrapper's input as a shell script in which every value is quoted. */
export function commandFile(spec: RunSpec, directory: PodDirectory): string {
  const { PYTHONPATH, ...environment } = podEnvironment(spec, directory)
  return [
    ...exported(environment),
    // An image may contain modules of its own.
    `export PYTHONPATH=${quoted(PYTHONPATH ?? '')}"\${PYTHONPATH:+:$PYTHONPATH}"`,
    ...(spec.working_directory === '' ? [] : [`cd ${quoted(spec.working_directory)} || exit 125`]),
    `set -- ${(spec.command ?? []).map(quoted).join(' ')}`,
    '',
  ].join('\n')
}
