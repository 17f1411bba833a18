import { listNotifications } from '@podium/contract/calls/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { q } from '../api/query.ts'
import { formatNumber } from '../format/number.ts'
import { useLiveRuns } from '../session/use-live-runs.ts'
import { useSessionState } from '../session/use-session.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import styles from './bell.module.css'

const BellPanel = lazyDialog(async () => (await import('./bell-panel.tsx')).BellPanel)

const newest = q(listNotifications, { query: { page_size: 8 } })

/** The number of unread notifications, kept up to date, and the newest ones at a press. */
export function Bell() {
  const { workspace } = useSessionState()
  const { data } = useQuery(newest)
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const unread = data?.unread ?? 0
  return (
    <span className={styles.bell}>
      <IconButton
        ref={anchor}
        icon={BellIcon}
        label={unread === 0 ? 'Notifications' : `Notifications, ${formatNumber(unread)} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {unread > 0 && (
        <span aria-hidden className={styles.count}>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      {workspace && <Listening />}
      {isOpen && anchor.current && (
        <BellPanel open anchor={anchor.current} query={newest} onClose={() => setOpen(false)} />
      )}
    </span>
  )
}

/**
 * Follows the workspace's runs; the stream reports new notifications too. It waits for the first page, so that a
 * browser with only one connection left shows the page before the stream takes it.
 */
function Listening() {
  const isLoading = useRouterState({ select: (router) => router.isLoading })
  const [hasBegun, begin] = useState(false)
  if (!hasBegun && !isLoading) begin(true)
  return hasBegun && <Live />
}

function Live() {
  useLiveRuns()
  return null
}
