import { succeeds } from './succeeds.ts'

/** An ordinary user can create it only within a user namespace, whose rights end with the second program. */
const AS_USER = ['--user', '--map-current-user', '--keep-caps']
const DROP_RIGHTS = 'setpriv --inh-caps=-all --ambient-caps=-all --'

/** SIOCGIFFLAGS and SIOCSIFFLAGS with IFF_UP, if the system has no `ip`. */
const RAISE = `import fcntl, socket, struct
with socket.socket() as any:
    name, flags = struct.unpack("16sH", fcntl.ioctl(any, 0x8913, struct.pack("16sH22x", b"lo", 0))[:18])
    fcntl.ioctl(any, 0x8914, struct.pack("16sH22x", name, flags | 1))`

/**
 * Turns on the loopback interface, which is off in a new network namespace and needed by programs that talk to
 * themselves. Root also empties /run: services of the machine listen on sockets there, and some resolve names for every
 * user.
 */
const FIRST = `{ ip link set lo up || python3 -c '${RAISE}'; } 2> /dev/null
case $PWD in /run/*) ;; *) mount -t tmpfs -o mode=755 podium /run 2> /dev/null ;; esac
exec`

/** Returns the command prefix that keeps a command from the network, or nothing if this host cannot. */
export async function probeNetworkNamespace(isRoot: boolean): Promise<string[]> {
  const options = [...(isRoot ? [] : AS_USER), '--net', '--mount']
  const script = isRoot ? `${FIRST} "$@"` : `${FIRST} ${DROP_RIGHTS} "$@"`
  const prefix = ['unshare', ...options, '/bin/sh', '-c', script, 'podium-run']
  const [program = '', ...args] = [...prefix, 'true']
  return (await succeeds(program, args)) ? prefix : []
}
