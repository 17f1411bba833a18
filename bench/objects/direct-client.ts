import type { addressOfPart, beginUpload } from '@podium/contract/calls/direct-uploads.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { send } from '../upload/send.ts'

/** Sends and receives as the console does if the store allows it: the server only provides addresses. */
export function createDirectClient(
  objects: string,
  headers: Record<string, string>,
  receive: (address: string, bytes: number) => Promise<number>,
) {
  const path = 'uploads/direct.bin'

  async function ask(step: string, body: object): Promise<unknown> {
    const answer = await fetch(objects.replace(/objects$/, `uploads${step}`), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`An upload to the store was answered with ${answer.status}.`)
    return answer.json()
  }

  return {
    /** @returns seconds */
    async up(bytes: number): Promise<number> {
      const began = performance.now()
      const { upload, part_bytes } = (await ask('', { path, bytes, replace: true })) as ReplyOf<
        typeof beginUpload
      >
      if (upload === null) throw new Error('The store takes nothing direct.')
      for (let from = 0; from < bytes; from += part_bytes) {
        const part = from / part_bytes + 1
        const { address } = (await ask('/part', { upload, part })) as ReplyOf<typeof addressOfPart>
        await send(address, Math.min(part_bytes, bytes - from))
      }
      await ask('/end', { upload })
      return (performance.now() - began) / 1000
    },

    /** @returns seconds */
    async down(bytes: number): Promise<number> {
      const began = performance.now()
      const answer = await fetch(`${objects}/${path}?direct=1`, { headers, redirect: 'manual' })
      await receive(answer.headers.get('location') ?? '', bytes)
      return (performance.now() - began) / 1000
    },
  }
}
