import { formatDateTime, type Moment as MomentValue, relativeTime, toDate } from '../../format/date-time.ts'
import { NOTHING } from '../../format/nothing.ts'
import { serverNow } from '../../format/server-clock.ts'
import text from '../../theme/text.module.css'
import styles from './moment.module.css'

/** A time in a list, as the person chose: the date, or how long ago it was. */
export function ListTime({ at }: { at: MomentValue }) {
  return document.documentElement.dataset.times === 'ages' ? <Age at={at} /> : <Moment at={at} />
}

/** The age of a time. The exact time is in its tooltip, and in copied text. */
function Age({ at }: { at: MomentValue }) {
  const date = toDate(at)
  if (!date) return NOTHING
  const exact = formatDateTime(date)
  return (
    <time
      dateTime={date.toISOString()}
      title={exact}
      data-age={relativeTime(date)}
      data-short={relativeTime(date, serverNow(), 'short')}
      className={styles.age}
    >
      <span className={text.hidden}>{exact}</span>
    </time>
  )
}

/** A date and time in the browser's time zone, with its age in the tooltip. */
export function Moment({ at }: { at: MomentValue }) {
  const date = toDate(at)
  if (!date) return NOTHING
  return (
    <time dateTime={date.toISOString()} title={relativeTime(date)} className={text.unbroken}>
      {formatDateTime(date)}
    </time>
  )
}
