import { workspaces } from '@podium/database/schema/workspaces.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { beforeAll, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'
import { NETWORK_OUTPUTS } from './testing/network-outputs.ts'

const NO_NETWORK = 'there is no network here: an administrator allows it on the form of the workspace'

let fixture: RunFixture
beforeAll(async () => {
  const memory = createMemoryEngine()
  const capabilities = { ...(await memory.capabilities()), heeds: ['network' as const] }
  fixture = await createRunFixture({ engine: { ...memory, capabilities: async () => capabilities } })
  return () => fixture.close()
})

async function titleOf(log: string, network: boolean) {
  await fixture.deps.database.update(workspaces).set({ network })
  const id = await fixture.start()
  await fixture.loop.tick()
  const { engine } = fixture.deps
  const key = fixture.key(id)
  engine.start(key)
  engine.log(key, 'process', log.replaceAll('RUN', id))
  const last = log.trimEnd().split('\n').at(-1)
  engine.end(key, { outcome: 'failed', exit_code: 1, reason: `Exit code 1; last line: ${last}` })
  await fixture.loop.tick()
  return (await fixture.info(id)).failure?.title ?? ''
}

test.each(NETWORK_OUTPUTS)(
  'a failure of $of says who can allow the network if the workspace has none',
  async ({ log }) => {
    expect(await titleOf(log, false)).toMatch(new RegExp(`[^.]; (the log also says that )?${NO_NETWORK}$`))
    expect(await titleOf(log, true)).not.toContain(NO_NETWORK)
  },
)
