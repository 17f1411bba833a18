import { Link, useMatches } from '@tanstack/react-router'
import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react'
import { usePageName } from '../navigation/page-name.tsx'
import { paths } from '../navigation/paths.ts'
import { useSessionState } from '../session/use-session.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { Icon } from '../ui/drawing/icon.tsx'
import { Breadcrumb } from '../ui/layout/page-header.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import { isFor } from './guard.ts'
import type { Crumb } from './screen.ts'
import styles from './shell.module.css'

interface TopBarProps {
  onOpenNavigation: () => void
  onOpenCommands: () => void
  onOpenKeys: () => void
}

export function TopBar({ onOpenNavigation, onOpenCommands, onOpenKeys }: TopBarProps) {
  return (
    <header className={styles.top}>
      <span className={styles.open}>
        <IconButton icon={MenuIcon} label="Open navigation" onClick={onOpenNavigation} />
      </span>
      <div className={styles.crumbs}>
        <Crumbs />
      </div>
      <button type="button" className={styles.jump} aria-keyshortcuts="Control+K" onClick={onOpenCommands}>
        <Icon of={Search} />
        <span className={styles.jumpWords}>Search or jump to…</span>
        <span className={styles.jumpKeys} aria-hidden="true">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      <span className={styles.keys}>
        <IconButton icon={Keyboard} label="Keyboard help" onClick={onOpenKeys} />
      </span>
    </header>
  )
}

/** The way to the page. An object's page names itself. */
function Crumbs() {
  const { account, workspace } = useSessionState()
  const name = usePageName()
  const crumbs = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.crumbs ?? [] })
  if (!workspace || crumbs.length === 0) return null
  const named = crumbs.map((crumb): Crumb => {
    if (crumb === 'workspace') return { label: workspace.display_name, to: paths.overview() }
    const label = crumb.label || name
    return isFor(crumb.access, { account, workspaceRole: workspace.role }) ? { ...crumb, label } : { label }
  })
  const shown = named.filter(({ label }) => label !== '')
  return (
    <Breadcrumb>
      {shown.map(({ label, to }) =>
        to ? (
          <Link key={label} {...to} activeOptions={{ exact: true }}>
            {label}
          </Link>
        ) : (
          <span key={label}>{label}</span>
        ),
      )}
    </Breadcrumb>
  )
}
