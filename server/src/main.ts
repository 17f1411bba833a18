import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ProxySettings } from '@podium/contract/wire/proxy.ts'
import { connectDatabase } from '@podium/database/connect.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '@podium/database/embedded.ts'
import { assertUsable } from '@podium/database/fitness.ts'
import { migrate } from '@podium/database/migrate.ts'
import { createDatabaseTurns } from '@podium/database/turns.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { loopsOf, sweepsOf, type Work } from './all-work.ts'
import { buildApp } from './app.ts'
import { exportHome, importHome, type Resources } from './backup/commands.ts'
import { moveHome } from './backup/move.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { createLdapDirectory } from './directory/ldap.ts'
import { createDataSetInputs } from './domains/data-sets/run-inputs.ts'
import { warnOfKeptFiles } from './domains/workspaces/kept-files.ts'
import { publicAddress } from './http/address.ts'
import { isForWantOfSpace } from './http/errors/full-disk.ts'
import type { IdentityProvider } from './identity-provider/identity-provider.ts'
import { createLog, sentenceOf } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { MailSettings } from './mail/mail-settings.ts'
import { createMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { describePlace } from './objects-settings.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { createFetch } from './outgoing/through-proxy.ts'
import { strangeSettings } from './setting-names.ts'
import { type Ballast, createBallast, diskFullMessage } from './start/ballast.ts'
import { CannotStart, refuseUnsupported } from './start/cannot-start.ts'
import { createEnding } from './start/ending.ts'
import { makeConfiguredAdministrator, setupInvitation } from './start/first-start.ts'
import { prepareHome, removeServerFiles, writeHostToken, writeServerFile } from './start/home.ts'
import { compareIsolation } from './start/isolation.ts'
import { cannotListen, listen } from './start/listen.ts'
import { keepOthersOff, mayServeWithOthers } from './start/lock-database.ts'
import { lockHome } from './start/one-server.ts'
import { openEngine, placeOfRuns } from './start/open-engine.ts'
import { openSecretBox, resealAtStart } from './start/secret-key.ts'
import { checkSharedFolder } from './start/shared-folder.ts'
import { createSweeping } from './work/sweeps.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))
const PYTHON_FOLDER = fileURLToPath(new URL('../../python', import.meta.url))
const SAMPLE_FOLDER = fileURLToPath(new URL('../../examples/penguins', import.meta.url))
const DRAIN_MS = 30_000
/** Time for a load balancer to notice that this server is not ready any more. */
const STEP_ASIDE_MS = 5_000

type Ending = ReturnType<typeof createEnding>

/** Starts everything, from an empty folder to an open port; each step registers its clean-up in `ending`. */
async function start(config: Config, log: Logger, ending: Ending): Promise<void> {
  await prepareHome(config.home)
  ending.add(await lockHome(config.home))
  const ballast = createBallast(config.home, log)
  ending.add(() => ballast.close())
  const deps = await openDeps(config, log, ending, ballast)
  await openMetrics(deps, ending)
  await makeConfiguredAdministrator(deps)
  const app = await buildApp(deps, CONSOLE_FOLDER)
  const sweeping = sweepsOf(deps).map((group) => createSweeping(group, log))
  startAll(sweeping, ending)
  // The background work of the app goes on until it is closed, even if the port cannot be opened.
  ending.add(() => closeApp(app))
  if (deps.engine.shared) ending.add(() => pause(STEP_ASIDE_MS))
  const address = await listen(app, config)
  startAll(loopsOf(deps), ending)
  await writeServerFile(config.home, address)
  ending.add(() => removeServerFiles(config.home))
  ending.add(async () => {
    app.isDraining = true
  })
  if (config.insecure_http) log.warn('PODIUM_INSECURE_HTTP is set: sessions travel unencrypted.')
  log.info(describePlace(config.objects))
  // if it fails, the next start warns again
  warnOfKeptFiles(deps).catch(() => undefined)
  console.log(`Podium is running at ${publicAddress(config) ?? address}`)
  const invitation = await setupInvitation(deps, address)
  if (invitation) console.log(invitation)
}

async function openDeps(config: Config, log: Logger, ending: Ending, ballast: Ballast): Promise<Deps> {
  const objects = await openObjects(config, log, ending)
  // before the database, which cannot start on a full disk: the engine stops the run that fills it
  const dataSets = createDataSetInputs(() => database)
  const opened = await openEngine({ config, log, objects, dataSets, python: PYTHON_FOLDER })
  if (opened) ending.add(() => opened.close())
  await ballast.roomForStart()
  ballast.watch()
  const connections = await openDatabase(config, log, ending)
  // no other server uses the bundled database, which is in the home
  const secrets = await openSecretBox(config, mayServeWithOthers(config, opened?.shared ?? true))
  const lock =
    config.database_url === null
      ? null
      : await keepOthersOff(
          connections.serving,
          {
            objects: config.objects,
            engine: { name: config.engine, shared: opened?.shared ?? true, place: placeOfRuns(config) },
            key_id: secrets.key_id,
          },
          log,
        )
  if (lock) ending.add(() => lock.release())
  const { warnings } = await migrate(connections)
  for (const warning of warnings) log.warn(warning)
  const { database, close } = connectDatabase({
    connection: { ...connections.serving, ...(lock && { application_name: lock.connectionName }) },
    log,
    ...(lock && { confirm: () => lock.confirm() }),
  })
  ending.add(close)
  await resealAtStart({ database, secrets, log })
  const engines = opened
    ? { engine: opened.shared ? opened : await compareIsolation(opened, { config, database }) }
    : await openClusterEngine({ config, database, objects, log }, ending)
  for (const gap of (await engines.engine.capabilities()).gaps) log.warn(gap)
  const directory = config.directory && createLdapDirectory(config.directory)
  const provider = config.oidc && { provider: await openProvider(config.oidc, config.proxies.server) }
  const mail = config.mail && { mail: await openMail(config.mail) }
  const hostToken = await writeHostToken(config.home)
  const metrics = config.metrics && { metrics: createMetrics() }
  return {
    config,
    database,
    ...engines,
    ...metrics,
    ...provider,
    ...mail,
    objects,
    directory,
    secrets,
    sample: SAMPLE_FOLDER,
    log,
    hostToken,
  }
}

function startAll(all: Work[], ending: Ending): void {
  for (const { start, close } of all) {
    ending.add(close)
    start()
  }
}

async function openMetrics({ metrics, ...deps }: Deps, ending: Ending): Promise<void> {
  const at = deps.config.metrics
  if (!metrics || !at) return
  const served = await serveMetrics(deps, metrics, at).catch((error) => {
    throw cannotListen(error, { ...at, setting: 'PODIUM_METRICS' })
  })
  ending.add(served.close)
  console.log(`Metrics are at ${served.url}`)
}

/** Loads the OpenID Connect library only if it is used. */
async function openProvider(settings: OidcSettings, proxies: ProxySettings): Promise<IdentityProvider> {
  const { createOpenIdConnect } = await import('./identity-provider/openid-connect.ts')
  return createOpenIdConnect(settings, createFetch(proxies))
}

/** Loads the SMTP library only if it is used. */
async function openMail(settings: MailSettings): Promise<Mail> {
  const { createSmtp } = await import('./mail/smtp.ts')
  return createSmtp(settings)
}

/** Loads the cluster engine only if it is used. */
async function openClusterEngine(
  parts: Pick<Deps, 'config' | 'database' | 'objects'> & { log: Logger },
  ending: Ending,
): Promise<Required<Pick<Deps, 'engine' | 'runner'>>> {
  const { kubernetes: settings } = parts.config
  if (!settings) throw new Error(`There is no engine ${parts.config.engine}.`)
  const { openKubernetes } = await import('./start/kubernetes.ts')
  const { engine, runner, close } = await openKubernetes({ ...parts, settings, env: process.env })
  ending.add(close)
  return { engine, runner }
}

/** Loads the S3 library only if it is used. */
async function openObjects(
  { objects, database_url }: Pick<Config, 'objects' | 'database_url'>,
  log: Logger,
  ending: Ending,
  setting = 'PODIUM_OBJECTS_URL',
): Promise<ObjectStore> {
  if (objects.kind === 's3') {
    const [{ createS3Store }, { checkS3 }] = await Promise.all([
      import('@podium/storage/s3/s3-store.ts'),
      import('@podium/storage/s3/check.ts'),
    ])
    const { problem, warnings, refusing } = await checkS3(objects)
    if (problem !== null) throw new CannotStart(`${setting}: ${problem}`)
    for (const warning of warnings) log.warn(`${setting}: ${warning}`)
    if (database_url === null) return createS3Store(objects, { refusing })
    const turns = createDatabaseTurns({ connectionString: database_url })
    ending.add(turns.close)
    return createS3Store(objects, { ...turns, refusing })
  }
  if (objects.kind === 'folder') await checkSharedFolder(objects.root, setting)
  return createDirectoryStore({ root: objects.root })
}

/** null: the bundled database is used */
function configuredDatabase({ database_url, database_owner_url }: Config) {
  if (database_url === null) return null
  return {
    serving: { connectionString: database_url },
    owner: database_owner_url === null ? null : { connectionString: database_owner_url },
  }
}

async function openDatabase(config: Config, log: Logger, ending: Ending) {
  const configured = configuredDatabase(config)
  if (configured) {
    const { warnings } = await assertUsable(configured.serving)
    for (const warning of warnings) log.warn(warning)
    return configured
  }
  const postgres = await startEmbeddedPostgres({ home: config.home, log })
  ending.add(() => postgres.stop())
  return { serving: postgres.serving, owner: postgres.owner }
}

/** Requests in progress get their answer; streams, and requests that take longer than the drain allows, are cut. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(timer)
}

/** The commands that podium passes on. They need the server's resources, but no port. */
const COMMANDS: Record<string, (resources: Resources, words: string[]) => Promise<string>> = {
  export: exportHome,
  import: importHome,
  objects: moveHome,
}

async function runCommand(name: string, words: string[], config: Config, log: Logger, ending: Ending) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CannotStart(`There is no command '${name}'. To start Podium, leave it out.`)
  const resources: Resources = {
    config,
    openDatabase: () => openDatabase(config, log, ending),
    findDatabase: async () =>
      configuredDatabase(config) ?? (await findEmbeddedPostgres({ home: config.home, log })),
    openObjects: (objects = config.objects, named) =>
      openObjects({ objects, database_url: config.database_url }, log, ending, named),
    end: () => ending.end(),
  }
  console.log(await command(resources, words))
}

