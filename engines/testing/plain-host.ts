import { type Host, probeHost } from '../local/host.ts'

/** This host as it is without bubblewrap: what plain processes do is the same on every machine that tests. */
export function plainHost(home: string): Promise<Host> {
  return probeHost(home, '/nonexistent/bwrap')
}
