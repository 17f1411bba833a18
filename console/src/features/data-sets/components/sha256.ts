const PIECE = 4 * 1024 ** 2
const BLOCK = 64

/** The algorithm's constants: the first 32 bits of the fractional parts of roots of the first primes. */
const [START, ROUNDS] = constants()

/**
 * Returns the SHA-256 of a file in hex, read piece by piece. The browser's own function needs the whole file in memory,
 * and works only on pages loaded over https.
 * @throws the signal's reason when the caller aborts
 */
export async function sha256Of(file: Blob, signal?: AbortSignal): Promise<string> {
  const state = START.slice()
  for (let at = 0; at < file.size; at += PIECE) {
    signal?.throwIfAborted()
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
    // Every piece but the last one consists of whole blocks.
    digest(state, at + PIECE < file.size ? bytes : padded(bytes, file.size))
  }
  if (file.size === 0) digest(state, padded(new Uint8Array(), 0))
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function padded(rest: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((rest.length + 9) / BLOCK) * BLOCK)
  bytes.set(rest)
  bytes[rest.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(size / 2 ** 29))
  view.setUint32(bytes.length - 4, (size * 8) % 2 ** 32)
  return bytes
}

function digest(state: Uint32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const words = new Int32Array(64)
  const rounds = ROUNDS
  for (let at = 0; at < bytes.length; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i)
    for (let i = 16; i < 64; i += 1) {
      const x = words[i - 15] as number
      const y = words[i - 2] as number
      const first = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
      const second = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
      words[i] = (words[i - 16] as number) + first + (words[i - 7] as number) + second
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i += 1) {
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const one = (h + sum + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (words[i] as number)) | 0
      const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + other) | 0
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word
  }
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function constants(): [start: Uint32Array, rounds: Uint32Array] {
  const primes: number[] = []
  for (let number = 2; primes.length < 64; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  const bits = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
  ]
}
