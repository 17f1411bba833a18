import { expect, test } from 'vitest'
import { readAuditStreamSettings } from './audit-stream-settings.ts'
import { readSettings } from './settings.ts'

function read(env: Record<string, string>) {
  const settings = readSettings(env)
  return { read: readAuditStreamSettings(settings), problems: settings.problems }
}

const PODIUM_AUDIT_STREAM_SECRET = 'copper heron at dawn'

test('requires the whole path of a file, and a secret for an address', () => {
  expect(read({})).toEqual({ read: null, problems: [] })
  expect(read({ PODIUM_AUDIT_STREAM: 'file:///var/log/audit.jsonl' })).toEqual({
    read: { kind: 'file', path: '/var/log/audit.jsonl' },
    problems: [],
  })
  const address = 'https://siem.example.org/in?key=violet'
  expect(read({ PODIUM_AUDIT_STREAM: address, PODIUM_AUDIT_STREAM_SECRET })).toEqual({
    read: { kind: 'web', url: new URL(address), secret: PODIUM_AUDIT_STREAM_SECRET },
    problems: [],
  })
})

test.each<[Record<string, string>, string]>([
  [{ PODIUM_AUDIT_STREAM: 'file:///var/log/' }, 'give the full path of a file'],
  [{ PODIUM_AUDIT_STREAM: '/var/log/violet.jsonl' }, 'give the full path of a file'],
  [{ PODIUM_AUDIT_STREAM: 'ftp://siem.example.org/violet' }, 'give the full path of a file'],
  [
    { PODIUM_AUDIT_STREAM: 'https://me:violet@siem.example.org', PODIUM_AUDIT_STREAM_SECRET },
    'without a user name',
  ],
  [{ PODIUM_AUDIT_STREAM: 'https://siem.example.org/violet' }, 'needs PODIUM_AUDIT_STREAM_SECRET'],
  [{ PODIUM_AUDIT_STREAM_SECRET }, 'needs PODIUM_AUDIT_STREAM beside it'],
])('refuses %j without quoting its address', (env, words) => {
  const { problems } = read(env)
  expect(problems).toEqual([expect.stringContaining(words)])
  expect(problems.join()).not.toContain('violet')
})
