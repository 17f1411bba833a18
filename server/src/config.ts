import { isAbsolute, resolve } from 'node:path'
import { OWN_PATHS } from '@podium/contract/rules/own-paths.ts'
import type { PythonSettings } from '@podium/engines/python-settings.ts'
import { type AuditStreamSettings, readAuditStreamSettings } from './audit-stream-settings.ts'
import { type DirectorySettings, readDirectorySettings } from './directory/directory-settings.ts'
import { readOwnInstanceTypes } from './domains/workspaces/instance-types.ts'
import { basePath } from './http/address.ts'
import { isLoopbackName } from './http/connections/host-names.ts'
import { secretKeyIn } from './http/secret-box.ts'
import { type KubernetesSettings, readKubernetesSettings } from './kubernetes-settings.ts'
import { type MailSettings, readMailSettings } from './mail/mail-settings.ts'
import { type ObjectsSettings, readObjectsSettings } from './objects-settings.ts'
import { type OidcSettings, readOidcSettings } from './oidc-settings.ts'
import { type Proxies, readProxies } from './proxy-settings.ts'
import { readPythonSettings } from './python-settings.ts'
import { strangeSettings } from './setting-names.ts'
import { readSettings, type Settings } from './settings.ts'

/** All settings from outside, read once at the start. Sizes in bytes. */
export interface Config {
  host: string
  port: number
  home: string
  objects: ObjectsSettings
  public_url: URL | null
  /** lower-case names; a name with a port is allowed with any port, and that port is the console's own */
  allowed_hosts: string[]
  trusted_proxies: string[]
  /** the proxies for outgoing requests */
  proxies: Proxies
  insecure_http: boolean
  database_url: string | null
  database_owner_url: string | null
  /** the first administrator, for unattended set-ups */
  admin: { id: string; password: string } | null
  engine: 'local' | 'slurm' | 'kubernetes'
  /** the folder of runs that Slurm executes; null for other engines */
  slurm_root: string | null
  monitoring: 'none' | 'grafana' | 'builtin'
  grafana_url: string | null
  /** null without a directory */
  directory: DirectorySettings | null
  /** null without single sign-on */
  oidc: OidcSettings | null
  /** accepts directory passwords in the address, for older clients */
  compat_ldap_get: boolean
  /** 0: accounts are never locked for inactivity */
  inactive_days: number
  docs_url: string | null
  /** an address or words for people who cannot sign in; null for no hint */
  help_contact: string | null
  instance_types_file: string | null
  upload_max: number
  /** null for other engines */
  kubernetes: KubernetesSettings | null
  /** the local engine's Python and package settings */
  python: PythonSettings
  /** null: the engine uses a share of the disk */
  run_disk_max: number | null
  /** null: only the database has the audit log */
  audit_stream: AuditStreamSettings | null
  /** internal addresses and networks to which webhooks may be sent */
  webhook_allow: string[]
  /** null: mail is off */
  mail: MailSettings | null
  /** the 32-byte key that encrypts secrets; null: the key of the home, if it has one */
  secret_key: Buffer | null
  /** the previous key, to decrypt secrets and encrypt them again with the present one */
  secret_key_before: Buffer | null
  /** the address for Prometheus; null: metrics are off */
  metrics: { host: string; port: number } | null
  log_level: (typeof LEVELS)[number]
}

/** Thrown for wrong settings; the message lists all errors. */
export class ConfigError extends Error {}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** @throws ConfigError that names every wrong value at once */
export function readConfig(env: Record<string, string | undefined>, folder = process.cwd()): Config {
  const settings = readSettings(env)
  const engine = settings.choice('PODIUM_ENGINE', ['local', 'slurm', 'kubernetes'], 'local')
  const public_url = readPublicUrl(settings)
  const home = resolve(folder, settings.text('PODIUM_HOME') ?? '.podium')
  const config: Config = {
    host: settings.text('PODIUM_HOST') ?? '127.0.0.1',
    port: settings.whole('PODIUM_PORT', { least: 0, most: 65_535, otherwise: 8080 }),
    home,
    objects: readObjectsSettings(settings, home),
    public_url,
    allowed_hosts: settings.list('PODIUM_ALLOWED_HOSTS').map((each) => each.toLowerCase()),
    trusted_proxies: settings.addresses('PODIUM_TRUSTED_PROXIES'),
    proxies: readProxies(settings, env),
    insecure_http: settings.flag('PODIUM_INSECURE_HTTP'),
    database_url: settings.databaseUrl('PODIUM_DATABASE_URL'),
    database_owner_url: settings.databaseUrl('PODIUM_DATABASE_OWNER_URL'),
    admin: readAdmin(settings),
    engine: engine,
    slurm_root: settings.text('PODIUM_SLURM_ROOT'),
    monitoring: settings.choice('PODIUM_MONITORING', ['none', 'grafana', 'builtin'], 'none'),
    grafana_url: settings.webAddress('PODIUM_GRAFANA_URL')?.href ?? null,
    directory: readDirectorySettings(settings),
    oidc: readOidcSettings(settings, public_url),
    compat_ldap_get: settings.flag('PODIUM_COMPAT_LDAP_GET'),
    inactive_days: settings.whole('PODIUM_INACTIVE_DAYS', { least: 0, most: 36_500, otherwise: 90 }),
    docs_url: settings.webAddress('PODIUM_DOCS_URL')?.href ?? null,
    help_contact: settings.text('PODIUM_HELP_CONTACT'),
    instance_types_file: settings.text('PODIUM_INSTANCE_TYPES_FILE'),
    upload_max: settings.size('PODIUM_UPLOAD_MAX', 10 * 1024 ** 3),
    kubernetes: engine === 'kubernetes' ? readKubernetesSettings(settings, public_url) : null,
    python: readPythonSettings(settings, env),
    run_disk_max: settings.size('PODIUM_RUN_DISK_MAX', null),
    audit_stream: readAuditStreamSettings(settings),
    webhook_allow: settings.addresses('PODIUM_WEBHOOK_ALLOW'),
    mail: readMailSettings(settings),
    secret_key: readSecretKey(settings, 'PODIUM_SECRET_KEY'),
    secret_key_before: readSecretKey(settings, 'PODIUM_SECRET_KEY_BEFORE'),
    metrics: readMetrics(settings),
    log_level: settings.choice('PODIUM_LOG_LEVEL', LEVELS, 'info'),
  }
  refuseWhatDoesNotFit(config, settings)
  refuseMisspelt(env, settings)
  refuseBadInstanceTypes(config, settings)
  if (settings.problems.length > 0)
    throw new ConfigError(`Podium cannot start with these settings:\n- ${settings.problems.join('\n- ')}`)
  return config
}

