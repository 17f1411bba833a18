import { realpath } from 'node:fs/promises'
import { fail } from './cli-error.ts'

/** Values of TZ that mean UTC. Node also reports UTC for rules in TZ that it does not understand. */
const UTC = /^:?(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)?0?$/i

/** Returns the IANA name of this terminal's time zone. TZ may also name a file, or hold rules that have no name. */
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
