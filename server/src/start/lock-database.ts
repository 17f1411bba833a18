import { createHash } from 'node:crypto'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { type DatabaseLock, type Holding, lockDatabase } from '@podium/database/database-lock.ts'
import { newestSchemaVersion } from '@podium/database/schema-version.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { CannotStart } from './cannot-start.ts'

interface Installation extends Pick<Config, 'objects'> {
  /** identifies the key for secrets; null without a key */
  key_id: string | null
  /** `shared`: several servers may use it; `place`: where its runs are, null if the name is enough */
  engine: { name: string; shared: boolean; place: RunsPlace | null }
}

/** A setting that says where a server finds runs, with its value. */
export interface RunsPlace {
  setting: string
  value: string
}

/** True if every server reaches runs and files, so that several may serve from one database. */
export function mayServeWithOthers({ database_url, objects }: Config, isEngineShared: boolean): boolean {
  return database_url !== null && isEngineShared && objects.kind !== 'home'
}

/**
 * Keeps out servers that look for runs and files elsewhere than this one: they would take over its runs, not find them
 * and call them lost. If every server reaches both, any number may serve.
 * @throws CannotStart with what to change if this server cannot join those that serve
 */
export async function keepOthersOff(
  connection: ConnectionSettings,
  installation: Installation,
  log: Logger,
  patience: Pick<Holding, 'patienceMs'> = {},
): Promise<DatabaseLock> {
  const isShared = installation.engine.shared && installation.objects.kind !== 'home'
  const terms = isShared ? await termsOf(installation) : null
  const lock = await lockDatabase(connection, {
    ...patience,
    log,
    terms,
    onTaken() {
      log.error('This server stops: another Podium took over the database while this one could not reach it.')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  if (!('others' in lock)) return lock
  throw new CannotStart(
    `Another Podium is using this database. ${terms === null ? whyAlone(installation) : whyNotTogether(terms, lock.others, installation)}`,
  )
}

/** The things that servers of one database must agree on, in this order. */
const AGREED = ['engine', 'runs', 'objects', 'release', 'key'] as const

async function termsOf({ objects, engine, key_id }: Installation): Promise<string> {
  const places = [
    engine.place?.value ?? '',
    JSON.stringify(objects),
    await newestSchemaVersion(),
    key_id ?? '',
  ]
  return [engine.name, ...places.map(digestOf)].join(' ')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function whyAlone({ objects, engine }: Installation): string {
  const reasons = [
    engine.shared ? null : `Runs are kept in the home of their server (PODIUM_ENGINE=${engine.name})`,
    objects.kind === 'home'
      ? 'Files are kept in the home of their server (PODIUM_OBJECTS_URL is not set)'
      : null,
  ].filter((reason) => reason !== null)
  return `${reasons.join('. ')}, so only one server may use the database: stop the other one, or set PODIUM_DATABASE_URL to another.`
}

const SENTENCES: Record<Exclude<(typeof AGREED)[number], 'runs'>, string> = {
  engine: 'Its PODIUM_ENGINE is different: give all servers the same, or stop it.',
  objects: 'Its PODIUM_OBJECTS_URL is different: give all servers exactly the same, or stop it.',
  key: 'Its PODIUM_SECRET_KEY is different: give all servers the same, or stop it.',
  release:
    'It belongs to another release, with different tables: stop all servers of that release, then start this one.',
}

function whyNotTogether(terms: string, others: readonly (string | null)[], { engine }: Installation): string {
  const other = others.find((each) => each !== terms) ?? null
  if (other === null)
    return 'It keeps runs or files in its own home: give it the PODIUM_ENGINE and PODIUM_OBJECTS_URL of this one, or stop it.'
  const theirs = other.split(' ')
  const differing = terms.split(' ').findIndex((each, index) => each !== theirs[index])
  const what = AGREED[differing] ?? 'release'
  if (what === 'runs')
    return `Its ${engine.place?.setting} is different: give all servers exactly the same, or stop it.`
  return SENTENCES[what]
}