async function main(): Promise<void> {
  refuseUnsupported()
  const config = readConfig(process.env)
  const log = createLog(config.log_level, pino.destination(2))
  for (const { name } of strangeSettings(process.env))
    log.warn(`${name} is not a setting of Podium and has no effect.`)
  logWarnings(log)
  const ending = createEnding((error) =>
    log.error({ err: error }, 'something could not be shut down cleanly'),
  )
  const [command, ...words] = process.argv.slice(2)
  if (command !== undefined) return runCommand(command, words, config, log, ending)
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    // Ctrl-C may arrive twice: from the terminal, and from npm around this process.
    if (stopping) return
    stopping = true
    log.info({ event: 'stopping', signal }, 'Podium was told to stop.')
    if (signal === 'SIGINT')
      console.log(
        "\nPodium stops. Its runs go on: start Podium again to see them, and end one with its Stop button or 'podium stop'.",
      )
    await ending.end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  await start(config, log, ending).catch(async (error) => {
    await ending.end()
    throw isForWantOfSpace(error) ? new CannotStart(await diskFullMessage(config.home)) : error
  })
}

/** Logs warnings of Node and of libraries as JSON lines; Node would print them as plain text. */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn(`${name}: ${message}`))
}

main().catch((error: unknown) => {
  const expected = error instanceof CannotStart || error instanceof ConfigError
  console.error(expected || !(error instanceof Error) ? String((error as Error).message) : unforeseen(error))
  process.exit(1)
})

/** The text of an unexpected error, with its stack trace. */
function unforeseen(error: Error): string {
  return process.env.PODIUM_LOG_LEVEL === 'debug' ? String(error.stack) : sentenceOf(error)
}
