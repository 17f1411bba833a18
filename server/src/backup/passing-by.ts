import type { Hash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Hands on every chunk and tells the hash of it. */
export function passingBy(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}
