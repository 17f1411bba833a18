import type { Database, Handle } from '@podium/database/connect.ts'
import { attemptChunks, attemptFiles, attempts } from '@podium/database/schema/attempts.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import { and, asc, eq, gt, lt, type SQL, sql, sum } from 'drizzle-orm'

/** Names a log or an output of an attempt. */
export interface FileName {
  kind: 'log' | 'output'
  path: string
}

/** Identifies an attempt and its prefix in the bucket. */
export interface AttemptPlace {
  id: string
  bucket: string
  /** ends with '/' */
  prefix: string
}

export type FileRow = typeof attemptFiles.$inferSelect
export type Chunk = Pick<typeof attemptChunks.$inferSelect, 'begins' | 'size' | 'object' | 'etag'>

/** The state of a file after a change. */
export interface FileChange {
  size: number
  tail: Buffer
  modified_at: string
  /** the bytes before the tail that became an object */
  chunk: Chunk | null
  /** true if all previous bytes are discarded */
  anew: boolean
}

export function isAttempt({ workspace, run, attempt }: RunKey): SQL | undefined {
  return and(eq(attempts.run, run), eq(attempts.attempt, attempt), eq(attempts.workspace, workspace))
}

const place = { id: attempts.id, bucket: attempts.bucket, prefix: attempts.prefix }

export async function findPlace(db: Handle, key: RunKey): Promise<AttemptPlace | null> {
  const [found] = await db.select(place).from(attempts).where(isAttempt(key))
  return found ?? null
}

/** Finds the attempt, null if it is unknown, and its file, null if no bytes of it have come. */
export async function findFile(
  db: Handle,
  key: RunKey,
  { kind, path }: FileName,
): Promise<{ place: AttemptPlace; file: FileRow | null } | null> {
  const isFile = and(
    eq(attemptFiles.attempt_id, attempts.id),
    eq(attemptFiles.kind, kind),
    eq(sql`md5(${attemptFiles.path})`, sql`md5(${path})`),
  )
  const [found] = await db
    .select({ place, file: attemptFiles })
    .from(attempts)
    .leftJoin(attemptFiles, isFile)
    .where(isAttempt(key))
  return found ?? null
}

/** Inserts an empty file, unless another server has done so. */
export async function makeFile(
  db: Handle,
  attemptId: string,
  name: FileName,
  modified_at: string,
): Promise<void> {
  await db
    .insert(attemptFiles)
    .values({ attempt_id: attemptId, ...name, modified_at })
    .onConflictDoNothing()
}

export async function countOutputs(db: Handle, attemptId: string): Promise<number> {
  return db.$count(attemptFiles, and(eq(attemptFiles.attempt_id, attemptId), eq(attemptFiles.kind, 'output')))
}

/** Total bytes of all outputs. */
export async function sumOutputs(db: Handle, attemptId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sum(attemptFiles.size).mapWith(Number) })
    .from(attemptFiles)
    .where(and(eq(attemptFiles.attempt_id, attemptId), eq(attemptFiles.kind, 'output')))
  return found?.bytes ?? 0
}

/**
 * Writes the change if the file has not changed since it was read.
 * @returns the objects that are no longer used; null if the file has changed
 */
export async function changeFile(
  db: Database,
  seen: Pick<FileRow, 'id' | 'version'>,
  { chunk, anew, ...change }: FileChange,
): Promise<string[] | null> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(attemptFiles)
      .set({ ...change, version: seen.version + 1 })
      .where(and(eq(attemptFiles.id, seen.id), eq(attemptFiles.version, seen.version)))
      .returning({ id: attemptFiles.id })
    if (changed.length === 0) return null
    const gone = anew
      ? await tx
          .delete(attemptChunks)
          .where(eq(attemptChunks.file_id, seen.id))
          .returning({ object: attemptChunks.object })
      : []
    if (chunk) await tx.insert(attemptChunks).values({ file_id: seen.id, ...chunk })
    return gone.map(({ object }) => object)
  })
}

/** The chunks of a file that overlap the bytes `from` up to `to`, in order. */
export async function chunksWithin(db: Handle, fileId: string, from: number, to: number): Promise<Chunk[]> {
  return db
    .select({
      begins: attemptChunks.begins,
      size: attemptChunks.size,
      object: attemptChunks.object,
      etag: attemptChunks.etag,
    })
    .from(attemptChunks)
    .where(
      and(
        eq(attemptChunks.file_id, fileId),
        lt(attemptChunks.begins, to),
        gt(sql`${attemptChunks.begins} + ${attemptChunks.size}`, from),
      ),
    )
    .orderBy(asc(attemptChunks.begins))
}

export async function listOutputRows(db: Handle, key: RunKey) {
  return db
    .select({
      path: attemptFiles.path,
      size: attemptFiles.size,
      modified_at: sql<string>`to_char(${attemptFiles.modified_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(attemptFiles)
    .innerJoin(attempts, eq(attempts.id, attemptFiles.attempt_id))
    .where(and(isAttempt(key), eq(attemptFiles.kind, 'output')))
}

/** @returns the objects of the outputs that were removed */
export async function keepOutputRows(
  db: Database,
  attemptId: string,
  paths: string[],
  left_out: string[],
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.update(attempts).set({ left_out }).where(eq(attempts.id, attemptId))
    const goes = and(
      eq(attemptFiles.attempt_id, attemptId),
      eq(attemptFiles.kind, 'output'),
      sql`not ${attemptFiles.path} = any (select json_array_elements_text(${JSON.stringify(paths)}::json))`,
    )
    const objects = await tx
      .delete(attemptChunks)
      .where(sql`${attemptChunks.file_id} in (select id from ${attemptFiles} where ${goes})`)
      .returning({ object: attemptChunks.object })
    await tx.delete(attemptFiles).where(goes)
    return objects.map(({ object }) => object)
  })
}
