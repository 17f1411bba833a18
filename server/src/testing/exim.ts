import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../../scripts/free-ports.mjs'
import { makeCertificates } from './certificates.ts'
import { decodedBody, decodedHeader } from './decoded-mail.ts'

const PROGRAM = '/usr/sbin/exim4'
/** Root runs it as the user nobody, because it delivers nothing as root. */
const UNPRIVILEGED = 65_534
export const SMTP_PASSWORD = 'copper heron: at dawn/50%'

export interface ReceivedMail {
  /** the recipient to which the server delivered it */
  envelopeTo: string
  /** keyed by lower-case name */
  headers: Record<string, string>
  body: string
}

export interface Exim {
  port: number
  /** the certificate of the authority that signed the server's */
  caFile: string
  /** the settings of a Podium server that uses it over STARTTLS, with a password */
  env: Record<string, string>
  /** the number of connections so far */
  connections(): number
  /** the delivered messages, oldest first */
  received(): Promise<ReceivedMail[]>
  /** resolves with the delivered messages when there are this many */
  until(count: number): Promise<ReceivedMail[]>
  /** accepts connections from now on but never answers */
  hang(): void
  /** closes its port */
  leave(): Promise<void>
  /** answers again, on the same port */
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real Exim of Debian in folders of its own. As with inetd, each connection to a loopback port gets a process. It
 * knows the person `podium`; addresses with `gone` are refused permanently, and with `later` temporarily.
 */
export async function startExim(): Promise<Exim> {
  await access(PROGRAM, constants.X_OK).catch(() => {
    throw new Error('These tests need the mail server Exim: apt-get install exim4-daemon-light')
  })
  const folder = await mkdtemp(join(tmpdir(), 'podium-exim-'))
  const [uid, gid] =
    process.getuid?.() === 0 ? [UNPRIVILEGED, UNPRIVILEGED] : [process.getuid?.(), process.getgid?.()]
  await makeCertificates(folder)
  await mkdir(join(folder, 'box'))
  await writeFile(join(folder, 'exim.conf'), configuration(folder, uid ?? UNPRIVILEGED, gid ?? UNPRIVILEGED))
  await chmod(folder, 0o755)
  for (const name of ['.', ...(await readdir(folder))])
    await chown(join(folder, name), uid ?? UNPRIVILEGED, gid ?? UNPRIVILEGED)

  const sockets = new Set<Socket>()
  let isHanging = false
  let count = 0
  const open = async (port: number): Promise<Server> => {
    const server = createServer((socket) => {
      count += 1
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      if (isHanging) return void socket.resume()
      const session = spawn(PROGRAM, ['-C', join(folder, 'exim.conf'), '-bs', '-oMa', '127.0.0.1.9'], {
        ...(uid === UNPRIVILEGED && { uid, gid }),
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      session.stdin.on('error', () => undefined)
      socket.pipe(session.stdin)
      session.stdout.pipe(socket)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const shut = async () => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  const port = await freePort()
  let server = await open(port)
  const received = () => readMaildir(join(folder, 'box', 'new'))
  const caFile = join(folder, 'ca.pem')
  return {
    port,
    caFile,
    env: {
      PODIUM_SMTP_URL: `smtp://podium:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`,
      PODIUM_SMTP_CA_FILE: caFile,
      PODIUM_MAIL_FROM: 'Podium <podium@example.org>',
    },
    connections: () => count,
    received,
    async until(wanted) {
      for (;;) {
        const mails = await received()
        if (mails.length >= wanted) return mails
        await setTimeout(20)
      }
    },
    hang() {
      isHanging = true
    },
    leave: shut,
    async comeBack() {
      isHanging = false
      if (!server.listening) server = await open(port)
    },
    async stop() {
      await shut()
      // a delivery in progress writes into the folder
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function readMaildir(folder: string): Promise<ReceivedMail[]> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return files.map(parsed).sort((a, b) => Number(a.headers['x-order']) - Number(b.headers['x-order']))
}

function parsed(file: string): ReceivedMail {
  const [head = '', ...body] = file.replaceAll('\r\n', '\n').split('\n\n')
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), decodedHeader(value.join(': '))]
    }),
  )
  return {
    envelopeTo: headers['envelope-to'] ?? '',
    headers,
    body: decodedBody(body.join('\n\n').trimEnd(), headers['content-transfer-encoding']),
  }
}

function configuration(folder: string, uid: number, gid: number): string {
  return `
exim_user = ${uid}
exim_group = ${gid}
trusted_users = ${uid}
primary_hostname = mail.example.org
spool_directory = ${folder}/spool
log_file_path = ${folder}/log.%s
keep_environment =
smtp_accept_max_per_connection = 100
tls_advertise_hosts = *
tls_certificate = ${folder}/server.pem
tls_privatekey = ${folder}/server.key
auth_advertise_hosts = *
acl_smtp_rcpt = recipient
acl_smtp_data = content
begin acl
recipient:
  deny message = there is no such person here
       local_parts = gone
  defer message = come back later
       local_parts = later
  accept
content:
  accept
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  maildir_format
  directory = ${folder}/box
  create_directory
  user = ${uid}
  group = ${gid}
  envelope_to_add
  headers_add = X-Order: $tod_epoch_l
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{podium}}{eq{$auth3}{${SMTP_PASSWORD}}}}}
  server_set_id = $auth2
`
}
