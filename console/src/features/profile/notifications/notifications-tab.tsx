import { listNotifications, type Notification } from '@podium/contract/calls/notifications.ts'
import { Link } from '@tanstack/react-router'
import { PagedTable } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { MailCard } from './mail-card.tsx'
import { targetOf, useMarkRead } from './notification.ts'
import styles from './notifications-tab.module.css'

/** The person's notifications, and the choice of what to be notified about. */
export function NotificationsTab() {
  const markRead = useMarkRead()
  const list = useList(listNotifications, ({ notifications }) => notifications)
  return (
    <div className={classNames(layout.stack, styles.tab)}>
      <Card
        title="Notifications"
        note="of the last 90 days"
        flush
        trailing={<TextButton onClick={() => void markRead(undefined)}>Mark all as read</TextButton>}
      >
        <PagedTable<Notification>
          list={list}
          name="Notifications"
          noun="notification"
          bare
          columns={columnsFor((id) => void markRead([id]))}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          empty={
            <EmptyState title="Nothing yet">
              Podium tells you here when one of your runs fails, recovers or waits for a long time.
            </EmptyState>
          }
        />
      </Card>
      <div className={classNames(layout.stack, styles.settings)}>
        <ChoicesCard />
        <MailCard />
      </div>
    </div>
  )
}

function columnsFor(open: (id: string) => void): readonly Column<Notification>[] {
  return [
    {
      id: 'title',
      header: 'What happened',
      width: '46%',
      cell: (notification) => (
        <RowName sub={notification.detail}>
          <Link
            {...targetOf(notification)}
            className={notification.read_at === null ? styles.unread : undefined}
            onClick={() => open(notification.id)}
          >
            {notification.read_at === null && <span className={text.hidden}>Unread: </span>}
            {notification.title}
          </Link>
        </RowName>
      ),
    },
    {
      id: 'workspace_name',
      header: 'Workspace',
      width: 'auto',
      cell: ({ workspace_name }) => <span className={text.cut}>{workspace_name}</span>,
    },
    {
      id: 'created_at',
      header: 'Time',
      width: '160px',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
}
