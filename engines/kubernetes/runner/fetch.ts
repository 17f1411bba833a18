import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { folder } from '../../attempt/folders.ts'
import { prepareAttempt } from '../../attempt/prepare-attempt.ts'
import { uninstalledWords } from '../../attempt/uninstalled.ts'
import { type ObjectSource, StartRefused } from '../../engine.ts'
import type { Inputs } from '../runner-calls.ts'
import { LARGE } from '../runner-limits.ts'
import { podDirectory } from './pod-directory.ts'
import type { ServerCalls } from './server-calls.ts'
import { getFrom } from './store-calls.ts'
import { commandFile, WRAPPER } from './wrapper.ts'

const makePipe = promisify(execFile)
/** It may quote a name of any length. */
const LONGEST_REASON = 1000

export interface FetchOptions {
  server: ServerCalls
  /** where the volume of the pod lies */
  root: string
  /** the product's modules for Python programs; null where they are not there */
  python: string | null
}

/**
 * Lays out in the pod's volume all that the command needs, as the engine of one machine does.
 * @returns whether the command may start; where it never can, the server was told why
 */
export async function fetchInputs({ server, root, python }: FetchOptions): Promise<boolean> {
  const { spec, unpack_limit, stop } = await server.read<Inputs>('inputs')
  if (stop) return false
  const directory = podDirectory(root)
  const objects = objectsOf(server)
  const { signal } = new AbortController()
  try {
    // Of a try that was cut off what was made whole stays.
    await server.untilDone('the inputs', () =>
      prepareAttempt(spec, directory, null, { objects, unpackLimit: unpack_limit, signal, python }),
    )
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const reason = error.message.slice(0, LONGEST_REASON)
    await server.tell('refusal', { reason })
    return false
  }
  await folder(directory.temporary, 0o700)
  await writeFile(directory.notice, await uninstalledWords(spec, directory, 'of its image'), { mode: 0o600 })
  await writeFile(directory.command, commandFile(spec, directory), { mode: 0o600 })
  await writeFile(directory.wrapper, WRAPPER, { mode: 0o600 })
  await rm(directory.asks, { force: true })
  await makePipe('mkfifo', ['-m', '600', directory.asks])
  return true
}

/** The run's inputs as the server hands them out, or the store itself where they are large. */
function objectsOf(server: ServerCalls): ObjectSource {
  const sizes = new Map<string, number>()
  let reachesStore = true

  /** null where the object is to come through the server, as all that follow then are */
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
    // Other objects may be on their way: only one that failed shows that the store cannot be reached.
    if (!object) reachesStore = false
    // After a stream broke off the next try goes through the server. One that was aborted for another's fault does not count.
    return (
      object?.once('error', ({ name }) => {
        if (name !== 'AbortError') reachesStore = false
      }) ?? null
    )
  }

  return {
    async *list(bucket, path) {
      const lines = await server.open('objects', { bucket, path })
      // All of the list at once: the server does not wait while files are copied.
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
