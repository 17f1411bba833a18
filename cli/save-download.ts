import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** How often a download goes on after its connection broke. */
const MOST_RESUMED = 3

/** Asks for the download, with these headers besides. */
export type AskDownload = (headers: Record<string, string>) => Promise<Response>

/**
 * Writes a download into a file. If the connection breaks, it asks for the rest; if the content is another by then, the
 * server sends the whole, and it begins anew. What has no ETag is made while it is sent, and has no rest to ask for.
 */
export async function saveDownload(ask: AskDownload, file: string): Promise<void> {
  let response = await ask({})
  for (let resumed = 0; ; resumed += 1) {
    const flags = response.status === 206 ? 'a' : 'w'
    try {
      return await pipeline(response.body ?? [], createWriteStream(file, { flags }))
    } catch (error) {
      const etag = response.headers.get('etag')
      if (resumed === MOST_RESUMED || !isBrokenConnection(error) || etag === null) throw error
      const { size } = await stat(file)
      response = await ask(size === 0 ? {} : { range: `bytes=${size}-`, 'if-range': etag })
    }
  }
}

/** fetch ends a body with such an error; those of the disk have a code. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && !('code' in error)
}
