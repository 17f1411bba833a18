import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Clock, realClock } from '@podium/contract/wire/clock.ts'
import { Away } from './away.ts'
import { patienceOf } from './patience.ts'
import { printFault } from './print.ts'

/** How long a download waits for its next byte. */
const LONGEST_STANDSTILL_MS = 120_000

/** Requests the download with additional headers. */
export type AskDownload = (headers: Record<string, string>) => Promise<Response>

/** The clock, and messages about waiting. */
export interface DownloadView extends Pick<Clock, 'now' | 'pause'> {
  tell(sentence: string): void
}

/**
 * Downloads into a file. While the server is away, or after the connection broke, it waits, and continues as long as
 * bytes come. It requests the rest if an ETag proves that the content is the same, and restarts if not.
 */
export async function saveDownload(
  ask: AskDownload,
  file: string,
  view: DownloadView = { ...realClock, tell: printFault },
): Promise<void> {
  const patience = patienceOf(LONGEST_STANDSTILL_MS, view, ({ reason }) =>
    view.tell(`${reason} Waiting for it …`),
  )
  let etag: string | null = null
  let most = 0
  for (;;) {
    try {
      const size = etag === null ? 0 : await sizeOf(file)
      const response = await ask(
        size === 0 || etag === null ? {} : { range: `bytes=${size}-`, 'if-range': etag },
      )
      const isRest = response.status === 206
      if (isRest && !beginsAt(response, size)) {
        etag = null
        throw new Away('The server sent another part of the download than it was asked for.')
      }
      if (!isRest) etag = provingTag(response)
      return await pipeline(response.body ?? [], createWriteStream(file, { flags: isRest ? 'a' : 'w' }))
    } catch (error) {
      const away = asAway(error)
      const size = await sizeOf(file)
      if (size > most) patience.renew()
      most = Math.max(most, size)
      await patience.wait(away)
    }
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

/**
 * Returns the ETag that proves a range to be of the same bytes: not a weak one, nor one of bytes that fetch
 * decompresses. Without a length all bytes may be there when the connection breaks, and there is no rest to request.
 */
function provingTag({ headers }: Response): string | null {
  const etag = headers.get('etag')
  const isOfTheseBytes = headers.has('content-length') && !headers.has('content-encoding')
  return isOfTheseBytes && etag?.startsWith('"') ? etag : null
}

function beginsAt({ headers }: Response, size: number): boolean {
  return size > 0 && headers.get('content-range')?.startsWith(`bytes ${size}-`) === true
}

/** fetch ends a broken body with a TypeError without a code. Disk errors have one and are thrown. */
function asAway(error: unknown): Away {
  if (error instanceof Away) return error
  if (!(error instanceof TypeError) || 'code' in error) throw error
  return new Away('The connection to the server broke.', { advice: 'Repeat the command.' })
}
