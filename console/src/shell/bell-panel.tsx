import { Popover } from '@base-ui/react/popover'
import type { listNotifications } from '@podium/contract/calls/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { q } from '../api/query.ts'
import { queryPlaceholder } from '../api/query-placeholder.tsx'
import { iconOf, targetOf, useMarkRead } from '../features/profile/notifications/notification.ts'
import { paths } from '../navigation/paths.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { TextButton } from '../ui/button/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { showGuards } from '../ui/menu/focus-guards.ts'
import { ListTime } from '../ui/text/moment.tsx'
import styles from './bell.module.css'

interface BellPanelProps {
  open: boolean
  anchor: HTMLElement
  query: ReturnType<typeof q<typeof listNotifications>>
  onClose: () => void
}

/** The newest notifications, below the bell. Opening one marks it as read. */
export function BellPanel({ open, anchor, query: newest, onClose }: BellPanelProps) {
  const query = useQuery(newest)
  const markRead = useMarkRead()
  const notifications = query.data?.notifications
  return (
    <span ref={showGuards}>
      <Popover.Root
        open={open}
        onOpenChange={(isOpen, { reason, event }) => {
          const isOnAnchor = reason === 'outside-press' && event.composedPath().includes(anchor)
          if (!isOpen && !isOnAnchor) onClose()
        }}
      >
        <Popover.Portal ref={showGuards} container={anchor.closest<HTMLElement>('header')}>
          <Popover.Positioner
            className={styles.positioner}
            anchor={anchor}
            align="end"
            sideOffset={8}
            collisionPadding={8}
          >
            <Popover.Popup className={styles.panel} finalFocus={() => anchor}>
              <div className={classNames(layout.between, styles.head)}>
                <Popover.Title>Notifications</Popover.Title>
                {query.data !== undefined && query.data.unread > 0 && (
                  <span className={text.small}>
                    <TextButton onClick={() => void markRead(undefined)}>Mark all as read</TextButton>
                  </span>
                )}
              </div>
              {queryPlaceholder(query, 'notifications', { rows: 3 })}
              {notifications?.length === 0 && (
                <EmptyState title="Nothing new">
                  Podium tells you here when one of your runs fails, recovers or waits for a long time.
                </EmptyState>
              )}
              {notifications !== undefined && notifications.length > 0 && (
                <ul className={classNames(layout.scroll, styles.list)}>
                  {notifications.map((notification) => {
                    const { id, title, detail, workspace_name, created_at, read_at } = notification
                    const { icon, tone } = iconOf(notification)
                    return (
                      <li key={id}>
                        <Link
                          {...targetOf(notification)}
                          className={classNames(styles.item, read_at === null && styles.unread)}
                          onClick={() => {
                            if (read_at === null) void markRead([id])
                            onClose()
                          }}
                        >
                          <Icon of={icon} className={tone} />
                          <span className={text.strong}>
                            {read_at === null && <span className={text.hidden}>Unread: </span>}
                            {title}
                          </span>
                          <span className={text.note}>
                            <ListTime at={created_at} />
                          </span>
                          <span className={text.sub}>
                            {workspace_name}
                            {detail !== '' && `: ${detail}`}
                          </span>
                        </Link>
                      </li>
                    )
                  })}
                </ul>
              )}
              <div className={classNames(layout.row, text.small, text.strong, styles.foot)}>
                <Link {...paths.editProfile({ tab: 'notifications' })} onClick={onClose}>
                  All notifications and my choices
                </Link>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </span>
  )
}
