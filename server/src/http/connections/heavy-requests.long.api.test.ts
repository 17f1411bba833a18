import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { expect, test } from 'vitest'
import { measureBlocking } from '../../testing/blocking/heavy-requests.ts'

test('answers or refuses the heaviest calls without a server fault', async () => {
  const { database, serving, drop } = await createTestDatabase()
  const { calls: found } = await measureBlocking(database, serving)
  console.log(`longest blocking of the loop: ${Math.max(...found.map(({ ms }) => ms)).toFixed(0)} ms`)
  expect(found.filter(({ status }) => ![200, 422].includes(status))).toEqual([])
  await drop()
})
