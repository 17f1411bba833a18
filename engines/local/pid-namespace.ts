import { FIRST_PROCESS } from './first-process.ts'
import { works } from './works.ts'

const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount-proc']
/** An ordinary user may make the namespace only within one of users. */
const AS_USER = ['--user', '--map-current-user']

/** What stands before a command to end all it leaves behind with it; empty where this host cannot. */
export async function probePidNamespace(isRoot: boolean): Promise<string[]> {
  const options = isRoot ? UNSHARE : [...AS_USER, ...UNSHARE]
  const prefix = ['unshare', ...options, ...FIRST_PROCESS]
  const [program = '', ...args] = [...prefix, 'test', '-r', '/proc/self/stat']
  return (await works(program, args)) ? prefix : []
}
