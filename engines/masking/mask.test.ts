import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMask, type Mask } from './mask.ts'
import { createMasker, maskedPieces, maskedText, readFrom } from './masked-bytes.ts'

const SECRET = 'canary-7f3a91c2e5'
const isLong = process.env.PODIUM_LONG === '1'
const ROUNDS = isLong ? 500 : 100
const LINES = isLong ? 20_000 : 5_000

async function maskOf(...secrets: string[]): Promise<Mask> {
  const mask = await createMask(secrets)
  if (!mask) throw new Error('nothing is masked')
  return mask
}

/** Returns the masked output of a log that arrives in pieces of this size. */
function masked(mask: Mask, text: string, size: number): string {
  const masker = createMasker(mask)
  const bytes = Buffer.from(text)
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) out.push(masker.take(bytes.subarray(at, at + size)))
  return Buffer.concat([...out, masker.rest()]).toString()
}

test('hides a secret with as many bytes, wherever pieces of the log end', async () => {
  const mask = await maskOf(SECRET, 'another secret')
  const text = `begin ${SECRET}${SECRET}\r${SECRET}!\nanother secret, cana canary-7f3a91c2e6`
  const hidden = `begin ${'*'.repeat(34)}\r${'*'.repeat(17)}!\n${'*'.repeat(14)}, cana canary-7f3a91c2e6`
  for (let size = 1; size <= text.length; size += 1) expect(masked(mask, text, size)).toBe(hidden)
})

test('hides its forms in JSON, in an address and in base64 too, with any text around them', async () => {
  const secret = 'pa"ss wörd/7?'
  const mask = await maskOf(secret)
  const forms = [
    JSON.stringify(secret),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString(),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    ...['a:', 'ab:', 'abc:'].map((user) => Buffer.from(`${user}${secret}\n`).toString('base64')),
  ]
  for (const form of forms) {
    const out = masked(mask, form, 5)
    expect(Buffer.byteLength(out)).toBe(Buffer.byteLength(form))
    expect(out).toMatch(/\*{8}/)
    // too little base64 remains to reveal the secret
    expect(out.replaceAll('*', '').length).toBeLessThan(11)
  }
})

test.each([
  [64, '\n'],
  [76, '\n'],
  [76, '\r\n'],
])(
  'hides a text that begins with a secret in base64 with lines of %i characters too',
  async (width, lineBreak) => {
    const secret = 'correct horse battery staple, '.repeat(7)
    for (const encoded of [secret, `${secret}\n`, `${secret.trim()}\n`, `${secret}and more`]) {
      const lines =
        Buffer.from(encoded)
          .toString('base64')
          .match(new RegExp(`.{1,${width}}`, 'g')) ?? []
      const out = masked(await maskOf(secret), `${lines.join(lineBreak)}\n`, 11)
      expect(out.split(lineBreak).length).toBeGreaterThan(3)
      expect(out.replaceAll(/[*\s]/g, '').length).toBeLessThan(14)
    }
  },
)

test('treats each line of a longer secret as one, and keeps line breaks', async () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----\n'
  const mask = await maskOf(key)
  expect(masked(mask, `${key}kqhkiG9w0BAQEF\n`, 7).split('\n')).toEqual([
    '*'.repeat(19),
    '*'.repeat(14),
    '*'.repeat(14),
    '*'.repeat(17),
    '*'.repeat(14),
    '',
  ])
})

test('hides overlapping texts completely', async () => {
  const mask = await maskOf('abcdefghij', 'ghijklmnop')
  for (let size = 1; size < 20; size += 1)
    expect(masked(mask, 'xabcdefghijklmnopx', size)).toBe(`x${'*'.repeat(16)}x`)
})

test('does not hold back bytes that cannot begin a secret', async () => {
  const masker = createMasker(await maskOf(SECRET))
  expect(masker.take(Buffer.from('epoch 1\nepoch 2 ca')).toString()).toBe('epoch 1\nepoch 2 ')
  expect(masker.take(Buffer.from('t')).toString()).toBe('cat')
})

