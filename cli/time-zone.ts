import { realpath } from 'node:fs/promises'
import { fail } from './cli-error.ts'

/** What TZ may say for UTC. Node also answers UTC where it does not understand the rules in TZ, or nothing. */
const UTC = /^:?(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)?0?$/i

/** The time zone of this terminal by its IANA name; TZ may also name a file of it, or hold rules that have no name. */
export async function ownTimeZone(): Promise<string> {
  const { timeZone }: { timeZone?: string } = Intl.DateTimeFormat().resolvedOptions()
  const set = process.env.TZ
  if (timeZone !== undefined && (set === undefined || !/^(?:UTC|Etc\/Unknown)$/.test(timeZone)))
    return timeZone
  if (set === undefined || UTC.test(set)) return 'UTC'
  const file = await realpath(set.replace(/^:/, '')).catch(() => '')
  const [, name] = /\/zoneinfo\/(.+)$/.exec(file) ?? []
  return (
    name ??
    fail(
      `The time zone of this terminal, TZ=${set}, has no IANA name. Give one: --time-zone Asia/Seoul, for example.`,
    )
  )
}
