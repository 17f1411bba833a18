import { formatDateTime, relativeTime } from '../../format/date-time.ts'
import { formatLastDay, timeZone } from '../../format/day.ts'
import { serverNow } from '../../format/server-clock.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Chip } from './chip.tsx'

const SOON_MS = 7 * 86_400_000

/** True if it ends within a week. */
export function isSoon(ends_at: string): boolean {
  return Date.parse(ends_at) - serverNow() <= SOON_MS
}

/** A last day: 'until 3 Dec', marked in its last week. The exact end and its zone are in the tooltip. */
export function Until({ at }: { at: string }) {
  const words = `until ${formatLastDay(at)}`
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(at)} ${timeZone()}, ${relativeTime(at)}`}
      className={classNames(text.small, text.unbroken)}
    >
      {isSoon(at) ? <Chip tone="warn">{words}</Chip> : words}
    </time>
  )
}
