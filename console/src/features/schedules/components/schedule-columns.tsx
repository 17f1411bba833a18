import type { Schedule } from '@podium/contract/calls/schedules.ts'
import { cronWords } from '@podium/contract/rules/cron-words.ts'
import { formatDateTimeIn, relativeTime } from '../../../format/date-time.ts'
import text from '../../../theme/text.module.css'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'

export const WHEN: Column<Schedule> = {
  id: 'when',
  header: 'When',
  cell: ({ cron, time_zone }) => (
    <>
      {cronWords(cron)}
      <span className={text.sub}>{time_zone}</span>
    </>
  ),
}

/** The next time in the schedule's time zone, or why there is none. */
export const NEXT: Column<Schedule> = {
  id: 'next',
  header: 'Next',
  cell: (schedule) => <NextTime of={schedule} />,
}

function NextTime({ of: { active, next, detail, time_zone } }: { of: Schedule }) {
  const [first] = next
  if (active)
    return (
      <time dateTime={first} title={relativeTime(first)}>
        {formatDateTimeIn(time_zone, first)}
      </time>
    )
  return (
    <>
      <Chip tone={detail === '' ? 'quiet' : 'warn'}>{detail === '' ? 'off' : 'paused'}</Chip>
      {detail !== '' && <span className={text.sub}>{detail}</span>}
    </>
  )
}
