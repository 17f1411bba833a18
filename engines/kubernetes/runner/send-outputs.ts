import { createHash, type Hash } from 'node:crypto'
import type { AttemptDirectory } from '../../attempt/attempt-directory.ts'
import { isMissing } from '../../attempt/json-file.ts'
import { attemptOutputs, type Kept, openAttemptOutput } from '../../attempt/kept/attempt-outputs.ts'
import type { OutputFile } from '../../engine.ts'
import { leftOut } from '../../left-out.ts'
import type { EndReport } from '../runner-calls.ts'
import { DIRECT_PIECE, LARGE, PIECE } from '../runner-limits.ts'
import { Dismissed, Refused, type ServerCalls } from './server-calls.ts'
import { putTo } from './store-calls.ts'

/** Files sent concurrently, because small files take mostly waiting time. */
const AT_ONCE = 4
/** Maximum bytes of all outputs' names in a report to the server. */
const MAX_NAMES = 4 * 2 ** 20
/** Each file of the working folder is looked at, so a listing is this many times its duration apart from the next. */
const LIST_PAUSE = 5
const NOTHING = Buffer.alloc(0)
const TOO_LARGE = 'it is larger than the server accepts'
const TOO_MUCH = 'the outputs together are larger than the server accepts'
const TOO_LONG = 'the names of the outputs together are longer than the server accepts'

/** The part of an output that the server has. */
interface Sent {
  size: number
  modified_at: string
  /** hash of those bytes */
  hash: Hash
}

export interface OutputSender {
  /** Sends new content of small files, so that figures are visible while the run goes on. */
  sendGrowth(): Promise<void>
  /** Sends everything that is missing, and returns the list of outputs. */
  sendAll(): Promise<Pick<EndReport, 'outputs' | 'left_out'>>
}

