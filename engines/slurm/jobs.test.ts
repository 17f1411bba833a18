import { expect, test } from 'vitest'
import { createJobs } from './jobs.ts'

test("another user's job of the same name is not taken for the attempt's", async () => {
  const asked: string[][] = []
  const jobs = createJobs(async (_, args) => {
    asked.push(args)
    return ''
  }, 0)
  await jobs.named('podium-x-a1')
  await jobs.namedNow('podium-x-a1')
  expect(asked.map((args) => args.includes('--me'))).toEqual([true, true])
})
