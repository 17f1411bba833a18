import { type Facts, headlineOf, linkOf } from './messages.ts'

/** An event as a mail describes it. */
export interface MailEvent {
  event: string
  facts: Facts
}

const LONGEST_SUBJECT = 150
const PROFILE = '/settings/account/editProfile?tab=notifications'

/**
 * Builds the mail about these events.
 * @param events at least one, the oldest first
 * @param total number of all events, of which `events` may be the first
 * @param console_url base address of the console, null if not configured
 */
export function mailOf(
  events: readonly [MailEvent, ...MailEvent[]],
  total: number,
  console_url: string | null,
): { subject: string; text: string } {
  const [first] = events
  const more = total - 1
  const subject = `${lineOf(first)}${more > 0 ? `, and ${more} more` : ` · ${oneLine(first.facts.workspace.name)}`}`
  const left = total - events.length
  const parts = events.map((each) => partOf(each, console_url))
  if (left > 0) parts.push(`And ${left} more: see the notifications in your profile.`)
  return { subject: shortened(subject), text: [...parts, footer(console_url)].join('\n\n') }
}

/** The test mail that people send themselves. */
export function testMailOf(console_url: string | null): { subject: string; text: string } {
  const text = 'This is the test message that you asked for: mail from Podium reaches you.'
  return { subject: 'A test message from Podium', text: [text, footer(console_url)].join('\n\n') }
}

function partOf(each: MailEvent, console_url: string | null): string {
  const { detail } = headlineOf(each.event, each.facts)
  const title = `${lineOf(each)} · ${oneLine(each.facts.workspace.name)}`
  const link = linkOf(each.facts, console_url)
  return [title, oneLine(detail), link?.url ?? ''].filter(Boolean).join('\n')
}

function footer(console_url: string | null): string {
  const where = console_url === null ? '' : `\n${console_url}${PROFILE}`
  return `-- \nYou get this mail because you chose it in your profile. Change there what Podium tells you.${where}`
}

const lineOf = ({ event, facts }: MailEvent) => oneLine(headlineOf(event, facts).title)

/** Names may contain line breaks, which would look like lines of the message. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function shortened(subject: string): string {
  const letters = [...subject]
  return letters.length <= LONGEST_SUBJECT ? subject : `${letters.slice(0, LONGEST_SUBJECT - 1).join('')}…`
}
