import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { readMailSettings } from './mail-settings.ts'

const FROM = { PODIUM_MAIL_FROM: 'podium@example.org' }
const read = (env: Record<string, string>) => {
  const settings = readSettings(env)
  return { mail: readMailSettings(settings), problems: settings.problems }
}

test('turns mail off without a mail server, and refuses settings that need one', () => {
  expect(read({})).toEqual({ mail: null, problems: [] })
  expect(read(FROM)).toEqual({
    mail: null,
    problems: ['PODIUM_MAIL_FROM needs PODIUM_SMTP_URL beside it.'],
  })
})

test('reads user and password, also percent-encoded, and requires encryption', () => {
  const url = 'smtp://podium%40example.org:a%3Ab%2F%25@mail.example.org'
  expect(read({ PODIUM_SMTP_URL: url, PODIUM_MAIL_FROM: 'Ödland AG <podium@example.org>' })).toEqual({
    problems: [],
    mail: {
      host: 'mail.example.org',
      port: 587,
      tls: 'starttls',
      ca: null,
      sign_in: { user: 'podium@example.org', password: 'a:b/%' },
      from: { name: 'Ödland AG', address: 'podium@example.org' },
    },
  })
})

test('reads the whole address from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'podium-mail-')), 'smtp')
  writeFileSync(file, 'smtps://podium:violet@mail.example.org\n', { mode: 0o600 })
  expect(read({ PODIUM_SMTP_URL_FILE: file, ...FROM }).mail).toMatchObject({
    port: 465,
    tls: 'smtps',
    sign_in: { user: 'podium', password: 'violet' },
    from: { name: 'Podium', address: 'podium@example.org' },
  })
})

test('sends unencrypted to this machine only, and not if certificates are named', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'podium-mail-')), 'ca.pem')
  writeFileSync(file, '-----BEGIN CERTIFICATE-----\n')
  const tlsOf = (url: string, more = {}) => read({ PODIUM_SMTP_URL: url, ...FROM, ...more }).mail
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(tlsOf(`smtp://${host}:25`)).toMatchObject({ tls: 'none', port: 25 })
  expect(tlsOf('smtp://[::1]:25')?.host).toBe('::1')
  for (const host of ['127.0.0.1.example.org', '10.0.0.1'])
    expect(tlsOf(`smtp://${host}:25`)).toMatchObject({ tls: 'starttls' })
  expect(tlsOf('smtp://localhost', { PODIUM_SMTP_CA_FILE: file })).toMatchObject({ tls: 'starttls' })
  expect(tlsOf('smtps://localhost')).toMatchObject({ tls: 'smtps' })
})

test.each([
  'mail.example.org',
  'https://mail.example.org',
  'smtp://',
  'smtp://mail.example.org/path',
  'smtp://mail.example.org?tls=none',
  'smtp://podium@mail.example.org',
  'smtp://:violet@mail.example.org',
  'smtp://podium:violet%zz@mail.example.org',
  'smtp://podium:violet#1@mail.example.org',
  'smtp://mail.example.org:99999',
])('refuses %s without quoting it, because it may hold a password', (url) => {
  const { mail, problems } = read({ PODIUM_SMTP_URL: url, ...FROM })
  expect(mail).toBeNull()
  expect(problems).toEqual([expect.stringMatching(/^PODIUM_SMTP_URL: give an address like smtp:/)])
  expect(problems.join()).not.toContain('violet')
})

test.each(['podium', 'a@example.org, b@example.org', 'Podium <podium@example.org> more', '<@>'])(
  'refuses the sender %s',
  (from) => {
    const { problems } = read({ PODIUM_SMTP_URL: 'smtp://mail.example.org', PODIUM_MAIL_FROM: from })
    expect(problems).toEqual([expect.stringContaining('give one address, podium@example.org')])
  },
)

test('requires a sender address', () => {
  expect(read({ PODIUM_SMTP_URL: 'smtp://mail.example.org' }).problems).toEqual([
    'PODIUM_SMTP_URL needs PODIUM_MAIL_FROM beside it, the address that messages come from, e.g. podium@example.org.',
  ])
})
