/**
 * Stands between the engine and the program where its processes are apart from others, and is deaf to the signal to
 * end, which is meant for the program. With this, all ends that the program started. Of a script that died of that signal it
 * is waited for, since a training below it may be writing its checkpoint; the engine ends the wait.
 */
const FIRST = `trap : TERM INT
"$@" &
child=$!
wait "$child"
code=$?
while kill -0 "$child" 2> /dev/null; do
  wait "$child"
  code=$?
done
others() {
  for process in /proc/[0-9]*; do
    [ "$process" = /proc/1 ] || [ "$process" = "/proc/$$" ] || return 0
  done
  return 1
}
while { [ "$code" = 143 ] || [ "$code" = 130 ]; } && others; do sleep 0.1; done
exit "$code"`

export const FIRST_PROCESS = ['/bin/sh', '-c', FIRST, 'podium-run']