test('does not search for texts that are too short to be distinctive', async () => {
  expect(await createMask(['secret7', ''])).toBeNull()
})

test('hides secrets that overlap or share beginnings like successive replacements would', async () => {
  const random = randomNumbers(20261123)
  const letters = (length: number) => Array.from({ length }, () => (random(4) === 0 ? 'b' : 'a')).join('')
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = letters(8 + random(20))
    const secrets = [first, first + letters(1 + random(9)), first.slice(random(4)) + letters(8), letters(8)]
    const text = `${Array.from({ length: 12 }, () => secrets[random(6)] ?? letters(random(12))).join('')}!`
    const masker = createMasker(await maskOf(...secrets))
    const out: Buffer[] = []
    for (let at = 0, size = 0; at < text.length; at += size) {
      size = 1 + random(random(3) === 0 ? 60 : 6)
      out.push(masker.take(Buffer.from(text.slice(at, at + size))))
    }
    expect(Buffer.concat(out).toString()).toBe(replaced(text, secrets))
  }
})

test('takes a few steps per byte of a log, whatever it and the secrets are', async () => {
  const size = 64 * 1024
  const long = Array.from({ length: 7 }, (_, at) => `${'a'.repeat(size - at - 1)}b`)
  const nested = Array.from({ length: 300 }, (_, at) => 'ab'.repeat(4 + at))
  for (const secrets of [long, nested, [...nested, ...long]]) {
    const mask = await maskOf(...secrets)
    for (const letters of ['a', 'ab', 'aab', `${'a'.repeat(999)}b`, 'YWFh']) {
      const before = mask.tree.steps()
      const masker = createMasker(mask)
      const piece = Buffer.alloc(size, letters)
      for (let count = 0; count < 3; count += 1) masker.take(piece)
      expect(mask.tree.steps() - before).toBeLessThan(4 * 3 * size)
    }
  }
})

test('masks a secret of many lines', async () => {
  const lines = Array.from({ length: LINES }, (_, at) => `line ${at}!`)
  const last = lines.at(-1) ?? ''
  expect(masked(await maskOf(lines.join('\n')), `${last}, line`, 5)).toBe(`${'*'.repeat(last.length)}, ****`)
})

test('gives other work its turns while it makes a mask of many lines', { tags: ['long'] }, async () => {
  let turns = 0
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}!`)
  const making = createMask([lines.join('\n')])
  let isMade = false
  making.finally(() => {
    isMade = true
  })
  for (; !isMade; turns += 1) await setImmediate()
  expect(turns).toBeGreaterThan(2)
})

test('masks any part of a log like the whole', async () => {
  const mask = await maskOf(SECRET)
  const bytes = Buffer.from(`one ${SECRET} two\n${SECRET}`)
  const whole = Buffer.from(masked(mask, bytes.toString(), bytes.length))
  for (let from = 0; from <= bytes.length; from += 1)
    for (let to = from; to <= bytes.length; to += 1) {
      const read = bytes.subarray(readFrom(mask, from), to + mask.longest)
      const parts = []
      for await (const part of maskedPieces(mask, pieces(read), from, { to })) parts.push(part)
      expect(Buffer.concat(parts.map((part) => part.bytes))).toEqual(whole.subarray(from, to))
      expect(parts[0]?.offset ?? from).toBe(from)
    }
})

test('reveals nothing in a sentence that was cut in the middle of a secret', async () => {
  const mask = await maskOf(SECRET)
  expect(maskedText(mask, 'no such user: canary-7f…')).toBe('no such user: *********…')
  expect(maskedText(mask, 'no such user: cat…')).toBe('no such user: cat…')
})

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3)
}

/** Hides every occurrence of each secret, also overlapping ones. */
function replaced(text: string, secrets: readonly string[]): string {
  const out = text.split('')
  for (const secret of secrets)
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      out.fill('*', at, at + secret.length)
  return out.join('')
}

/** Returns a deterministic sequence of numbers below a limit (linear congruential generator). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
