import { expect, test } from '@playwright/test'
import { signIn } from '../fixtures/api.ts'
import {
  admin,
  asAdmin,
  ended,
  makeStream,
  makeWorkspace,
  readLog,
  register,
  runUntil,
  scriptSolution,
  startRun,
} from '../fixtures/seed.ts'
import { startPodium } from '../fixtures/server.ts'

const COUNTING = `i=0
while [ $i -lt 60 ]; do
  i=$((i + 1)); echo "line $i"; sleep 0.1
done
echo done >&2
exit 7
`

test('a run goes on when the server is killed, and its exit code and log are whole afterwards', async () => {
  const first = await startPodium(asAdmin)
  const api = await signIn(first.address, admin.id, admin.password)
  const workspace = await makeWorkspace(api, 'survive')
  await register(first, workspace, await scriptSolution('counting', COUNTING))
  const stream = await makeStream(api, workspace, 'counting')
  const run = await startRun(api, stream)
  await runUntil(api, run.id, ({ log_types }) => log_types.some(({ size }) => size > 50))
  await first.kill()

  const second = await startPodium({ home: first.home, port: Number(new URL(first.address).port) })
  try {
    expect(second.address).toBe(first.address)
    // The sign-in from before the kill still counts: sessions live in the database.
    const after = await ended(api, run.id)
    expect([after.state, after.exit_code]).toEqual(['failed', 7])
    expect(after.detail).toContain('Exit code 7')
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join('')
    expect(await readLog(api, run.id)).toBe(`${lines}done\n`)
  } finally {
    await second.stop()
  }
})
