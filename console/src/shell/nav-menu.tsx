import { Link, useLocation } from '@tanstack/react-router'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import type { MenuEntry } from './screen.ts'
import styles from './sidebar.module.css'

/** The deepest entry whose path the address begins with. */
export function activePrefix(menu: readonly MenuEntry[], pathname: string): string | undefined {
  return menu
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .map(({ prefix }) => prefix)
    .filter((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    .sort((one, other) => other.length - one.length)[0]
}

export function NavMenu({ menu }: { menu: readonly MenuEntry[] }) {
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
