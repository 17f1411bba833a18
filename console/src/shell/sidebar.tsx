import { roleLabels } from '@podium/contract/permissions.ts'
import { messages } from '@podium/contract/rules.ts'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowUpRight, LogOut, RadioTower, UserPen } from 'lucide-react'
import { LOGOUT, mayLeave } from '../navigation/may-leave.ts'
import { paths } from '../navigation/paths.ts'
import { endSession } from '../session/start.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import text from '../theme/text.module.css'
import { IconButton } from '../ui/button/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useAlert } from '../ui/dialog/use-alert.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Mark } from '../ui/drawing/mark.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { Menu } from '../ui/menu/menu.tsx'
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

/** The deepest entry whose path the address begins with. */
export function activePrefix(menu: readonly MenuEntry[], pathname: string): string | undefined {
  return menu
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .map(({ prefix }) => prefix)
    .filter((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    .sort((one, other) => other.length - one.length)[0]
}

function NavMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const active = activePrefix(menu, useLocation({ select: ({ pathname }) => pathname }))
  const current = (prefix: string) => (prefix === active ? ('page' as const) : undefined)
  return (
    <nav aria-label="Main">
      <ul className={styles.nav}>
        {menu.map(({ label, icon, to, prefix, children }) => (
          <li key={label}>
            <Link
              {...to}
              activeOptions={EXACTLY}
              className={classNames(styles.entry, isWithin(children, active) && styles.within)}
              aria-current={current(prefix)}
            >
              <Icon of={icon} size={18} />
              <span className={styles.label}>{label}</span>
            </Link>
            {children && (
              <ul className={styles.below}>
                {children.map((child) => (
                  <li key={child.label}>
                    <Link
                      {...child.to}
                      activeOptions={EXACTLY}
                      className={styles.entry}
                      aria-current={current(child.prefix)}
                    >
                      {child.label}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isWithin(children: MenuEntry['children'], active: string | undefined): boolean {
  return children?.some(({ prefix }) => prefix === active) ?? false
}

// The router would mark every entry above the page as well.
const EXACTLY = { exact: true }

/** The workspace's Edge Conductor. Without an address it stays a link, and says so when pressed. */
function EdgeLink() {
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

/** The person, with the profile menu and the way out. */
function Profile() {
  const session = useSession()
  const { account } = useSessionState()
  const navigate = useNavigate()
  if (!account) return null
  const logout = async () => {
    if (await mayLeave(LOGOUT)) await endSession(session)
  }
  return (
    <div className={styles.profile}>
      <Menu
        align="start"
        trigger={
          <button type="button" className={styles.person}>
            <span className={text.hidden}>Profile, </span>
            <Tile of={account.id} round />
            <span className={styles.words}>
              <b>{account.id}</b> <span>{roleLabels[account.role]}</span>
            </span>
          </button>
        }
        items={[
          {
            label: 'Edit Profile',
            icon: UserPen,
            onSelect: () => void navigate(paths.editProfile()),
          },
          { label: 'Logout', icon: LogOut, onSelect: () => void logout() },
        ]}
      />
      <IconButton icon={LogOut} label="Logout" onClick={() => void logout()} />
    </div>
  )
}
