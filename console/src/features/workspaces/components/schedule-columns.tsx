import { cronWords } from '@podium/contract/cron-words.ts'
import type { Schedule } from '@podium/contract/schedules.ts'
import text from '../../../theme/text.module.css'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

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

/** The next time, or why there is none. */
export const NEXT: Column<Schedule> = {
  id: 'next',
  header: 'Next',
  cell: (schedule) => <NextTime of={schedule} />,
}

function NextTime({ of: { active, next, detail } }: { of: Schedule }) {
  if (active) return <Moment at={next[0]} />
  return (
    <>
      <Chip tone={detail === '' ? 'quiet' : 'warn'}>{detail === '' ? 'off' : 'paused'}</Chip>
      {detail !== '' && <span className={text.sub}>{detail}</span>}
    </>
  )
}
