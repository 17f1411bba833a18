import { expect, test } from 'vitest'
import { describeSecret, stepOf } from './one-time-code.ts'

/** RFC 6238, appendix B, cut to six digits. */
const RFC_SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('accepts the code of the standard at %d seconds', (seconds, code, step) => {
  expect(stepOf(RFC_SECRET, code, seconds * 1000)).toBe(step)
})

test('accepts a code half a minute before and after its own, and returns the same step each time', () => {
  const inStep = (step: number) => stepOf(RFC_SECRET, '287082', (step * 30 + 15) * 1000)
  expect([-1, 0, 1, 2, 3].map(inStep)).toEqual([null, 1, 1, 1, null])
})

test('rejects anything that is not a code', () => {
  for (const text of ['', '28708', '2870820', 'abcdef', '２８７０８２'])
    expect(stepOf(RFC_SECRET, text, 59_000)).toBeNull()
})

test('gives an authenticator the secret in three forms', () => {
  const { secret, uri, qr } = describeSecret(RFC_SECRET, 'kim')
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(uri).toBe(
    'otpauth://totp/Podium:kim?issuer=Podium&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  )
  expect(decodeURIComponent(qr)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/s)
})
