import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Clock, realClock } from '@podium/contract/wire/clock.ts'
import { Away } from './away.ts'
import { patienceOf } from './patience.ts'
import { printFault } from './print.ts'

/** The time that a download waits for its next byte. */
const LONGEST_STANDSTILL_MS = 120_000

/** Asks for the download, with these headers besides. */
export type AskDownload = (headers: Record<string, string>) => Promise<Response>

/** Tells the time, and the person what is waited for. */
export interface DownloadView extends Pick<Clock, 'now' | 'pause'> {
  tell(sentence: string): void
}

/**
 * Writes a download into a file. While the server is away, or after the connection broke, it waits, and goes on as long
 * as bytes come. It asks for the rest if an ETag proves that the content is the same, and begins again if not.
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
 * The ETag that proves a range to be of the same bytes: a weak one does not, nor one of bytes that fetch unpacks. Without
 * a length all bytes may be there when the connection breaks, and there is no rest to ask for.
 */
function provingTag({ headers }: Response): string | null {
  const etag = headers.get('etag')
  const isOfTheseBytes = headers.has('content-length') && !headers.has('content-encoding')
  return isOfTheseBytes && etag?.startsWith('"') ? etag : null
}

function beginsAt({ headers }: Response, size: number): boolean {
  return size > 0 && headers.get('content-range')?.startsWith(`bytes ${size}-`) === true
}

/** fetch ends a body that breaks with a TypeError without a code; errors of the disk have one and are thrown. */
function asAway(error: unknown): Away {
  if (error instanceof Away) return error
  if (!(error instanceof TypeError) || 'code' in error) throw error
  return new Away('The connection to the server broke.', { advice: 'Repeat the command.' })
}
