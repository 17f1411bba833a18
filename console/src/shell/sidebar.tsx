import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { paths } from '../navigation/paths.ts'
import { useSessionState } from '../session/use-session.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Mark } from '../ui/drawing/mark.tsx'
import { EdgeLink } from './edge-link.tsx'
import { NavMenu } from './nav-menu.tsx'
import { Profile } from './profile.tsx'
import type { MenuEntry } from './screen.ts'
import styles from './sidebar.module.css'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const GUIDE = '/guide/'

/** What stands in the sidebar, and in the drawer of narrow screens. */
export function Sidebar({ menu }: { menu: readonly MenuEntry[] }) {
  const { account, release } = useSessionState()
  return (
    <>
      <Link {...paths.overview()} className={styles.brand}>
        <Mark />
        <span className={styles.label}>Podium</span>
      </Link>
      <WorkspaceSwitcher />
      <p className={styles.hello}>
        Welcome, <b>{account?.userName}</b>
      </p>
      <NavMenu menu={menu} />
      <div className={styles.foot}>
        <EdgeLink />
        <div className={styles.docs}>
          <b>Documentation</b>
          <p>Register a solution, run it, read its log.</p>
          <a href={release.docsUrl || GUIDE} target="_blank" rel="noopener noreferrer">
            Read More
            <Icon of={ArrowUpRight} size={14} />
          </a>
          <Link {...paths.reference()}>Reference</Link>
        </div>
        <Profile />
      </div>
    </>
  )
}
