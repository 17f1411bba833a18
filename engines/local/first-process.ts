import { WAIT_FOR_CHILD } from '../attempt/wait-for-child.ts'

/**
 * The first process of a run's namespace, between the engine and the program. It ignores the signal to end, which is
 * meant for the program, and with it all processes that the program started end. If a script dies of that signal, it
 * waits for the rest, because a training below it may be writing its checkpoint; the engine limits that wait.
 */
const FIRST = `trap : TERM INT
"$@" &
child=$!
${WAIT_FOR_CHILD}
others() {
  for process in /proc/[0-9]*; do
    [ "$process" = /proc/1 ] || [ "$process" = "/proc/$$" ] || return 0
  done
  return 1
}
while { [ "$code" = 143 ] || [ "$code" = 130 ]; } && others; do sleep 0.1; done
exit "$code"`

export const FIRST_PROCESS = ['/bin/sh', '-c', FIRST, 'podium-run']
