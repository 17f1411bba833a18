import { expect, test } from 'vitest'
import { type MailEvent, mailOf } from './mail-text.ts'

const CONSOLE = 'https://example.org/podium'
const failed = (name: string, part: { detail?: string; workspace?: string } = {}): MailEvent => ({
  event: 'run.failed',
  facts: {
    workspace: { id: 'w1', name: part.workspace ?? 'vision' },
    run: {
      id: 'r1',
      name,
      detail: part.detail ?? 'The program ended with exit code 3.',
      created_at: '2026-11-20T08:00:00.000Z',
      started_at: null,
      ended_at: null,
    },
  },
})

test('one event is named by the subject, with its workspace, and the text says why and where to look', () => {
  expect(mailOf([failed('line-3-10')], 1, CONSOLE)).toEqual({
    subject: 'line-3-10 failed · vision',
    text: `line-3-10 failed · vision
The program ended with exit code 3.
${CONSOLE}/inferenceModel/run/r1

-- 
You get this mail because you chose it in your profile. Change there what Podium tells you.
${CONSOLE}/settings/account/editProfile?tab=notifications`,
  })
})

test('of many events the subject names the first and counts the others, and the text ends with how many it leaves out', () => {
  const { subject, text } = mailOf([failed('a-1'), failed('b-2', { workspace: 'sound' })], 1_000, CONSOLE)
  expect(subject).toBe('a-1 failed, and 999 more')
  expect(text).toContain('a-1 failed · vision\n')
  expect(text).toContain('b-2 failed · sound\n')
  expect(text).toContain('\n\nAnd 998 more: see the notifications in your profile.\n\n-- \n')
})

test('without an address of the console there are no links', () => {
  expect(mailOf([failed('a-1')], 1, null).text).not.toContain('http')
})

test('line breaks of names and reasons become spaces, other letters stay, and a long subject is cut between letters', () => {
  const { subject, text } = mailOf(
    [failed('läuft\r\nBcc: eve@example.org', { detail: 'one\u2028two\n\nthree', workspace: '工場\t3' })],
    1,
    null,
  )
  expect(subject).toBe('läuft Bcc: eve@example.org failed · 工場 3')
  expect(text).toContain('\none two three\n')
  const long = mailOf([failed('🎉'.repeat(400))], 1, null).subject
  expect(long).toBe(`${'🎉'.repeat(149)}…`)
})
