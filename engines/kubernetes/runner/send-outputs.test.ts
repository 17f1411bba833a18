import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { attemptDirectory } from '../../attempt/attempt-directory.ts'
import { createOutputSender } from './send-outputs.ts'
import type { ServerCalls } from './server-calls.ts'

const MIB = 2 ** 20
const root = mkdtempSync(join(tmpdir(), 'podium-outputs-'))
afterEach(() => rmSync(root, { recursive: true }))

test('sends a growing file up to its listed size: the rest of a large one goes to the store', async () => {
  const directory = attemptDirectory(root)
  mkdirSync(directory.output)
  const file = join(directory.output, 'checkpoint')
  writeFileSync(file, Buffer.alloc(6 * MIB))
  let received = 0
  const send: ServerCalls['send'] = async (_, bytes, query) => {
    if (query?.offset === 0) appendFileSync(file, Buffer.alloc(14 * MIB))
    received += bytes.length
    return { stop: false, main_ended: false, size: received }
  }
  const sender = createOutputSender({ send } as ServerCalls, directory, 100 * MIB)
  await sender.sendGrowth()
  await sender.sendGrowth()
  expect(received).toBe(6 * MIB)
})
