import { rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { folder } from '../../attempt/folders.ts'
import { markPrepared } from '../../attempt/kept/prepared-mark.ts'
import { prepareAttempt } from '../../attempt/prepare-attempt.ts'
import { runProgram } from '../../attempt/run-program.ts'
import { specOfRecord } from '../../attempt/spec-of-record.ts'
import { uninstalledWords } from '../../attempt/uninstalled.ts'
import { type ObjectSource, StartRefused } from '../../engine.ts'
import type { Inputs } from '../runner-calls.ts'
import { LARGE } from '../runner-limits.ts'
import { podDirectory } from './pod-directory.ts'
import type { ServerCalls } from './server-calls.ts'
import { getFrom } from './store-calls.ts'
import { commandFile, WRAPPER } from './wrapper.ts'

/** A reason may quote a name of any length. */
const MAX_REASON_LENGTH = 1000

export interface FetchOptions {
  server: ServerCalls
  /** path of the pod's volume */
  root: string
  /** the product's modules for Python programs; null if missing */
  python: string | null
}

/**
 * Prepares everything that the command needs in the pod's volume, as the local engine does.
 * @returns false if the command must not start; the server knows why if it never can
 */
export async function fetchInputs({ server, root, python }: FetchOptions): Promise<boolean> {
  const { spec: recorded, unpack_limit, stop } = await server.read<Inputs>('inputs')
  if (stop) return false
  // The server may be of an earlier release.
  const spec = specOfRecord(recorded)
  const directory = podDirectory(root)
  const objects = objectsOf(server)
  const { signal } = new AbortController()
  try {
    // Parts that an earlier try completed stay.
    await server.untilDone('the inputs', () =>
      prepareAttempt(spec, directory, null, { objects, unpackLimit: unpack_limit, signal, python }),
    )
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const reason = error.message.slice(0, MAX_REASON_LENGTH)
    await server.tell('refusal', { reason })
    return false
  }
  await folder(directory.temporary, 0o700)
  await writeFile(directory.notice, await uninstalledWords(spec, directory, 'of its image'), { mode: 0o600 })
  await writeFile(directory.command, commandFile(spec, directory), { mode: 0o600 })
  await writeFile(directory.wrapper, WRAPPER, { mode: 0o600 })
  await markPrepared(directory)
  await rm(directory.asks, { force: true })
  await runProgram('mkfifo', ['-m', '600', directory.asks])
  return true
}

/** Reads the run's inputs from the server, or from the store itself if they are large. */
function objectsOf(server: ServerCalls): ObjectSource {
  const sizes = new Map<string, number>()
  let reachesStore = true

  /** Returns null if the object must come through the server, as all later ones do then. */
  async function openInStore(bucket: string, path: string): Promise<Readable | null> {
    if (!reachesStore) return null
    const answer = await server.open('address', { bucket, path })
    const { address } = answer ? ((await json(answer)) as { address: string | null }) : { address: null }
    const object =
      address === null
        ? null
        : await getFrom(address).catch((error: Error) =>
            server.log(`Inputs come through the server: ${error.message}`),
          )
    // Other objects may be arriving, so only a failed one shows that the store is unreachable.
    if (!object) reachesStore = false
    // After a stream broke off, the next try goes through the server. A stream aborted because of another does not
    // count.
    return (
      object?.once('error', ({ name }) => {
        if (name !== 'AbortError') reachesStore = false
      }) ?? null
    )
  }

  return {
    async *list(bucket, path) {
      const lines = await server.open('objects', { bucket, path })
      // Reads the whole list first, because the server does not wait while files are copied.
      const objects = lines ? await objectsIn(lines) : []
      for (const { path, size } of objects) sizes.set(`${bucket}/${path}`, size)
      yield* objects
    },
    async open(bucket, path) {
      const isLarge = (sizes.get(`${bucket}/${path}`) ?? LARGE) >= LARGE
      const opened =
        (isLarge && (await openInStore(bucket, path))) || (await server.open('object', { bucket, path }))
      if (opened) return opened
      throw Object.assign(new Error(`There is no object ${path}.`), { code: 'ENOENT' })
    },
  }
}

async function objectsIn(lines: Readable): Promise<{ path: string; size: number }[]> {
  const objects: { path: string; size: number }[] = []
  let isWhole = false
  for await (const line of createInterface({ input: lines })) {
    const object = JSON.parse(line) as { path?: string; size?: number }
    if (object.path === undefined) isWhole = true
    else objects.push({ path: object.path, size: object.size ?? 0 })
  }
  if (!isWhole) throw new Error('The list of inputs is incomplete.')
  return objects
}
