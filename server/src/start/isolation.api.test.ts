import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { compareIsolation } from './isolation.ts'

const USER = 'The server does not run as root.'
const SANDBOX = 'bubblewrap cannot be used on this host.'
const NETWORK = 'This host cannot keep runs from the network.'

test('reports first, and audits, that runs are less isolated than at the last start', async () => {
  const home = await mkdtemp(join(tmpdir(), 'podium-isolation-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const server = await createTestApp()
  onTestFinished(() => server.close())
  const { database, config } = server.deps
  const startWith = async (gaps: string[]) => {
    const memory = createMemoryEngine()
    const capabilities = async () => ({
      ...(await memory.capabilities()),
      gaps,
      notices: [...gaps, 'Cores: 4.'],
    })
    const engine = { ...memory, capabilities }
    const compared = await compareIsolation(engine, { config: { ...config, home }, database })
    const { gaps: told, notices } = await compared.capabilities()
    return { told, notices }
  }
  const events = async () =>
    (await server.as('admin').call(listAudit, { query: { action: 'engine.weaken' } })).events

  expect(await startWith([USER])).toEqual({ told: [USER], notices: [USER, 'Cores: 4.'] })
  expect(await startWith([USER])).toEqual({ told: [USER], notices: [USER, 'Cores: 4.'] })
  expect(await events()).toEqual([])

  const weaker = `Isolation is weaker than at the last start: ${SANDBOX} ${NETWORK}`
  expect(await startWith([USER, SANDBOX, NETWORK])).toEqual({
    told: [weaker, USER],
    notices: [weaker, USER, 'Cores: 4.'],
  })
  expect(await events()).toMatchObject([
    {
      action: 'engine.weaken',
      actor_name: 'podium',
      before: { gaps: [USER] },
      after: { gaps: [USER, SANDBOX, NETWORK] },
    },
  ])

  expect((await startWith([USER, SANDBOX])).told).toEqual([USER, SANDBOX])
  expect(await events()).toHaveLength(1)
})
