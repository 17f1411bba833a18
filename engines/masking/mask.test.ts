import { expect, test } from 'vitest'
import { createMask, type Mask } from './mask.ts'
import { createMasker, maskedPieces, maskedText, readFrom } from './masked-bytes.ts'

const SECRET = 'canary-7f3a91c2e5'

function maskOf(...secrets: string[]): Mask {
  const mask = createMask(secrets)
  if (!mask) throw new Error('nothing is masked')
  return mask
}

/** What comes out of a log that arrives in pieces of so many bytes. */
function masked(mask: Mask, text: string, size: number): string {
  const masker = createMasker(mask)
  const bytes = Buffer.from(text)
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) out.push(masker.take(bytes.subarray(at, at + size)))
  return Buffer.concat([...out, masker.rest()]).toString()
}

test('a secret is hidden by as many bytes, wherever pieces of the log end', () => {
  const mask = maskOf(SECRET, 'another secret')
  const text = `begin ${SECRET}${SECRET}\r${SECRET}!\nanother secret, cana canary-7f3a91c2e6`
  const hidden = `begin ${'*'.repeat(34)}\r${'*'.repeat(17)}!\n${'*'.repeat(14)}, cana canary-7f3a91c2e6`
  for (let size = 1; size <= text.length; size += 1) expect(masked(mask, text, size)).toBe(hidden)
})

test('what it looks like in JSON, in an address and in base64 is hidden too, whatever stands around it', () => {
  const secret = 'pa"ss wörd/7?'
  const mask = maskOf(secret)
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
    // what is left of base64 is too little to tell the secret
    expect(out.replaceAll('*', '').length).toBeLessThan(11)
  }
})

test('each line of a longer secret is one, and lines stay lines', () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----\n'
  const mask = maskOf(key)
  expect(masked(mask, `${key}kqhkiG9w0BAQEF\n`, 7).split('\n')).toEqual([
    '*'.repeat(19),
    '*'.repeat(14),
    '*'.repeat(14),
    '*'.repeat(17),
    '*'.repeat(14),
    '',
  ])
})

test('texts that overlap are hidden altogether', () => {
  const mask = maskOf('abcdefghij', 'ghijklmnop')
  for (let size = 1; size < 20; size += 1)
    expect(masked(mask, 'xabcdefghijklmnopx', size)).toBe(`x${'*'.repeat(16)}x`)
})

test('what cannot be the beginning of a secret does not wait', () => {
  const masker = createMasker(maskOf(SECRET))
  expect(masker.take(Buffer.from('epoch 1\nepoch 2 ca')).toString()).toBe('epoch 1\nepoch 2 ')
  expect(masker.take(Buffer.from('t')).toString()).toBe('cat')
})

test('what is too short to be told from other text is not looked for', () => {
  expect(createMask(['secret7', ''])).toBeNull()
})

test('any part of a log is masked as the whole is', async () => {
  const mask = maskOf(SECRET)
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

test('a sentence that was cut in the middle of a secret says nothing of it', () => {
  const mask = maskOf(SECRET)
  expect(maskedText(mask, 'no such user: canary-7f…')).toBe('no such user: *********…')
  expect(maskedText(mask, 'no such user: cat…')).toBe('no such user: cat…')
})

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3)
}
