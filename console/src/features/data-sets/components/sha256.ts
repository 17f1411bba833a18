import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const PIECE = 4 * 1024 ** 2

/**
 * Returns the SHA-256 of a file in hex, read piece by piece: the hash built into browsers takes a whole file, and only on a
 * page that came by https.
 * @throws the signal's reason when the caller gave up
 */
export async function sha256Of(file: Blob, signal?: AbortSignal): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += PIECE) {
    signal?.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
