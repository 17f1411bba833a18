import {
  NOTIFICATION_EVENTS,
  type NotificationChoices,
  type NotificationEvent,
} from '@podium/contract/calls/notifications.ts'
import { keepPreferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
import { Code } from '../../../ui/text/mono.tsx'
import styles from './notifications-tab.module.css'
import { canReceive, type OwnMail, ownMail } from './own-mail.ts'

const CHOICES = { loading: 'Loading your choices', failed: 'Your choices could not be read' }

const TITLE = 'Notify me about'
const preferences = q(readPreferences)

const EVENTS: Readonly<Record<NotificationEvent, string>> = {
  'run.first_failure': 'My stream starts to fail',
  'run.recovered': 'My stream recovers',
  'run.failed': 'My run fails',
  'run.succeeded': 'My run succeeds',
  'run.group': 'Several runs of mine have all ended',
  'run.waits': 'My run waits for 10 minutes',
  'schedule.paused': 'My schedule is paused',
  'schedule.missed': 'My schedule misses a run',
  'quota.reached': 'A workspace I manage reaches 80 or 100 % of a limit',
}

/** The events a person is notified about, and by which channel. Each change is saved at once. */
export function ChoicesCard() {
  const queries = useQueryClient()
  const query = useQuery(preferences)
  const { workspaces } = useSessionState()
  const mail = useQuery(ownMail)
  const keep = useNewestChange({
    change: (body: NotificationChoices, send) => send(keepPreferences, { body }),
    failed: 'The choice was not saved.',
  })
  const { data } = query
  if (!data || mail.isPending) return <Card title={TITLE}>{queryPlaceholder(query, CHOICES)}</Card>
  const change = (part: Partial<NotificationChoices>) => {
    // A response that is still on its way would restore the previous choice.
    void queries.cancelQueries({ queryKey: preferences.queryKey })
    queries.setQueryData(preferences.queryKey, { ...data, ...part })
    void keep({ bell: data.bell, mail: data.mail, muted: data.muted, ...part })
  }
  return (
    <>
      <Card title={TITLE} note="changes apply at once" footer={mail.data && whyNoMail(mail.data)} flush>
        <div className={styles.events}>
          <DataTable<{ event: NotificationEvent }>
            name={TITLE}
            bare
            columns={columnsFor(data, canReceive(mail.data), change)}
            rows={ROWS}
            rowId={({ event }) => event}
            rowName={({ event }) => EVENTS[event]}
          />
        </div>
      </Card>
      {workspaces.length > 0 && (
        <Card title="Muted workspaces">
          <div className={layout.stackTight}>
            <p className={classNames(text.small, text.muted)}>
              You get no notifications from ticked workspaces.
            </p>
            <div className={classNames(layout.stackTight, layout.scroll, styles.muted)}>
              {workspaces.map(({ id, display_name }) => (
                <Checkbox
                  key={id}
                  label={display_name}
                  checked={data.muted.includes(id)}
                  onChange={() => change({ muted: toggled(data.muted, id) })}
                />
              ))}
            </div>
          </div>
        </Card>
      )}
    </>
  )
}

/** Returns why mail cannot be chosen; undefined if mail reaches the person. */
function whyNoMail({ is_set_up, address }: OwnMail): ReactNode {
  if (is_set_up && address !== '') return undefined
  return (
    <span className={text.muted}>
      {is_set_up ? (
        'Your account has no email address.'
      ) : (
        <>
          To also get email, an administrator sets <Code>PODIUM_SMTP_URL</Code> and{' '}
          <Code>PODIUM_MAIL_FROM</Code>.
        </>
      )}
    </span>
  )
}

const ROWS = NOTIFICATION_EVENTS.map((event) => ({ event }))
const CHANNELS = [
  { id: 'bell', header: 'In Podium', by: 'in Podium' },
  { id: 'mail', header: 'Email', by: 'by email' },
] as const

function columnsFor(
  chosen: NotificationChoices,
  hasMail: boolean,
  change: (part: Partial<NotificationChoices>) => void,
): readonly Column<{ event: NotificationEvent }>[] {
  const channels = CHANNELS.filter(({ id }) => id !== 'mail' || hasMail)
  return [
    { id: 'event', header: 'Event', width: 'auto', cell: ({ event }) => <RowName>{EVENTS[event]}</RowName> },
    ...channels.map(({ id, header, by }) => ({
      id,
      header,
      width: '96px',
      // A single box needs no column header.
      ...(channels.length === 1 && { onPhone: 'title' as const }),
      cell: ({ event }: { event: NotificationEvent }) => (
        <SelectBox
          label={`${EVENTS[event]}, ${by}`}
          checked={chosen[id].includes(event)}
          onChange={() => change({ [id]: toggled(chosen[id], event) })}
        />
      ),
    })),
  ]
}

function toggled<T>(chosen: readonly T[], one: T): T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
}
