import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Bound to its purpose, such as the account it is kept for: sealed for one it is good for no other. */
export function seal(secret: Buffer, key: Buffer, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws when it was sealed with another key, for another purpose, or changed since */
export function openSealed(sealed: Buffer, key: Buffer, purpose: string): Buffer {
  const tagEnd = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd))
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
}
