import { createHmac } from 'node:crypto'
import { fail } from '@podium/contract/rules/errors.ts'
import { openSealed, seal } from './seal.ts'

const KEY_BYTES = 32

/** A stored secret: its encrypted bytes, and the id of its key. */
export interface Sealed {
  sealed: Buffer
  key_id: string
}

/** Encrypts people's secrets with the installation's key, which is not in the database. */
export interface SecretBox {
  /** identifies the key without revealing it; null if the installation has none */
  key_id: string | null
  /**
   * @param purpose the secret can be opened for this purpose only
   * @throws Failure VARIABLE.NO_KEY if the installation has no key
   */
  seal(secret: string, purpose: string): Sealed
  /** @throws OtherKey with a sentence */
  open(sealed: Sealed, purpose: string): string
  /** True if its key is available. */
  hasKeyOf(key_id: string): boolean
}

/** The secret cannot be opened here. */
export class OtherKey extends Error {
  constructor() {
    super('was encrypted with a different key than this installation uses')
  }
}

/** @param before previous keys, which open what was sealed with them */
export function createSecretBox(key: Buffer | null, ...before: (Buffer | null)[]): SecretBox {
  const keys = new Map([...before, key].filter((each) => each !== null).map((each) => [idOf(each), each]))
  const key_id = key && idOf(key)
  return {
    key_id,
    seal(secret, purpose) {
      if (key === null || key_id === null) fail('VARIABLE.NO_KEY')
      return { sealed: seal(Buffer.from(secret), key, purpose), key_id }
    },
    open(sealed, purpose) {
      const opening = keys.get(sealed.key_id)
      if (!opening) throw new OtherKey()
      try {
        return openSealed(sealed.sealed, opening, purpose).toString()
      } catch {
        throw new OtherKey()
      }
    },
    hasKeyOf: (id) => keys.has(id),
  }
}

/** The key in a base64 text; null if it is none. */
export function secretKeyIn(written: string): Buffer | null {
  const key = Buffer.from(written.trim(), 'base64')
  const isWhole = /^[A-Za-z0-9+/_-]{43}=?$/.test(written.trim())
  return isWhole && key.length === KEY_BYTES ? key : null
}

function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('podium key id').digest('hex').slice(0, 16)
}