/** @param limit maximum bytes of all files together */
export function createOutputSender(
  server: ServerCalls,
  directory: AttemptDirectory,
  limit: number,
): OutputSender {
  const kept: Kept = { directory, uid: null }
  const sent = new Map<string, Sent>()
  let reachesStore = true
  let nextLook = 0

  /**
   * Sends the end of a file if it begins with the sent bytes, otherwise the whole file, because a run may rewrite it.
   * Bytes written meanwhile follow later, or go to the store itself if the file has become large.
   * @returns the number of its bytes that the server must have
   * @throws an error with code 'ENOENT' if the file is gone or cannot be read
   */
  async function send(file: OutputFile): Promise<number> {
    const before = sent.get(file.path)
    const isAdded =
      before !== undefined && (await digestOf(kept, file.path, before.size)) === digest(before.hash)
    const hash = isAdded ? before.hash.copy() : createHash('sha256')
    let offset = isAdded ? before.size : 0
    sent.delete(file.path)
    for await (const piece of piecesOf(kept, file, offset)) {
      if (piece.length === 0 && isAdded) break
      const { size } = await server.send('output', piece, { ...file, offset })
      // The server has other bytes of the file. It reports that at the end, and the next try sends the whole file.
      if (size !== offset + piece.length) return offset + piece.length
      hash.update(piece)
      offset += piece.length
    }
    sent.set(file.path, { size: offset, modified_at: file.modified_at, hash })
    return offset
  }

  /** Puts the file into the store itself, piece by piece. @returns false if it must go through the server */
  async function putInStore(file: OutputFile): Promise<boolean> {
    sent.delete(file.path)
    for (let offset = 0; offset < file.size; ) {
      const to = Math.min(file.size, offset + DIRECT_PIECE)
      const piece = { ...file, offset, bytes: to - offset }
      const { address = null } = await server.send('place', NOTHING, piece)
      if (address === null) return false
      await putTo(address, await openAttemptOutput(kept, file.path, offset, to), piece.bytes)
      const { size } = await server.send('placed', NOTHING, piece)
      if (size !== to) return false
      offset = to
    }
    return true
  }

  /** @returns the number of its bytes that the server must have, as in send */
  async function sendLarge(file: OutputFile): Promise<number> {
    const inStore = reachesStore && (await putInStore(file).catch(unlessOver))
    if (inStore) return file.size
    reachesStore = false
    return send(file)
  }

  function unlessOver(error: Error): false {
    if (isMissing(error) || error instanceof Dismissed) throw error
    server.log(`Outputs go through the server: ${error.message}`)
    return false
  }

  /** Reports the remaining files, so that removed ones no longer count. An earlier server ignores the call. */
  async function tellWhatIsThere(paths: Set<string>): Promise<void> {
    for (const path of sent.keys()) if (!paths.has(path)) sent.delete(path)
    await server.tell('outputs', { paths: [...paths] }).catch(unlessLeftOut)
  }

  return {
    async sendGrowth() {
      if (performance.now() < nextLook) return
      const began = performance.now()
      const { files } = await attemptOutputs(kept)
      nextLook = performance.now() + LIST_PAUSE * (performance.now() - began)
      const paths = new Set(files.map(({ path }) => path))
      if ([...sent.keys()].some((path) => !paths.has(path))) await tellWhatIsThere(paths)
      for (const file of files) {
        const before = sent.get(file.path)
        const isNew = before?.size !== file.size || before.modified_at !== file.modified_at
        // Larger files are no live figures; they are sent once, at the end.
        if (!isNew || file.size >= LARGE) continue
        const others = [...sent.values()].reduce((sum, { size }) => sum + size, -(before?.size ?? 0))
        if (file.size <= limit - others) await send(file).catch(unlessLeftOut)
      }
    },
    async sendAll() {
      const { files, left_out } = await attemptOutputs(kept)
      const { fitted, refused } = fitting(files, limit)
      await tellWhatIsThere(new Set(fitted.map(({ path }) => path)))
      const outputs: EndReport['outputs'] = []
      const left = fitted.values()
      const sendLeft = async () => {
        for (const file of left) {
          const sending = file.size < LARGE ? send(file) : sendLarge(file)
          const size = await sending.catch(unlessLeftOut)
          if (typeof size === 'string') left_out.push(leftOut(file.path, size))
          else outputs.push({ path: file.path, size })
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sendLeft))
      for (const { path, reason } of refused) left_out.push(leftOut(path, reason))
      return { outputs, left_out }
    },
  }
}

/** Selects as many files as the server accepts, in their order. A smaller file may fit after a larger one did not. */
function fitting(files: OutputFile[], limit: number) {
  const fitted: OutputFile[] = []
  const refused: { path: string; reason: string }[] = []
  let free = limit
  let names = MAX_NAMES
  for (const file of files) {
    const { path, size } = file
    const name = Buffer.byteLength(JSON.stringify(path))
    const reason = size > limit ? TOO_LARGE : size > free ? TOO_MUCH : name > names ? TOO_LONG : null
    if (reason !== null) {
      refused.push({ path, reason })
      continue
    }
    fitted.push(file)
    free -= size
    names -= name
  }
  return { fitted, refused }
}

/** Yields the bytes up to the listed size, in pieces, at least one empty piece. */
async function* piecesOf(kept: Kept, { path, size: to }: OutputFile, from: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await openAttemptOutput(kept, path, from, to)) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size + (chunk as Buffer).length <= PIECE) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  yield Buffer.concat(chunks)
}

async function digestOf(kept: Kept, path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  let left = size
  for await (const chunk of await openAttemptOutput(kept, path)) {
    hash.update((chunk as Buffer).subarray(0, left))
    left -= Math.min(left, (chunk as Buffer).length)
    if (left === 0) break
  }
  return hash.digest('hex')
}

function digest(hash: Hash): string {
  return hash.copy().digest('hex')
}

/** Returns why a file was not sent: a run may still enlarge or remove it. */
function unlessLeftOut(error: unknown): string {
  if (isMissing(error)) return 'it cannot be read'
  if (error instanceof Refused) return 'the server does not take it'
  throw error
}
