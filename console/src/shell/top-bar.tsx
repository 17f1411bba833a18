import { Link, useMatches } from '@tanstack/react-router'
import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react'
import { memo } from 'react'
import { usePageName } from '../navigation/page-name.tsx'
import { paths } from '../navigation/paths.ts'
import { SHORTCUTS, withKeys } from '../navigation/shortcuts.ts'
import { useSessionState } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { IconButton } from '../ui/button/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import { Bell } from './bell.tsx'
import { isFor, viewerOf } from './guard.ts'
import type { Crumb } from './screen.ts'
import styles from './shell.module.css'

export interface TopBarProps {
  onOpen: (what: 'navigation' | 'commands' | 'keys') => void
}

/** A change of page renders only the breadcrumb again. */
export const TopBar = memo(function TopBar({ onOpen }: TopBarProps) {
  const { account } = useSessionState()
  return (
    <header className={styles.top}>
      <span className={styles.open}>
        <IconButton icon={MenuIcon} label="Open navigation" onClick={() => onOpen('navigation')} />
      </span>
      <div className={layout.grow}>
        <Crumbs />
      </div>
      <button
        type="button"
        aria-label={`Search or jump to… ${SHORTCUTS.commands.keys}`}
        aria-keyshortcuts="Control+K"
        className={styles.jump}
        onClick={() => onOpen('commands')}
      >
        <Icon of={Search} />
        <span className={classNames(layout.grow, styles.wideOnly)}>Search or jump to…</span>
        <span className={styles.wideOnly}>
          <Kbd>{SHORTCUTS.commands.keys}</Kbd>
        </span>
      </button>
      {account && <Bell />}
      <span className={styles.wideOnly}>
        <IconButton
          icon={Keyboard}
          label="Keyboard help"
          title={withKeys('Keyboard help', SHORTCUTS.help.keys)}
          onClick={() => onOpen('keys')}
        />
      </span>
    </header>
  )
})

function Crumbs() {
  const state = useSessionState()
  const name = usePageName()
  const crumbs = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.crumbs ?? [] })
  const { workspace } = state
  if (!workspace) return null
  const named = crumbs.map((crumb): Crumb => {
    if (crumb === 'workspace') return { label: workspace.display_name, to: paths.overview() }
    const label = crumb.label || name
    return isFor(crumb.access, viewerOf(state)) ? { ...crumb, label } : { label }
  })
  const steps = named.filter(({ label }) => label !== '')
  if (steps.length === 0) return null
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classNames(layout.row, text.small)}>
        {steps.map(({ label, to }, at) => (
          <li
            key={label}
            aria-current={at === steps.length - 1 ? 'page' : undefined}
            className={classNames(text.muted, styles.step)}
          >
            {to ? (
              <Link {...to} activeOptions={{ exact: true }}>
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
