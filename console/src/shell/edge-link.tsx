import { messages } from '@podium/contract/rules.ts'
import { ArrowUpRight, RadioTower } from 'lucide-react'
import { useSessionState } from '../session/use-session.ts'
import { useAlert } from '../ui/dialog/use-alert.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import styles from './sidebar.module.css'

/** The workspace's Edge Conductor. Without an address it stays a link, and says so when pressed. */
export function EdgeLink() {
  const { workspace, workspaces } = useSessionState()
  const showAlert = useAlert()
  const url = workspaces.find(({ id }) => id === workspace?.id)?.edge_conductor_url ?? ''
  return (
    <a
      className={styles.entry}
      href={url || '#edge-conductor'}
      target={url ? '_blank' : undefined}
      rel="noopener noreferrer"
      onClick={(event) => {
        if (url) return
        event.preventDefault()
        void showAlert('error', messages.no_edge_conductor)
      }}
    >
      <Icon of={RadioTower} size={18} />
      <span className={styles.label}>Edge Conductor</span>
      <Icon of={ArrowUpRight} size={14} className={styles.away} />
    </a>
  )
}
