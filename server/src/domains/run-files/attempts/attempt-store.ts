import { isDeepStrictEqual } from 'node:util'
import type { Database, Handle } from '@podium/database/connect.ts'
import { listenTo } from '@podium/database/listen.ts'
import type { DatabaseLog } from '@podium/database/log.ts'
import type { LogType, RunKey } from '@podium/engines/engine.ts'
import { changedRecord, isOver, openedRecord } from '@podium/engines/kubernetes/attempt-change.ts'
import type { AttemptChange, AttemptRecord, AttemptStore } from '@podium/engines/kubernetes/attempt-store.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { hashOfToken, newToken } from '../../../http/session/tokens.ts'
import { scheduleDeletionAfter } from '../../workspaces/reservation.ts'
import { createAttemptFiles } from './attempt-files.ts'
import { createAttemptFinder } from './attempt-finder.ts'
import { besideArtifacts, type PlaceOf } from './attempt-place.ts'
import {
  deleteAttempt,
  deleteTokens,
  insertAttempt,
  insertToken,
  readAttempt,
  readKeys,
  readLeftOut,
  readTokenOwner,
  writeAttempt,
} from './attempt-repository.ts'
import { type FileName, findPlace, keepOutputRows, listOutputRows } from './file-repository.ts'
import { createPlacedFiles } from './placed-files.ts'

export interface AttemptsOptions {
  database: Database
  objects: ObjectStore
  log: Pick<DatabaseLog, 'warn'>
  /** bucket and prefix for data that an attempt's pod sends, if not beside the artifacts of its run */
  placeOf?: PlaceOf
}

/** A pod with a valid address may still upload, and an upload that has begun may take this long. */
const LATE_PUTS = '5 minutes'

/** The channel on which every server hears that a log has grown, or that an attempt is over. */
const CHANNEL = 'podium_attempts'

/** Stores the attempts of a cluster: their state in the database, and data that their pods sent in the object store. */
export function createAttempts({
  database,
  objects,
  log,
  placeOf = besideArtifacts(database),
}: AttemptsOptions): AttemptStore & { close(): Promise<void> } {
  const files = createAttemptFiles({ database, objects })
  const promise = (key: RunKey, promised_bytes: number) => note(key, { promised_bytes })
  const placed = createPlacedFiles({ database, objects, files, promise })
  const waiting = new Set<(run: string | null) => void>()
  let listener: ReturnType<typeof listenTo> | null = null

  function wake(run: string | null): void {
    for (const heard of waiting) heard(run)
  }

  async function removeObjects(bucket: string, paths: string[]): Promise<void> {
    for (const path of paths) await objects.remove(bucket, path)
  }

  async function sizeOf(key: RunKey, type: LogType): Promise<number> {
    const opened = await files.open(key, logName(type), { from: 0, to: 0 })
    opened?.stream.destroy()
    return opened?.size ?? 0
  }

  async function note(key: RunKey, change: AttemptChange): Promise<AttemptRecord> {
    const seen = (await readAttempt(database, key)) ?? refuseUnknown()
    // A pod repeats the same report every few seconds.
    if (isDeepStrictEqual(changedRecord(seen, change), seen)) return seen
    return database.transaction(async (tx) => {
      const record = (await readAttempt(tx, key, true)) ?? refuseUnknown()
      const changed = changedRecord(record, change)
      await writeAttempt(tx, key, changed)
      if (isOver(changed) && !isOver(record)) await announce(tx, key)
      return changed
    })
  }

  return {
    async open(spec) {
      await insertAttempt(database, spec, await placeOf(spec), openedRecord(spec, new Date().toISOString()))
      return (await readAttempt(database, spec)) ?? refuseUnknown()
    },
    find: createAttemptFinder(database),
    keys: (workspace) => readKeys(database, workspace),
    note,
    async makeToken(key) {
      const { id } = (await findPlace(database, key)) ?? refuseUnknown()
      const token = newToken()
      await insertToken(database, id, hashOfToken(token))
      return token
    },
    ownerOf: (token) => readTokenOwner(database, hashOfToken(token)),
    async appendLog(key, type, offset, bytes) {
      const modified_at = new Date().toISOString()
      const size = await files.add(key, logName(type), {
        offset,
        bytes,
        modified_at,
        anew: false,
        most: null,
      })
      await announce(database, key)
      return size
    },
    async openLog(key, type, range) {
      const opened = await files.open(key, logName(type), range)
      return opened && opened.size > 0 ? opened : null
    },
    async untilLonger(key, type, size, signal) {
      listener ??= listenTo(database, CHANNEL, { onPayload: wake, onGap: () => wake(null), log })
      while (!signal.aborted) {
        const news = nextNews(key.run, signal)
        const record = await readAttempt(database, key)
        const isEnough = record === null || isOver(record) || (await sizeOf(key, type)) > size
        if (isEnough) news.leave()
        await news.heard
        if (isEnough) return
      }
    },
    appendOutput: (key, { path, modified_at }, offset, bytes, most) =>
      files.add(key, outputName(path), { offset, bytes, modified_at, anew: offset === 0, most }),
    placeOutput: (key, { path, modified_at }, piece) =>
      placed.place(key, outputName(path), modified_at, piece),
    addPlaced: (key, { path, modified_at }, piece) =>
      placed.addPlaced(key, outputName(path), modified_at, piece),
    async keepOutputs(key, paths, left_out) {
      const { id, bucket } = (await findPlace(database, key)) ?? refuseUnknown()
      await removeObjects(bucket, await keepOutputRows(database, id, paths, left_out))
    },
    async outputs(key, under) {
      const rows = await listOutputRows(database, key)
      const listed = rows.filter(({ path }) => under === undefined || path.startsWith(`${under}/`))
      const left_out = under === undefined ? await readLeftOut(database, key) : []
      return { files: listed.sort((a, b) => (a.path < b.path ? -1 : 1)), left_out }
    },
    async openOutput(key, path, from = 0) {
      const opened = await files.open(key, outputName(path), { from })
      if (opened) return opened.stream
      throw Object.assign(new Error(`There is no output ${path}.`), { code: 'ENOENT' })
    },
    async remove(key) {
      const place = await findPlace(database, key)
      if (!place) return
      const { id, bucket, prefix } = place
      // This order leaves nothing unreachable if the server dies in between.
      await deleteTokens(database, id)
      const wasGivenAddresses = ((await readAttempt(database, key))?.promised_bytes ?? 0) > 0
      await objects.removeAll(bucket, prefix)
      await database.transaction(async (tx) => {
        if (wasGivenAddresses) await scheduleDeletionAfter(tx, { bucket, prefix }, LATE_PUTS)
        await deleteAttempt(tx, id)
      })
      await announce(database, key)
    },
    close: async () => listener?.close(),
  }

  /** Listens from now on for news of the run. */
  function nextNews(run: string, signal: AbortSignal): { heard: Promise<void>; leave: () => void } {
    let leave = () => {}
    const heard = new Promise<void>((resolve) => {
      const hear = (named: string | null) => (named === null || named === run) && leave()
      leave = () => {
        waiting.delete(hear)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(hear)
      signal.addEventListener('abort', leave)
    })
    return { heard, leave: () => leave() }
  }
}

async function announce(db: Handle, { run }: RunKey): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${run})`)
}

function logName(type: LogType): FileName {
  return { kind: 'log', path: type }
}

function outputName(path: string): FileName {
  return { kind: 'output', path }
}

function refuseUnknown(): never {
  throw new Error('This attempt is not known.')
}
