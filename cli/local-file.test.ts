import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { beforeEach, expect, test } from 'vitest'
import { upload } from './client.ts'
import { contentOf } from './content-of.ts'
import { bytesOf } from './local-file.ts'

let folder: string
let server: Server
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-local-'))
  server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  }
})

function send(size: number): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const connection = { address: `http://127.0.0.1:${port}`, headers: {}, host: false }
  const body = () => Readable.from(bytesOf(join(folder, 'rows.csv'), { path: 'rows.csv', size }))
  return upload(connection, putObject, { params: { id: 'poc', path: 'datasets/rows.csv' } }, body)
}

test('sends a file whole, and names one that changes while it is sent', async () => {
  await writeFile(join(folder, 'rows.csv'), 'a,b\n1,2\n')
  expect(await send(8)).toEqual({})
  for (const counted of [4, 100])
    await expect(send(counted)).rejects.toThrow('rows.csv changes while it is read: wait until no program')
})

test('names a file that is gone or cannot be read', async () => {
  await expect(send(8)).rejects.toThrow('rows.csv cannot be read: ENOENT')
  await expect(contentOf(join(folder, 'rows.csv'))).rejects.toThrow('rows.csv cannot be read: ENOENT')
  await expect(contentOf(folder)).rejects.toThrow('cannot be read: EISDIR')
})
