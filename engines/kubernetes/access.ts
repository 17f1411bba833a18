import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import { runProgram } from '../attempt/run-program.ts'

/** The address of the cluster's API, and the credentials for it. */
export interface ClusterAccess {
  server: URL
  tls: { ca?: string; rejectUnauthorized?: boolean; servername?: string }
  /** Returns credentials; `refresh` says that the last ones were rejected. */
  credentials(refresh: boolean): Promise<Credentials>
}

export interface Credentials {
  /** the whole value of the header */
  authorization?: string
  cert?: string
  key?: string
}

/** The cluster cannot be used with these settings. The message says what to change and contains no secret. */
export class NoAccess extends Error {}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
/** Tokens of service accounts are replaced in their file long before they expire. */
const TOKEN_AGE_MS = 60_000
const PLUGIN_PATIENCE_MS = 20_000

type Fields = Record<string, unknown>

/** Returns access to the cluster in KUBECONFIG, or else the one in which this server is a pod. @throws NoAccess */
export async function readAccess(
  env: Record<string, string | undefined>,
  serviceAccount = SERVICE_ACCOUNT,
): Promise<ClusterAccess> {
  const file = env.KUBECONFIG?.trim()
  if (file) return readKubeconfig(file, env)
  if (env.KUBERNETES_SERVICE_HOST && existsSync(`${serviceAccount}/token`))
    return readServiceAccount(env, serviceAccount)
  throw new NoAccess(
    'PODIUM_ENGINE=kubernetes needs a cluster: set KUBECONFIG to the file that names it, or run Podium in a pod with a service account.',
  )
}

async function readServiceAccount(
  { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' }: NodeJS.ProcessEnv,
  folder: string,
): Promise<ClusterAccess> {
  return {
    server: new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`),
    tls: { ca: await readFile(`${folder}/ca.crt`, 'utf8') },
    credentials: tokenFile(`${folder}/token`),
  }
}

async function readKubeconfig(file: string, env: NodeJS.ProcessEnv): Promise<ClusterAccess> {
  if (file.includes(':'))
    throw new NoAccess('KUBECONFIG names several files, and Podium reads only one. Name one file.')
  const config = fieldsOf(await parsed(file))
  const context = fieldsOf(named(config.contexts, config['current-context'], 'context').context)
  const cluster = fieldsOf(named(config.clusters, context.cluster, 'cluster').cluster)
  const user = context.user === undefined ? {} : fieldsOf(named(config.users, context.user, 'user').user)
  const server = textOf(cluster.server)
  if (server === null || !URL.canParse(server)) throw new NoAccess(`${file}: the cluster has no address.`)
  const material = (fields: Fields, name: string) => readMaterial(fields, name, dirname(file))
  const ca = await material(cluster, 'certificate-authority')
  const servername = textOf(cluster['tls-server-name'])
  const [cert, key] = [await material(user, 'client-certificate'), await material(user, 'client-key')]
  return {
    server: new URL(server),
    tls: {
      ...(ca !== null && { ca }),
      ...(servername !== null && { servername }),
      ...(cluster['insecure-skip-tls-verify'] === true && { rejectUnauthorized: false }),
    },
    credentials: credentialsOf(user, { ...(cert && { cert }), ...(key && { key }) }, { file, env }),
  }
}

function credentialsOf(
  user: Fields,
  certificate: Credentials,
  { file, env }: { file: string; env: NodeJS.ProcessEnv },
): ClusterAccess['credentials'] {
  const path = textOf(user.tokenFile)
  const token = textOf(user.token)
  if (user.exec !== undefined) return plugin(fieldsOf(user.exec), file, env)
  if (user['auth-provider'] !== undefined)
    throw new NoAccess(`${file}: Kubernetes no longer has 'auth-provider'; give its user 'exec' instead.`)
  if (path !== null) return tokenFile(resolve(dirname(file), path))
  if (token !== null) return async () => ({ ...certificate, authorization: `Bearer ${token}` })
  return async () => certificate
}

function tokenFile(path: string): ClusterAccess['credentials'] {
  let last: { token: string; read: number } | null = null
  return async (refresh) => {
    if (last === null || refresh || performance.now() - last.read > TOKEN_AGE_MS)
      last = { token: (await readFile(path, 'utf8')).trim(), read: performance.now() }
    return { authorization: `Bearer ${last.token}` }
  }
}

/** Runs a cloud's credential plugin. Its output never leaves this function. */
function plugin(exec: Fields, file: string, env: NodeJS.ProcessEnv): ClusterAccess['credentials'] {
  const command = textOf(exec.command)
  if (command === null) throw new NoAccess(`${file}: 'exec' names no command.`)
  const entries = listOf(exec.env).map((entry) => [textOf(entry.name) ?? '', textOf(entry.value) ?? ''])
  const KUBERNETES_EXEC_INFO = JSON.stringify({
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false },
  })
  const options = {
    cwd: dirname(file),
    env: { ...env, ...Object.fromEntries(entries), KUBERNETES_EXEC_INFO },
    timeout: PLUGIN_PATIENCE_MS,
  }
  const path = /^\.{1,2}\//.test(command) ? resolve(dirname(file), command) : command
  const args = Array.isArray(exec.args) ? exec.args.map(String) : []
  let last: { credentials: Credentials; until: number } | null = null
  return async (refresh) => {
    if (last !== null && !refresh && Date.now() < last.until) return last.credentials
    const status = await runProgram(path, args, options).then(
      ({ stdout }) => fieldsOf(fieldsOf(JSON.parse(stdout)).status),
      () => Promise.reject(new NoAccess(`${file}: the command '${command}' gave no credentials.`)),
    )
    const until = Date.parse(textOf(status.expirationTimestamp) ?? '')
    const [token, cert, key] = [
      textOf(status.token),
      textOf(status.clientCertificateData),
      textOf(status.clientKeyData),
    ]
    const credentials = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(cert !== null && key !== null && { cert, key }),
    }
    last = { credentials, until: Number.isNaN(until) ? Number.POSITIVE_INFINITY : until - TOKEN_AGE_MS }
    return credentials
  }
}

async function parsed(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new NoAccess(`KUBECONFIG=${file} cannot be read (${error.code}).`)
  })
  try {
    return parse(text)
  } catch {
    throw new NoAccess(`KUBECONFIG=${file} is not valid YAML.`)
  }
}

/** Returns base64 data of the file itself, or the content of the file that it names, or null if it has neither. */
async function readMaterial(fields: Fields, name: string, folder: string): Promise<string | null> {
  const data = textOf(fields[`${name}-data`])
  if (data !== null) return Buffer.from(data, 'base64').toString()
  const path = textOf(fields[name])
  if (path === null) return null
  return readFile(resolve(folder, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new NoAccess(`KUBECONFIG: its ${name} ${path} cannot be read (${error.code}).`)
  })
}

function named(list: unknown, name: unknown, what: string): Fields {
  const found = listOf(list).find((entry) => entry.name === name)
  if (found) return found
  throw new NoAccess(
    textOf(name) === null
      ? `KUBECONFIG does not say which ${what} to use.`
      : `KUBECONFIG has no ${what} '${name}'.`,
  )
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
