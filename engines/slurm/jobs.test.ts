import { expect, test } from 'vitest'
import { createJobs } from './jobs.ts'

test("does not take another user's job of the same name for the attempt's", async () => {
  const own = process.getuid?.() ?? 0
  const asked: string[] = []
  const lines = [own, 65534].map((user) => [`of-${user}`, user, 'podium-x-a1', 'RUNNING', 'None', 'n1'])
  const jobs = createJobs(async (_, args) => {
    asked.push(args.find((arg) => arg.startsWith('--user=')) ?? 'all')
    return lines.map((cells) => cells.join('\u001f')).join('\n')
  }, 60_000)
  expect((await jobs.named('podium-x-a1', null))?.jobs).toMatchObject([{ id: `of-${own}` }])
  // Asks again, because the answer did not include that user.
  expect((await jobs.named('podium-x-a1', 65534))?.jobs).toMatchObject([{ id: 'of-65534' }])
  expect((await jobs.named('podium-x-a1', null))?.jobs).toMatchObject([{ id: `of-${own}` }])
  await jobs.namedNow('podium-x-a1', 65534)
  expect(asked).toEqual([`--user=${own}`, `--user=${own},65534`, '--user=65534'])
})
