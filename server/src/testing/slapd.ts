import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../../scripts/free-ports.mjs'
import { makeCertificates } from './certificates.ts'

const run = promisify(execFile)
/** Debian installs it in a folder that only root's PATH contains. */
const PATH = `${process.env.PATH}:/usr/sbin`
const SCHEMAS = ['core', 'cosine', 'inetorgperson']
const READER_PASSWORD = 'copper heron at dawn'

export interface DirectoryEntry {
  uid: string
  password: string
  /** its part of the distinguished name, if that is not the uid */
  rdn?: string
  /** further attributes as LDIF names them; a list has several values */
  [attribute: string]: string | string[] | undefined
}

export interface Slapd {
  /** the unencrypted address, also for StartTLS */
  url: string
  ldapsUrl: string
  /** the certificate of the authority that signed the server's */
  caFile: string
  /** the settings of a Podium server that uses it over ldaps, with a reader */
  env: Record<string, string>
  /** stops answering while its port stays open */
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

/**
 * A real OpenLDAP in a temporary folder on loopback, with these people below ou=people.
 * @param policy attributes of a password policy for all of them
 */
export async function startSlapd(
  people: DirectoryEntry[],
  { policy }: { policy?: Record<string, string> } = {},
): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-slapd-'))
  await mkdir(join(folder, 'data'))
  await makeCertificates(folder)
  await writeFile(join(folder, 'slapd.conf'), configuration(folder, policy !== undefined), { mode: 0o600 })
  await writeFile(join(folder, 'people.ldif'), tree(people, policy), { mode: 0o600 })
  await run('slapadd', ['-q', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'people.ldif')], {
    env: { ...process.env, PATH },
  })
  const [port, tlsPort] = [await freePort(), await freePort()]
  const url = `ldap://127.0.0.1:${port}`
  const ldapsUrl = `ldaps://127.0.0.1:${tlsPort}`
  const child = await listening(join(folder, 'slapd.conf'), [port, tlsPort], `${url}/ ${ldapsUrl}/`)
  const caFile = join(folder, 'ca.pem')
  return {
    url,
    ldapsUrl,
    caFile,
    env: {
      PODIUM_LDAP_URL: ldapsUrl,
      PODIUM_LDAP_BASE_DN: 'dc=example,dc=org',
      PODIUM_LDAP_SEARCH_DN: 'ou=people,dc=example,dc=org',
      PODIUM_LDAP_BIND_DN: 'uid={login_id},ou=people,dc=example,dc=org',
      PODIUM_LDAP_FILTER: '(&(objectClass=inetOrgPerson)(uid={login_id}))',
      PODIUM_LDAP_READER_DN: 'cn=reader,dc=example,dc=org',
      PODIUM_LDAP_READER_PASSWORD: READER_PASSWORD,
      PODIUM_LDAP_CA_FILE: caFile,
    },
    pause: async () => {
      child.kill('SIGSTOP')
      while (!(await isStopped(child.pid))) await setTimeout(5)
    },
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when it accepts connections: it binds its ports before it listens on them. */
async function listening(config: string, ports: number[], urls: string): Promise<ChildProcess> {
  const child = spawn('slapd', ['-f', config, '-h', urls, '-d', 'none'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH },
  })
  let output = ''
  let ended: Error | undefined
  child.once('error', (error) => {
    ended = error
  })
  child.once('exit', () => {
    ended = new Error(`slapd ended: ${output}`)
  })
  child.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-2_000)
  })
  for (const port of ports)
    while (!(await takesConnections(port))) {
      if (ended) throw ended
      await setTimeout(10)
    }
  return child
}

/** True if all its threads have stopped, which happens some time after the signal. */
async function isStopped(pid: number | undefined): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`)
  const states = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')))
  return states.every((state) => / T /.test(state))
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

/** `allow bind_anon_dn` is what makes an empty password dangerous; Active Directory always behaves so. */
function configuration(folder: string, hasPolicy: boolean): string {
  return `${SCHEMAS.map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
${hasPolicy ? 'moduleload ppolicy' : ''}
allow bind_anon_dn bind_anon_cred
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
maxsize 1073741824
suffix "dc=example,dc=org"
rootdn "cn=reader,dc=example,dc=org"
rootpw "${READER_PASSWORD}"
directory ${folder}/data
index objectClass eq
index uid,cn,displayName,mail eq,sub
access to attrs=userPassword by anonymous auth by * none
access to * by users read by anonymous auth
${hasPolicy ? `overlay ppolicy\nppolicy_default "${POLICY_NAME}"\nppolicy_use_lockout\n` : ''}`
}

const POLICY_NAME = 'cn=policy,dc=example,dc=org'

function tree(people: DirectoryEntry[], policy?: Record<string, string>): string {
  const top = `dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people
`
  return [top, ...(policy ? [policyOf(policy)] : []), ...people.map(entryOf)].join('\n')
}

function policyOf(policy: Record<string, string>): string {
  const lines = Object.entries(policy).map(([name, value]) => `${name}: ${value}`)
  return `dn: ${POLICY_NAME}
objectClass: device
objectClass: pwdPolicy
cn: policy
pwdAttribute: userPassword
${lines.join('\n')}
`
}

function entryOf({ uid, password, rdn = `uid=${uid}`, ...more }: DirectoryEntry): string {
  const attributes = { uid, cn: uid, sn: uid, ...more, userPassword: password }
  const lines = Object.entries(attributes).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => `${name}:: ${Buffer.from(value).toString('base64')}`),
  )
  return `dn: ${rdn},ou=people,dc=example,dc=org\nobjectClass: inetOrgPerson\n${lines.join('\n')}\n`
}
