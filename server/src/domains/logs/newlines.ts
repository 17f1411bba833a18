const NEWLINE = 10
/** The number of words that can be summed before a byte of the sums could overflow. */
const WORDS_AT_ONCE = 255

/** Counts newlines four bytes at a time, equally fast for short and long lines. */
export function countNewlines(bytes: Buffer): number {
  const head = Math.min(bytes.length, (4 - (bytes.byteOffset % 4)) % 4)
  if (bytes.length - head < 4) return countOneByOne(bytes, 0, bytes.length)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2)
  const tail = head + words.length * 4
  let count = countOneByOne(bytes, 0, head) + countOneByOne(bytes, tail, bytes.length)
  for (let at = 0; at < words.length; ) {
    const end = Math.min(words.length, at + WORDS_AT_ONCE)
    let sums = 0
    for (; at < end; at += 1) {
      // A newline byte becomes zero here, and adds 1 in the next line; every other byte adds 0.
      const rest = (words[at] ?? 0) ^ 0x0a0a0a0a
      sums += ~(((rest & 0x7f7f7f7f) + 0x7f7f7f7f) | rest | 0x7f7f7f7f) >>> 7
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24)
  }
  return count
}

function countOneByOne(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (bytes[at] === NEWLINE) count += 1
  return count
}
