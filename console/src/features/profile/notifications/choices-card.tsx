import {
  NOTIFICATION_EVENTS,
  type NotificationChoices,
  type NotificationEvent,
} from '@podium/contract/notifications.ts'
import { keepPreferences, readPreferences } from '@podium/contract/preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { useNewestChange } from '../../../record/use-newest-change.ts'
import { useSessionState } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Checkbox, SelectBox } from '../../../ui/form/checkbox.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import styles from './choices.module.css'
import { canReceive, ownMail } from './own-mail.ts'

const WORDS = { loading: 'Loading your choices', failed: 'Your choices could not be read' }
const preferences = q(readPreferences)

const EVENTS: Readonly<Record<NotificationEvent, string>> = {
  'run.first_failure': 'A stream of mine began to fail',
  'run.recovered': 'A stream of mine recovered',
  'run.failed': 'A run of mine failed',
  'run.succeeded': 'A run of mine succeeded',
  'run.waits': 'A run of mine waits for 10 minutes',
  'schedule.paused': 'A schedule of mine was paused',
  'schedule.missed': 'A schedule of mine missed a time',
  'quota.reached': 'A workspace I manage has used 80 or 100 % of a limit',
}

/** Of which events a person hears, and how; each change is kept at once. */
export function ChoicesCard() {
  const queries = useQueryClient()
  const query = useQuery(preferences)
  const { workspaces } = useSessionState()
  const mail = useQuery(ownMail).data
  const keep = useNewestChange({
    change: (body: NotificationChoices, send) => send(keepPreferences, { body }),
    tell: () => undefined,
    failed: 'The choice was not saved.',
  })
  const { data } = query
  if (!data) return <Card title="My choices">{queryPlaceholder(query, WORDS)}</Card>
  const change = (part: Partial<NotificationChoices>) => {
    // an answer that is on its way would bring the choice of before back
    void queries.cancelQueries({ queryKey: preferences.queryKey })
    queries.setQueryData(preferences.queryKey, { ...data, ...part })
    void keep({ bell: data.bell, mail: data.mail, muted: data.muted, ...part })
  }
  return (
    <Card
      title="My choices"
      note="in all my workspaces"
      flush
      footer={
        workspaces.length > 0 && (
          <fieldset>
            <legend className={text.strong}>Tell me nothing of</legend>
            <div className={classNames(layout.wrap, layout.scroll, styles.muted)}>
              {workspaces.map(({ id, display_name }) => (
                <Checkbox
                  key={id}
                  label={display_name}
                  checked={data.muted.includes(id)}
                  onChange={() => change({ muted: toggled(data.muted, id) })}
                />
              ))}
            </div>
          </fieldset>
        )
      }
    >
      <DataTable<{ event: NotificationEvent }>
        name="What I am told of"
        bare
        columns={columnsFor(data, canReceive(mail), change)}
        rows={ROWS}
        rowId={({ event }) => event}
        rowName={({ event }) => EVENTS[event]}
      />
    </Card>
  )
}

const ROWS = NOTIFICATION_EVENTS.map((event) => ({ event }))
const CHANNELS = [
  { id: 'bell', header: 'Bell', by: 'by the bell' },
  { id: 'mail', header: 'Mail', by: 'by mail' },
] as const

function columnsFor(
  chosen: NotificationChoices,
  hasMail: boolean,
  change: (part: Partial<NotificationChoices>) => void,
): readonly Column<{ event: NotificationEvent }>[] {
  return [
    {
      id: 'event',
      header: 'Tell me that',
      width: '70%',
      cell: ({ event }) => <RowName>{EVENTS[event]}</RowName>,
    },
    ...CHANNELS.map(({ id, header, by }) => ({
      id,
      header,
      width: '15%',
      cell: ({ event }: { event: NotificationEvent }) => (
        <SelectBox
          label={`${EVENTS[event]}, ${by}`}
          checked={chosen[id].includes(event)}
          disabled={id === 'mail' && !hasMail}
          onChange={() => change({ [id]: toggled(chosen[id], event) })}
        />
      ),
    })),
  ]
}

function toggled<T>(chosen: readonly T[], one: T): T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
}
