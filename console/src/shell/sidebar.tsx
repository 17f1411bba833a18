import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowUpRight, BookOpen, Braces, LogOut, RadioTower, UserPen } from 'lucide-react'
import { memo, useId } from 'react'
import { paths } from '../navigation/paths.ts'
import { keysTo, withKeys } from '../navigation/shortcuts.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { inside } from '../ui/base-path.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Mark } from '../ui/drawing/mark.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { useAlert } from '../ui/use-alert.ts'
import { logOut } from './leave.ts'
import type { MenuChild, MenuEntry } from './screen.ts'
import styles from './sidebar.module.css'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const GUIDE = inside('/guide/')

/** The content of the sidebar, and of the drawer on narrow screens. A change of page renders only its menu again. */
export const Sidebar = memo(function Sidebar({ menu }: { menu: readonly MenuEntry[] }) {
  const { account, release } = useSessionState()
  const guide = release.docsUrl || GUIDE
  return (
    <>
      <Link {...paths.overview()} aria-label="Podium" className={classNames(layout.row, styles.brand)}>
        <Mark />
        <span className={styles.wideOnly}>Podium</span>
      </Link>
      <WorkspaceSwitcher />
      <p className={classNames(text.small, text.muted, styles.hello, styles.wideOnly)}>
        Welcome, <b className={text.strong}>{account?.userName}</b>
      </p>
      <NavMenu menu={menu} />
      <div className={classNames(layout.stackTight, styles.foot)}>
        <EdgeLink />
        <div
          className={classNames(layout.surface, layout.stackTight, text.small, styles.docs, styles.wideOnly)}
        >
          <b className={text.strong}>Documentation</b>
          <p className={text.sub}>Run your own folder, read its log.</p>
          <a className={layout.row} href={guide} target="_blank" rel="noopener noreferrer">
            Read More
            <Icon of={ArrowUpRight} size={14} />
          </a>
          <Link {...paths.reference()}>Reference</Link>
        </div>
        <a
          aria-label="Read More"
          title="Read More"
          className={classNames(styles.entry, styles.railOnly)}
          href={guide}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon of={BookOpen} size={18} />
        </a>
        <Link
          {...paths.reference()}
          aria-label="Reference"
          title="Reference"
          className={classNames(styles.entry, styles.railOnly)}
        >
          <Icon of={Braces} size={18} />
        </Link>
        <Profile />
      </div>
    </>
  )
})

/** Returns the longest prefix in the menu that the path begins with. */
export function activePrefix(menu: readonly MenuEntry[], pathname: string): string | undefined {
  return menu
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .map(({ prefix }) => prefix)
    .filter((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    .sort((one, other) => other.length - one.length)[0]
}

function NavMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const active = activePrefix(menu, useLocation({ select: ({ pathname }) => pathname }))
  const navigate = useNavigate()
  const linkTo = ({ label, to, prefix }: MenuChild) => ({
    ...to,
    title: withKeys(label, keysTo(to)),
    // The router would also mark every entry above the page.
    activeOptions: { exact: true },
    'aria-current': prefix === active ? ('page' as const) : undefined,
  })
  return (
    <nav aria-label="Main">
      <ul className={styles.nav}>
        {menu.map(({ icon, children = [], ...entry }) => (
          <li key={entry.label}>
            <Link
              {...linkTo(entry)}
              aria-label={entry.label}
              className={classNames(styles.entry, children.length > 0 && styles.wideOnly)}
            >
              <Icon of={icon} size={18} />
              <span className={styles.wideOnly}>{entry.label}</span>
            </Link>
            {children.length > 0 && (
              <>
                <ul className={classNames(styles.below, styles.wideOnly)}>
                  {children.map((child) => (
                    <li key={child.label}>
                      <Link {...linkTo(child)} className={styles.entry}>
                        {child.label}
                      </Link>
                    </li>
                  ))}
                </ul>
                <Menu
                  align="start"
                  trigger={
                    <button
                      type="button"
                      aria-label={entry.label}
                      title={entry.label}
                      className={classNames(
                        styles.entry,
                        styles.railOnly,
                        children.some(({ prefix }) => prefix === active) && styles.within,
                      )}
                    >
                      <Icon of={icon} size={18} />
                    </button>
                  }
                  items={children.map(({ label, to, prefix }) => ({
                    label,
                    current: prefix === active,
                    onSelect: () => void navigate(to),
                  }))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the workspace's Edge Conductor. Without an address it is still a link, and says so when pressed. */
function EdgeLink() {
  const { workspace, workspaces } = useSessionState()
  const showAlert = useAlert()
  const url = workspaces.find(({ id }) => id === workspace?.id)?.edge_conductor_url ?? ''
  return (
    <a
      aria-label="Edge Conductor"
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
      <span className={classNames(layout.grow, styles.wideOnly)}>Edge Conductor</span>
      <Icon of={ArrowUpRight} size={14} className={styles.wideOnly} />
    </a>
  )
}

function Profile() {
  const session = useSession()
  const { account } = useSessionState()
  const navigate = useNavigate()
  const who = useId()
  if (!account) return null
  const logout = () => void logOut(session)
  const welcome = `Welcome, ${account.userName}`
  return (
    <div className={classNames(layout.row, styles.profile)}>
      <div className={classNames(layout.row, layout.grow, styles.person)}>
        <Tile of={account.id} round />
        <span className={classNames(text.hidden, styles.railOnly)}>{welcome}</span>
        <span id={who} className={classNames(layout.grow, styles.wideOnly)}>
          <b className={classNames(text.line, text.strong)}>{account.id}</b>{' '}
          <span className={text.sub}>{roleLabels[account.role]}</span>
        </span>
        {/* Placed over the person, so that it is not part of the button's name. */}
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label="Profile"
              aria-describedby={who}
              title={welcome}
              className={styles.profileButton}
            />
          }
          items={[
            { label: 'Edit Profile', icon: UserPen, onSelect: () => void navigate(paths.editProfile()) },
            { label: 'Logout', icon: LogOut, onSelect: logout },
          ]}
        />
      </div>
      <IconButton icon={LogOut} label="Logout" onClick={logout} />
    </div>
  )
}
