import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { resealSecrets } from '../domains/run-records/masking/reseal-secrets.ts'
import { createSecretBox, type SecretBox, secretKeyIn } from '../http/secret-box.ts'
import { CannotStart } from './cannot-start.ts'
import { writeWhole } from './home.ts'

/** In the home, of which no export has a copy. */
const FILE = 'secret-key'

/**
 * What secrets are kept with: the key that is set, else that of the home, made at the first start. Where several servers may
 * serve, each has a home of its own, so that only a key that is set opens what another of them has sealed. The key of a home
 * that has one opens what it has sealed until then.
 */
export async function openSecretBox(
  { home, secret_key, secret_key_before }: Config,
  mayServeWithOthers: boolean,
): Promise<SecretBox> {
  const path = join(home, FILE)
  if (secret_key === null)
    return createSecretBox(await keyOfHome(path, !mayServeWithOthers), secret_key_before)
  // a file that holds no key is no reason to stop here
  const ofHome = await readFile(path, 'utf8').then(secretKeyIn, () => null)
  return createSecretBox(secret_key, ofHome, secret_key_before)
}

async function keyOfHome(path: string, mayMake: boolean): Promise<Buffer | null> {
  const written = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CannotStart(`The key for secrets ${path} cannot be read (${error.code}).`)
  })
  if (written !== null)
    return (
      secretKeyIn(written) ??
      refuse(`${path} is not a key for secrets. Put the file back that was there, or remove this one.`)
    )
  if (!mayMake) return null
  const key = randomBytes(32)
  await writeWhole(path, `${key.toString('base64')}\n`)
  return key
}

function refuse(sentence: string): never {
  throw new CannotStart(sentence)
}

/** What was encrypted with the key before is encrypted with the present one; what no key opens stays, and is said. */
export async function resealAtStart({ database, secrets, log }: Pick<Deps, 'database' | 'secrets' | 'log'>) {
  const { done, left } = await resealSecrets(database, secrets)
  if (done > 0) log.info(`Secrets were encrypted with the present key: ${done}.`)
  if (left > 0)
    log.warn(
      `Secrets were encrypted with another key: ${left}. Runs that need them fail until the key is restored, or given as PODIUM_SECRET_KEY_BEFORE, or their values are set again.`,
    )
}
