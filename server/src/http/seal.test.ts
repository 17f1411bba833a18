import { expect, test } from 'vitest'
import { openSealed, seal } from './seal.ts'

test('opens a sealed secret only with its key and for its purpose, and never produces the same bytes', () => {
  const [secret, key, other] = [
    Buffer.from('violet kettle under moss'),
    Buffer.alloc(32, 1),
    Buffer.alloc(32, 2),
  ]
  const sealed = seal(secret, key, 'kim')
  expect(openSealed(sealed, key, 'kim')).toEqual(secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(seal(secret, key, 'kim')).not.toEqual(sealed)
  expect(() => openSealed(sealed, other, 'kim')).toThrow()
  expect(() => openSealed(sealed, key, 'lee')).toThrow()
  expect(() => openSealed(Buffer.concat([sealed, Buffer.from([0])]), key, 'kim')).toThrow()
})
