import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const UNIT = readFileSync(new URL('../docs/operations/podium.service', import.meta.url), 'utf8')
const DIRECTIVES = Object.fromEntries(
  UNIT.split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => line.split(/=(.*)/s) as [string, string]),
)

test('lets runs outlive the server, and takes rights from both', () => {
  expect(DIRECTIVES).toMatchObject({
    KillMode: 'process',
    LimitCORE: '0',
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
    PrivateTmp: 'yes',
    ReadWritePaths: `-${DIRECTIVES.Environment?.replace('PODIUM_HOME=', '')}`,
  })
})

test('has no directive with which Node, the database, a low port or the limits and sandbox of runs do not work', () => {
  const costly = [
    'MemoryDenyWriteExecute',
    'PrivateUsers',
    'RestrictNamespaces',
    'ProcSubset',
    'ProtectControlGroups',
    'ProtectProc',
    'User',
  ]
  expect(Object.keys(DIRECTIVES).filter((name) => costly.includes(name))).toEqual([])
  expect(DIRECTIVES.RestrictAddressFamilies).toContain('AF_NETLINK')
  const needed =
    'CHOWN DAC_OVERRIDE FOWNER KILL NET_ADMIN NET_BIND_SERVICE SETGID SETUID SYS_ADMIN SYS_PTRACE'.split(' ')
  const given = DIRECTIVES.CapabilityBoundingSet?.split(' ')
  expect(needed.filter((name) => !given?.includes(`CAP_${name}`))).toEqual([])
})
