import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256Of } from './sha256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 1000, 4 * 1024 ** 2, 4 * 1024 ** 2 + 61])(
  'hashes %i bytes as the algorithm does',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7919) % 251)
    const file = { size, slice: (from: number, to: number) => new Response(bytes.slice(from, to)) }
    expect(await sha256Of(file as unknown as Blob)).toBe(createHash('sha256').update(bytes).digest('hex'))
  },
)

test('stops hashing when the caller aborts', async () => {
  await expect(sha256Of(new Blob(['x']), AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
})
