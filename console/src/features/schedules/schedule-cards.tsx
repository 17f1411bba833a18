import { listScheduleTimes, readNextTimes } from '@podium/contract/calls/schedules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sentenceFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { q } from '../../api/query.ts'
import { formatDateTimeIn, relativeTime } from '../../format/date-time.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Card } from '../../ui/layout/card.tsx'
import { DefinitionList } from '../../ui/layout/definition-list.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { hasFiveFields, type ScheduleValues } from './schedule-values.ts'
import { TimeOutcomeChip } from './time-outcome.tsx'

interface NextTimesCardProps {
  values: Pick<ScheduleValues, 'cron' | 'time_zone'>
  workspaceId: string
}

/** The next five runs of the typed schedule, in its time zone. */
export function NextTimesCard({ values: { cron, time_zone }, workspaceId }: NextTimesCardProps) {
  const query = { workspace_id: workspaceId, cron: cron.trim(), time_zone }
  const { data, error } = useQuery({
    ...q(readNextTimes, { query }),
    // The card shows why a half-typed schedule is refused. An alert would take the focus from the field.
    queryFn: ({ signal }) => call(readNextTimes, { query, signal, showsRefusals: true }),
    enabled: hasFiveFields(cron),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Card title="Next 5 runs" note={time_zone} flush>
      <div className={layout.inset}>
        {error ? (
          <p className={text.sub}>{sentenceFor(error)}</p>
        ) : (
          <DefinitionList
            items={(data?.next ?? []).map((time) => ({
              term: relativeTime(time),
              value: formatDateTimeIn(time_zone, time),
            }))}
          />
        )}
      </div>
    </Card>
  )
}

/** The outcome of a schedule's last times. */
export function LastTimesCard({ id, workspaceId }: { id: string; workspaceId: string }) {
  const { data } = useQuery(q(listScheduleTimes, { params: { id }, query: { page_size: 5 } }))
  const times = data?.times ?? []
  return (
    <Card title="Last 5 runs">
      {times.length === 0 ? (
        <p className={text.sub}>It has not been due yet.</p>
      ) : (
        <dl className={layout.stackClose}>
          {times.map((time) => (
            <div key={time.due_at}>
              <dt>
                <Moment at={time.due_at} />
              </dt>
              <dd>
                <TimeOutcomeChip time={time} workspaceId={workspaceId} />
                {time.detail !== '' && <span className={text.sub}>{time.detail}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
