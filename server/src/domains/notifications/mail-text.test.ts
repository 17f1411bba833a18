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

test('the subject names one event and its workspace, and the text gives the reason and a link', () => {
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

test('the subject names the first of many events and counts the others, and the text ends with the number it omits', () => {
  const { subject, text } = mailOf([failed('a-1'), failed('b-2', { workspace: 'sound' })], 1_000, CONSOLE)
  expect(subject).toBe('a-1 failed, and 999 more')
  expect(text).toContain('a-1 failed · vision\n')
  expect(text).toContain('b-2 failed · sound\n')
  expect(text).toContain('\n\nAnd 998 more: see the notifications in your profile.\n\n-- \n')
})

test("contains no links if the console's address is not configured", () => {
  expect(mailOf([failed('a-1')], 1, null).text).not.toContain('http')
})

test('replaces line breaks in names and reasons by spaces, and cuts a long subject between letters', () => {
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
