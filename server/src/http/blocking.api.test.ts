import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { expect, test } from 'vitest'
import { measureBlocking } from '../testing/blocking/heavy-requests.ts'

const MOST_MS = 100

test('no call keeps the others waiting for long, however heavy it is', async () => {
  const { database, serving, drop } = await createTestDatabase()
  const found = await measureBlocking(database, serving)
  console.log(`longest blocking of the loop: ${Math.max(...found.map(({ ms }) => ms)).toFixed(0)} ms`)
  expect(found.filter(({ ms }) => ms > MOST_MS)).toEqual([])
  expect(found.filter(({ status }) => ![200, 422].includes(status))).toEqual([])
  await drop()
}, 120_000)
