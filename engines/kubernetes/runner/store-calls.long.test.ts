import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPodParts } from '../testing/pod-parts.ts'
import { getFrom, putTo } from './store-calls.ts'

const SECRET = 'X-Amz-Signature=secret'
let pods: Awaited<ReturnType<typeof openPodParts>>
const stores: Server[] = []
beforeAll(async () => {
  pods = await openPodParts()
  return async () => {
    for (const store of stores) {
      store.closeAllConnections()
      store.close()
    }
    await pods.close()
  }
})

/** Starts a store that answers like this. @returns an address of it */
async function openStore(answer: RequestListener): Promise<string> {
  const store = createServer(answer)
  stores.push(store)
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  return `http://127.0.0.1:${(store.address() as AddressInfo).port}/poc/object?${SECRET}`
}

describe('an address of the store', () => {
  test('is read, and put to with exactly the length in its signature', async () => {
    const seen: string[] = []
    const address = await openStore(async (request, response) => {
      seen.push(`${request.method} ${request.headers['content-length']} ${await text(request)}`)
      response.end('content')
    })
    expect((await buffer(await getFrom(address))).toString()).toBe('content')
    await putTo(address, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 3)
    expect(seen).toEqual(['GET undefined ', 'PUT 3 abc'])
  })

  test.each<[string, RequestListener, string]>([
    ['that is refused', (_, response) => void response.writeHead(403).end(), 'The store answers 403.'],
    ['that breaks off', ({ socket }) => void socket.destroy(), 'socket hang up'],
  ])('does not appear in the error of a call %s', async (_, answer, message) => {
    const address = await openStore(answer)
    const body = Readable.from([Buffer.from('abc')])
    for (const ask of [() => getFrom(address), () => putTo(address, body, 3)]) {
      const error = await ask().then(
        () => null,
        (refusal: Error) => refusal,
      )
      expect(String(error)).toContain(message)
      expect(String(error)).not.toContain('secret')
    }
  })

  test('fails without waiting if the file has become shorter', async () => {
    const address = await openStore((request) => void request.resume())
    await expect(putTo(address, Readable.from([Buffer.from('ab')]), 3)).rejects.toThrow('became shorter')
  })
})

describe.concurrent('inputs of a pod', () => {
  const LARGE = Buffer.alloc(17 * 2 ** 20, 'x')
  const laidOut = async (answer: RequestListener) => {
    const address = await openStore(answer)
    for (const name of ['large', 'other', 'third']) pods.objects[`in/${name}`] = LARGE
    pods.objects['in/small'] = 'small'
    const pod = await pods.podOf(
      {
        command: [
          'sh',
          '-c',
          'cd "$PODIUM_DATA_DIR"; cat small; for f in large other third; do wc -c < $f; done',
        ],
        data: [{ bucket: 'poc', path: 'in/', archive: false }],
      },
      async () => address,
    )
    await pod.runToEnd()
    expect(await pod.logOf()).toBe(`small${`${LARGE.length}\n`.repeat(3)}`)
    return pod.server.calls.filter((call) => call === 'object').length
  }

  test('come from the store if they are large', async () => {
    expect(await laidOut((_, response) => void response.end(LARGE))).toBe(1)
  })

  test.each<[string, RequestListener]>([
    ['does not let them be read', (_, response) => void response.writeHead(403).end()],
    ['hangs up', ({ socket }) => void socket.destroy()],
    [
      'breaks off in the middle',
      (_, response) => {
        response.writeHead(200, { 'content-length': LARGE.length })
        response.write(LARGE.subarray(0, 2 ** 20), () => response.destroy())
      },
    ],
  ])('come whole through the server if the store %s', async (_, answer) => {
    expect(await laidOut(answer)).toBeGreaterThanOrEqual(2)
  })
})
