import { formatDateTime, type Moment as MomentValue, relativeTime, toDate } from '../../format/date-time.ts'
import { NOTHING } from '../../format/nothing.ts'
import { serverNow } from '../../format/server-clock.ts'
import text from '../../theme/text.module.css'
import styles from './moment.module.css'

/** A time in a list, as the person chose to see times there: the date, or how long ago it was. */
export function ListTime({ at }: { at: MomentValue }) {
  return document.documentElement.dataset.times === 'ages' ? <Age at={at} /> : <Moment at={at} />
}

/** How long ago it was. The exact time is in its tooltip, and in what is copied. */
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

/** A date and time in the browser's time zone; how long ago it is stands in its tooltip. */
export function Moment({ at }: { at: MomentValue }) {
  const date = toDate(at)
  if (!date) return NOTHING
  return (
    <time dateTime={date.toISOString()} title={relativeTime(date)} className={text.unbroken}>
      {formatDateTime(date)}
    </time>
  )
}
