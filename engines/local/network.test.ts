// @module-tag python
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { type LocalHome, openLocalHome } from '../testing/local-home.ts'
import { plainHost } from '../testing/plain-host.ts'
import { plainSpec } from '../testing/plain-spec.ts'
import { endOf, runToEnd, textOfLog, waitFor } from '../testing/watching.ts'
import { canKeepFromNetwork, type Host, probeHost } from './host.ts'

/** Tries each address and prints if something answered, then if it can talk to itself. */
const PROBE = `
import socket, sys
def reach(host, port):
    with socket.create_connection((host, int(port)), timeout=5): pass
def send(host, port):
    one = socket.socket(socket.AF_INET6 if ':' in host else socket.AF_INET, socket.SOCK_DGRAM)
    one.settimeout(5)
    one.connect((host, int(port)))
    one.send(b'\\0' * 12)
    return one
def name_server(host):
    with send(host, 53): pass
def echo(host, port):
    with send(host, port) as one: one.recv(12)
def local(path):
    with socket.socket(socket.AF_UNIX) as one: one.connect(chr(0) + path)
tries = {'tcp': reach, 'udp': echo, 'dns': name_server, 'abstract': local}
for line in sys.argv[1:]:
    what, *args = line.split()
    try:
        tries[what](*args)
        print(line, 'REACHED')
    except OSError as error:
        print(line, 'closed')
with socket.socket() as own:
    own.bind(('127.0.0.1', 0))
    own.listen()
    reach(*own.getsockname())
    print('itself REACHED')
`
const LISTEN = `
import socket, sys, time
with socket.create_server(('::', 0), family=socket.AF_INET6, dualstack_ipv6=True) as own:
    print('port', own.getsockname()[1], flush=True)
    time.sleep(600)
`
const LISTEN_ABSTRACT = `
import socket
with socket.socket(socket.AF_UNIX) as own:
    own.bind(chr(0) + 'podium-network-test')
    own.listen()
    print('ready', flush=True)
    input()
`

let server: Server
let datagrams: Socket
let abstract: ChildProcess
/** addresses of the machine: also ::1, if it has IPv6 */
let loopback: string[]
let targets: string[]
beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '::')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  datagrams = createSocket('udp6', (message, from) => datagrams.send(message, from.port, from.address)).bind(
    0,
    '::',
  )
  await once(datagrams, 'listening')
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const addresses = own.filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address)
  loopback = addresses.filter((address) => address === '127.0.0.1' || address === '::1')
  abstract = spawn('python3', ['-c', LISTEN_ABSTRACT], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(abstract, 'spawn')
  if (abstract.stdout) await once(createInterface(abstract.stdout), 'line')
  const resolver = await readFile('/etc/resolv.conf', 'utf8').catch(() => '')
  const nameServers = [...resolver.matchAll(/^nameserver (\S+)$/gm)].map(([, address]) => address)
  targets = [
    ...addresses.map((address) => `tcp ${address} ${port}`),
    ...addresses.map((address) => `udp ${address} ${datagrams.address().port}`),
    ...nameServers.map((address) => `dns ${address}`),
    'abstract podium-network-test',
  ]
  return () => {
    server.close()
    datagrams.close()
    abstract.kill()
  }
})

const withoutSandbox = await plainHost('/tmp')
const hosts: [string, boolean, (home: string) => Promise<Host>][] = [
  ['bubblewrap', (await probeHost('/tmp')).sandbox !== null, (home) => probeHost(home)],
  ['a namespace alone', canKeepFromNetwork(withoutSandbox), plainHost],
]

describe.each(hosts)('by %s', (_, isHere, probe) => {
  let local: LocalHome
  beforeEach(async () => {
    local = await openLocalHome(undefined, { probe })
    return () => local.close()
  })

  async function tried(all: string[], changes: Partial<RunSpec> = {}): Promise<string[]> {
    const spec = plainSpec({ command: ['python3', '-c', PROBE, ...all], ...changes })
    await runToEnd(local.engine, spec)
    return (await textOfLog(local.engine, spec, 'process')).trim().split('\n')
  }

  /** Starts a run of the same workspace that listens, and returns its addresses of both families. */
  async function neighbour(changes: Partial<RunSpec>): Promise<[RunSpec, string[]]> {
    const spec = plainSpec({ command: ['python3', '-c', LISTEN], ...changes })
    await local.engine.submit(spec)
    const port = await waitFor('the neighbour', async () => {
      return /port (\d+)/.exec(await textOfLog(local.engine, spec, 'process'))?.[1] ?? null
    })
    return [spec, loopback.map((address) => `tcp ${address} ${port}`)]
  }

  test.runIf(isHere)('lets a run without the network reach only itself', async () => {
    const [spec, ports] = await neighbour({ network: true })
    const [other, otherPorts] = await neighbour({ network: false })
    const all = [...targets, ...ports, ...otherPorts]
    expect(await tried(all)).toEqual([...all.map((one) => `${one} closed`), 'itself REACHED'])
    for (const one of [spec, other]) {
      await local.engine.stop(one)
      await endOf(local.engine, one)
    }
    expect((await local.engine.capabilities()).heeds).toEqual(['network', 'stop_grace_seconds'])
  })

  test.runIf(isHere)('lets a run with the network reach everything that the host reaches', async () => {
    const [spec, ports] = await neighbour({ network: true })
    const all = [...targets, ...ports]
    expect(await tried(all, { network: true })).toEqual([
      ...all.map((one) => `${one} REACHED`),
      'itself REACHED',
    ])
    await local.engine.stop(spec)
    await endOf(local.engine, spec)
  })
})

test('reports that a host with neither cannot, and offers no setting', async () => {
  const probe = async (home: string) => ({ ...(await plainHost(home)), networkNamespace: [] })
  const local = await openLocalHome(undefined, { probe })
  expect((await local.engine.capabilities()).heeds).toEqual(['stop_grace_seconds'])
  await local.close()
})