/** May have a path, if a proxy serves other sites beside Podium. */
function readPublicUrl(settings: Settings): URL | null {
  const url = settings.webAddress('PODIUM_PUBLIC_URL')
  const path = url ? basePath({ public_url: url }) : ''
  const problem = (sentence: string) => settings.problems.push(`PODIUM_PUBLIC_URL=${url?.href}: ${sentence}`)
  if (url && url.search + url.hash !== '') problem('leave out what stands behind ? and #.')
  if (!/^(\/[\w.~-]+)*$/.test(path)) problem('a path may have letters, digits and . _ ~ - only.')
  const first = path.split('/')[1] ?? ''
  if (OWN_PATHS.has(first)) problem(`Podium itself has addresses below /${first}: choose another path.`)
  return url
}

function readAdmin(settings: Settings): Config['admin'] {
  const id = settings.text('PODIUM_ADMIN_ID')
  const password = settings.secret('PODIUM_ADMIN_PASSWORD')
  if (id !== null && password !== null) return { id, password }
  if (id !== null || password !== null)
    settings.problems.push('PODIUM_ADMIN_ID and PODIUM_ADMIN_PASSWORD go together: set both or neither.')
  return null
}

function readSecretKey(
  settings: Settings,
  name: 'PODIUM_SECRET_KEY' | 'PODIUM_SECRET_KEY_BEFORE',
): Buffer | null {
  const written = settings.secret(name)
  if (written === null) return null
  const key = secretKeyIn(written)
  if (key === null)
    settings.problems.push(
      `${name}: give 32 random bytes in base64, as the command 'openssl rand -base64 32' prints them.`,
    )
  return key
}

function readMetrics(settings: Settings): Config['metrics'] {
  const host = settings.text('PODIUM_METRICS_HOST')
  const port = settings.whole('PODIUM_METRICS_PORT', { least: 0, most: 65_535, otherwise: null })
  if (port !== null) return { host: host ?? '127.0.0.1', port }
  if (host !== null) settings.problems.push('PODIUM_METRICS_HOST needs PODIUM_METRICS_PORT beside it.')
  return null
}

function refuseWhatDoesNotFit(config: Config, settings: Settings): void {
  if (config.database_owner_url !== null && config.database_url === null)
    settings.problems.push('PODIUM_DATABASE_OWNER_URL needs PODIUM_DATABASE_URL beside it.')
  if (config.monitoring === 'grafana' && config.grafana_url === null)
    settings.problems.push('PODIUM_MONITORING=grafana needs PODIUM_GRAFANA_URL.')
  if (config.engine === 'slurm' && (config.slurm_root === null || !isAbsolute(config.slurm_root)))
    settings.problems.push(
      'PODIUM_ENGINE=slurm needs PODIUM_SLURM_ROOT, the full path of a folder that this server and every node mount.',
    )
  const direct = config.objects.kind === 's3' ? config.objects.direct : null
  if (direct !== null && config.public_url === null)
    settings.problems.push(
      'PODIUM_OBJECTS_URL: direct= needs PODIUM_PUBLIC_URL, so that the object store can accept files from its pages.',
    )
  if (direct?.startsWith('http:') && config.public_url?.protocol === 'https:')
    settings.problems.push(
      'PODIUM_OBJECTS_URL: direct= needs an https address, because browsers do not send files from an https page to an http address.',
    )
  const reachable = !isLoopbackName(config.host.includes(':') ? `[${config.host}]` : config.host)
  if (reachable && config.public_url === null && config.allowed_hosts.length === 0)
    settings.problems.push(
      `PODIUM_HOST=${config.host} listens beyond this machine: set PODIUM_PUBLIC_URL or PODIUM_ALLOWED_HOSTS to the names people will use.`,
    )
}

/** Only logs a name that resembles no setting, because others use the prefix too, as Kubernetes does. */
function refuseMisspelt(env: Record<string, string | undefined>, { problems }: Settings): void {
  for (const { name, meant } of strangeSettings(env))
    if (meant !== null) problems.push(`${name} is not a setting of Podium. Did you mean ${meant}?`)
}

function refuseBadInstanceTypes({ instance_types_file }: Config, { problems }: Settings): void {
  try {
    readOwnInstanceTypes(instance_types_file)
  } catch (error) {
    problems.push((error as Error).message)
  }
}
