import { works } from './works.ts'

const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount-proc']
/** An ordinary user may make the namespace only within one of users. */
const AS_USER = ['--user', '--map-current-user']

/**
 * The first process of the namespace, with which all others in it end. It ends when the program does, and is deaf
 * to TERM, which is meant for the program.
 */
const FIRST = `trap : TERM
"$@" &
child=$!
wait "$child"
code=$?
while kill -0 "$child" 2> /dev/null; do
  wait "$child"
  code=$?
done
exit "$code"`

/** What stands before a command to end all it leaves behind with it; empty where this host cannot. */
export async function probePidNamespace(isRoot: boolean): Promise<string[]> {
  const options = isRoot ? UNSHARE : [...AS_USER, ...UNSHARE]
  const prefix = ['unshare', ...options, '/bin/sh', '-c', FIRST, 'podium-run']
  const [program = '', ...args] = [...prefix, 'test', '-r', '/proc/self/stat']
  return (await works(program, args)) ? prefix : []
}
