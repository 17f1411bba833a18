import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'

/** Maximum bytes of a line; a longer one is split. */
const MAX_LINE_LENGTH = 64 * 1024
const NEWLINE = 10

/**
 * Copies an installer's output to the log, without the user names and passwords in addresses, which pip prints.
 * @param onLine is called with each line
 */
export async function copyToLog(
  output: Readable,
  log: FileHandle,
  onLine: (line: string) => void,
): Promise<void> {
  let rest = Buffer.alloc(0)

  async function write(part: Buffer): Promise<void> {
    const text = maskAddresses(part.toString())
    for (const line of text.split('\n')) onLine(line)
    await log.appendFile(text)
  }

  for await (const chunk of output as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    const end = rest.lastIndexOf(NEWLINE) + 1
    if (end === 0 && rest.length < MAX_LINE_LENGTH) continue
    const whole = end === 0 ? rest.length : end
    await write(rest.subarray(0, whole))
    rest = rest.subarray(whole)
  }
  if (rest.length > 0) await write(rest)
}
