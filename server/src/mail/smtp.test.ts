// @module-tag exim
// @module-tag openssl
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-ports.mjs'
import { makeCertificates } from '../testing/certificates.ts'
import { type Exim, SMTP_PASSWORD, startExim } from '../testing/exim.ts'
import { testMail } from '../testing/test-mail.ts'
import type { Letter } from './mail.ts'

let exim: Exim
const servers: Server[] = []
beforeAll(async () => {
  exim = await startExim()
  return async () => {
    for (const server of servers) server.close()
    await exim.stop()
  }
})

const letterTo = (to: string, part: Partial<Letter> = {}): Letter => ({
  id: randomUUID(),
  to,
  subject: 'A subject',
  text: 'A text.',
  written_at: '2026-11-20T08:00:00.000Z',
  ...part,
})
const sendBy = (env: Record<string, string | undefined>, to = 'kim@example.org') =>
  testMail({ ...exim.env, ...env }).send(letterTo(to))
const urlOf = (server: Server) => `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Answers each received line with the next of these lines, and records what it receives. */
async function speak(lines: string[], heard: string[] = []): Promise<string> {
  const server = createServer((socket) => {
    const left = [...lines]
    socket.on('error', () => undefined)
    const say = () => void (left.length > 0 ? socket.write(`${left.shift()}\r\n`) : socket.destroy())
    socket.on('data', (chunk) => {
      heard.push(String(chunk))
      say()
    })
    say()
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return urlOf(server)
}

test('sends a letter over STARTTLS with a password, and it arrives as written', async () => {
  const letter = letterTo('kim@example.org', {
    subject: 'Linie–3 läuft wieder 🎉',
    text: 'Grüße: 50 % von 2 €.\n.\nEine Zeile, die so lang ist, dass sie unterwegs umgebrochen werden muss, kommt heil an.',
  })
  expect(await testMail(exim.env).send(letter)).toBeNull()
  const [mail] = await exim.until(1)
  expect(mail).toMatchObject({
    envelopeTo: 'kim@example.org',
    headers: {
      from: 'Podium <podium@example.org>',
      to: 'kim@example.org',
      'message-id': `<${letter.id}@example.org>`,
      date: 'Fri, 20 Nov 2026 08:00:00 +0000',
      'auto-submitted': 'auto-generated',
      subject: letter.subject,
      received: expect.stringMatching(/with esmtpsa .*TLS/),
    },
    body: letter.text,
  })
})

test('turns no line break in a subject into a header, and no comma in an address into a second one', async () => {
  const before = (await exim.received()).length
  const subject = 'one\r\nBcc: eve@example.org\r\n\r\ntwo'
  expect(await testMail(exim.env).send(letterTo('kim@example.org', { subject }))).toBeNull()
  const mail = (await exim.until(before + 1)).at(-1)
  expect(mail?.headers).not.toHaveProperty('bcc')
  expect(mail?.headers.subject).toMatch(/^one Bcc: eve@example.org +two$/)
  // each is one odd address, and nothing is delivered to another
  for (const to of ['kim@example.org,eve@example.org', 'kim@example.org>\r\nRCPT TO:<eve@example.org'])
    expect(await testMail(exim.env).send(letterTo(to))).toBeNull()
  const reached = (await exim.until(before + 3)).map(({ envelopeTo }) => envelopeTo)
  expect(reached).toHaveLength(before + 3)
  expect(reached).not.toContain('eve@example.org')
})

test('passes on the server’s words for a permanent and for a temporary refusal', async () => {
  expect(await sendBy({}, 'gone@example.org')).toEqual({
    reason: 'The mail server refused the address: 550 there is no such person here',
    kind: 'never',
  })
  expect(await sendBy({}, 'later@example.org')).toEqual({
    reason: 'The mail server refused the address: 451 come back later',
    kind: 'later',
  })
})

test('treats a refused sender as a refusal of every letter', async () => {
  const PODIUM_SMTP_URL = await speak(['220 hello', '250 hello', '553 that is not yours'])
  expect(await sendBy({ PODIUM_SMTP_URL, PODIUM_SMTP_CA_FILE: undefined })).toEqual({
    reason: 'The mail server refused the sender: 553 that is not yours',
    kind: 'away',
  })
})

test('reports a wrong password without the server’s words, which may repeat it', async () => {
  const PODIUM_SMTP_URL = `smtp://podium:violet@127.0.0.1:${exim.port}`
  const refusal = {
    reason: 'The mail server refused the user name or the password (535).',
    kind: 'away',
  }
  expect(await sendBy({ PODIUM_SMTP_URL })).toEqual(refusal)
  const repeating = await speak([
    '220 hello',
    '250-hello\r\n250 AUTH PLAIN',
    '535 unknown: AUTH PLAIN violet',
  ])
  const url = repeating.replace('//', '//podium:violet@')
  expect(await sendBy({ PODIUM_SMTP_URL: url, PODIUM_SMTP_CA_FILE: undefined })).toEqual(refusal)
})

test('rejects a certificate of another authority, and sends nothing unencrypted', async () => {
  const heard: string[] = []
  const plain = (await speak(['220 hello', '250 hello', '502 what?', '250 fine', '250 fine'], heard)).replace(
    '//',
    `//podium:${encodeURIComponent(SMTP_PASSWORD)}@`,
  )
  expect(await sendBy({ PODIUM_SMTP_URL: plain })).toEqual({
    reason: 'The connection to the mail server could not be encrypted.',
    kind: 'away',
  })
  expect(heard.join('')).not.toContain('AUTH')
  const folder = await mkdtemp(join(tmpdir(), 'podium-smtp-'))
  await makeCertificates(folder)
  expect(await sendBy({ PODIUM_SMTP_CA_FILE: join(folder, 'ca.pem') })).toEqual({
    reason: 'The certificate of the mail server was not accepted.',
    kind: 'away',
  })
  await rm(folder, { recursive: true })
})

test('distinguishes a server that is off, unknown, busy, or never answers', async () => {
  const PODIUM_SMTP_CA_FILE = undefined
  const off = `smtp://127.0.0.1:${await freePort()}`
  expect(await sendBy({ PODIUM_SMTP_URL: off, PODIUM_SMTP_CA_FILE })).toEqual({
    reason: 'The mail server could not be reached: the connection was refused.',
    kind: 'away',
  })
  expect(await sendBy({ PODIUM_SMTP_URL: 'smtp://podium.invalid' })).toEqual({
    reason: 'The mail server could not be reached: its name is not known.',
    kind: 'away',
  })
  const busy = await speak(['421 too busy'])
  expect(await sendBy({ PODIUM_SMTP_URL: busy, PODIUM_SMTP_CA_FILE })).toEqual({
    reason: 'The mail server takes no messages now: 421 too busy',
    kind: 'away',
  })
  const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  servers.push(silent)
  await once(silent, 'listening')
  const env = { ...exim.env, PODIUM_SMTP_URL: urlOf(silent), PODIUM_SMTP_CA_FILE }
  expect(await testMail(env, 200).send(letterTo('kim@example.org'))).toEqual({
    reason: 'The mail server did not answer in time.',
    kind: 'away',
  })
})
