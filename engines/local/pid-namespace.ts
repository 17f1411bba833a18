import { FIRST_PROCESS } from './first-process.ts'
import { succeeds } from './succeeds.ts'

const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount-proc']
/** An ordinary user can create it only within a user namespace. */
const AS_USER = ['--user', '--map-current-user']

/** Returns the command prefix that ends all of a command's processes with it, or nothing if this host cannot. */
export async function probePidNamespace(isRoot: boolean): Promise<string[]> {
  const options = isRoot ? UNSHARE : [...AS_USER, ...UNSHARE]
  const prefix = ['unshare', ...options, ...FIRST_PROCESS]
  const [program = '', ...args] = [...prefix, 'test', '-r', '/proc/self/stat']
  return (await succeeds(program, args)) ? prefix : []
}
