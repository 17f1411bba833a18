import { open, stat } from 'node:fs/promises'

const BEGINS = /^(-----BEGIN [A-Z ]*PRIVATE KEY-----|PuTTY-User-Key-File-)/m
/** A file of keys may have certificates before the key. */
const LONGEST_START = 64 * 1024

/** True for a file with a private key in text form. */
export async function isPrivateKey(file: string): Promise<boolean> {
  if (!(await stat(file).catch(() => null))?.isFile()) return false
  const opened = await open(file).catch(() => null)
  if (opened === null) return false
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(LONGEST_START), 0, LONGEST_START, 0)
    return BEGINS.test(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await opened.close()
  }
}
