import { createHash } from 'node:crypto'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { type Hold, type Holding, holdDatabase } from '@podium/database/hold.ts'
import { newestSchemaVersion } from '@podium/database/schema-version.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { CannotStart } from './cannot-start.ts'

type Installation = Pick<Config, 'objects'> & { engine: Pick<Engine, 'shared' | 'capabilities'> }

/**
 * Keeps servers off the database that would look for runs and files elsewhere than this one: they would take over its runs,
 * not find them and call them lost. Where every server reaches both, any number of them serves.
 * @throws CannotStart with what to change where others serve that this one cannot join
 */
export async function keepOthersOff(
  connection: ConnectionSettings,
  installation: Installation,
  log: Logger,
  patience: Pick<Holding, 'patienceMs'> = {},
): Promise<Hold> {
  const isShared = installation.engine.shared && installation.objects.kind !== 'home'
  const terms = isShared ? await termsOf(installation) : null
  const hold = await holdDatabase(connection, {
    ...patience,
    log,
    terms,
    onTaken() {
      log.error('Another Podium took the database over while it could not be reached: this server ends.')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  if (!('others' in hold)) return hold
  const name = (await installation.engine.capabilities()).engine
  throw new CannotStart(
    `Another Podium serves from this database. ${terms === null ? whyAlone(installation, name) : whyNotTogether(terms, hold.others)}`,
  )
}

/** What servers of one database must agree on, in this order. */
const AGREED = ['engine', 'objects', 'release'] as const

async function termsOf({ objects, engine }: Installation): Promise<string> {
  const { engine: name } = await engine.capabilities()
  return [name, digestOf(JSON.stringify(objects)), digestOf(await newestSchemaVersion())].join(' ')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function whyAlone({ objects, engine }: Installation, name: string): string {
  const reasons = [
    engine.shared ? null : `Runs lie with the home of their server (PODIUM_ENGINE=${name})`,
    objects.kind === 'home' ? 'Files lie in the home of their server (PODIUM_OBJECTS_URL is not set)' : null,
  ].filter((reason) => reason !== null)
  return `${reasons.join('. ')}, so one server at a time may: stop the other, or set PODIUM_DATABASE_URL to another database.`
}

const SENTENCES: Record<(typeof AGREED)[number], string> = {
  engine: 'It has another PODIUM_ENGINE: give all servers the same, or stop it.',
  objects: 'It has another PODIUM_OBJECTS_URL: give all servers the same, to the letter, or stop it.',
  release:
    'It is of another release, with other tables: stop all servers of that release, then start this one.',
}

function whyNotTogether(terms: string, others: readonly (string | null)[]): string {
  const other = others.find((each) => each !== terms) ?? null
  if (other === null)
    return 'It keeps runs or files in its own home: give it the PODIUM_ENGINE and PODIUM_OBJECTS_URL of this one, or stop it.'
  const theirs = other.split(' ')
  const differing = terms.split(' ').findIndex((each, index) => each !== theirs[index])
  return SENTENCES[AGREED[differing] ?? 'release']
}
