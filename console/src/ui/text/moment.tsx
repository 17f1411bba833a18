import { formatDateTime, type Moment as MomentValue, relativeTime, toDate } from '../../format/date-time.ts'
import { NOTHING } from '../../format/nothing.ts'

/** A date and time in the browser's time zone; how long ago it is stands in its tooltip. */
export function Moment({ at }: { at: MomentValue }) {
  const date = toDate(at)
  if (!date) return NOTHING
  return (
    <time dateTime={date.toISOString()} title={relativeTime(date)}>
      {formatDateTime(date)}
    </time>
  )
}
