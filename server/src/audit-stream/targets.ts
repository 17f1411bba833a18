import { open } from 'node:fs/promises'
import type { AuditStreamSettings } from '../audit-stream-settings.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { signatureOf } from '../outgoing/signature.ts'
import { productVersion } from '../product-version.ts'

const OWNER_ONLY = 0o600

/** Stores lines at the target. If it throws, they may or may not be stored, and are sent again. */
export type Deliver = (lines: string, signal: AbortSignal) => Promise<void>

export function createDelivery(settings: AuditStreamSettings, outgoing: Outgoing): Deliver {
  return settings.kind === 'file'
    ? (lines) => appendTo(settings.path, lines)
    : (lines, signal) => postTo(settings, outgoing, lines, signal)
}

/** Opens the file each time, so that others may move it away, and syncs it to the disk. */
async function appendTo(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a+', OWNER_ONLY)
  try {
    const { size } = await file.stat()
    // A single write may be partial if the disk fills up.
    await file.appendFile((await endsInLine(file, size)) ? lines : `\n${lines}`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** An interrupted write leaves half a line, which must not spoil the next one. */
async function endsInLine(file: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

async function postTo(
  { url, secret }: Extract<AuditStreamSettings, { kind: 'web' }>,
  outgoing: Outgoing,
  lines: string,
  signal: AbortSignal,
): Promise<void> {
  const status = await outgoing.post(url, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'podium-signature': signatureOf(secret, lines, Math.floor(Date.now() / 1000)),
      'user-agent': `Podium/${productVersion}`,
    },
    body: lines,
    signal,
  })
  if (status < 200 || status > 299) throw new Error(`${url.host} answered ${status}.`)
}
