/** Lines of a shell that wait for `$child`, also after a signal has ended one wait, and set `$code`. */
export const WAIT_FOR_CHILD = `wait "$child"
code=$?
while kill -0 "$child" 2> /dev/null; do
  wait "$child"
  code=$?
done`
