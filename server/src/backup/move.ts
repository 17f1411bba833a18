import { pathToFileURL } from 'node:url'
import { SERVER_CONNECTIONS } from '@podium/database/database-lock.ts'
import { type Client, withConnection } from '@podium/database/one-connection.ts'
import { homeObjects, type ObjectsSettings, placeAt } from '../objects-settings.ts'
import { CannotStart } from '../start/cannot-start.ts'
import { besideServer, type Resources } from './commands.ts'
import { openCopies } from './copies.ts'
import { type Moved, moveObjects } from './move-objects.ts'

const HOME = 'home'

/** `objects move --to ADDRESS`: copies all objects to another place, with or without a running server. */
export async function moveHome(resources: Resources, [verb, option, named]: string[]): Promise<string> {
  if (verb !== 'move' || option !== '--to' || !named)
    throw new CannotStart(`Give the target: podium objects move --to <address>, or --to ${HOME}.`)
  const { home, objects } = resources.config
  const target = named === HOME ? homeObjects(home) : readPlace(named)
  if (addressOf(target) === addressOf(objects))
    throw new CannotStart('--to is the address where the objects already are.')
  return besideServer(resources, async ({ connections, isServing, signal }) => {
    const [from, to] = [await resources.openObjects(), await resources.openObjects(target, '--to')]
    const copies = await openCopies(home, addressOf(objects), addressOf(target))
    try {
      return await withConnection(connections.serving, 'podium objects move', async (client) => {
        const once = async () => moveObjects({ from, to, buckets: await bucketsOf(client), copies, signal })
        const moved = await once()
        if (isServing || (await servesAnywhere(client))) return `${inWords(moved)} ${STOP_FIRST}`
        checkAllThere(await once())
        const settings =
          named === HOME ? 'Unset PODIUM_OBJECTS_URL' : 'Set PODIUM_OBJECTS_URL to that address'
        return `${inWords(moved)} Everything is there. ${settings} and start Podium.`
      })
    } finally {
      await copies.close()
    }
  })
}

const STOP_FIRST =
  'Podium is running, so new files are not copied: stop it and run this once more before you change the setting.'

/** @throws a sentence if it is not a usable address */
function readPlace(named: string): ObjectsSettings {
  try {
    return placeAt(named)
  } catch (error) {
    throw new CannotStart(`--to: ${(error as Error).message}`)
  }
}

/** Identifies a place. Two places never share it, but one place may have several. */
function addressOf(place: ObjectsSettings): string {
  if (place.kind !== 's3') return pathToFileURL(place.root).href
  const { endpoint, region, bucket, prefix } = place
  return `s3 ${endpoint ?? region} ${bucket ?? ''} ${prefix}`
}

async function bucketsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ bucket: string }>(
    'select s3_bucket_name as bucket from workspaces order by 1',
  )
  return rows.map(({ bucket }) => bucket)
}

/** True if any server, also one with another home, uses the objects. */
async function servesAnywhere(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where application_name = any($1) and datname = current_database() limit 1',
    [SERVER_CONNECTIONS],
  )
  return rowCount === 1
}

/** Without a running server, a pass after the move must find nothing to copy or remove. */
function checkAllThere({ copied, removed }: Moved): void {
  if (copied + removed > 0)
    throw new CannotStart(
      'The objects changed during the move, although no server is running. Run this again.',
    )
}

function inWords({ copied, bytes, same, removed }: Moved): string {
  const count = (number: number, word: string, [one, many]: [string, string] = ['', 's']) =>
    `${number.toLocaleString('en')} ${word}${number === 1 ? one : many}`
  const brought = `Copied ${count(copied, 'object')} (${count(bytes, 'byte')}) and compared each with its original; `
  const there = `${count(same, 'w', ['as', 'ere'])} there already.`
  const gone = `${count(removed, 'that no longer exist', ['s was', ' were'])} removed there.`
  return brought + (removed === 0 ? there : `${there} ${gone}`)
}
