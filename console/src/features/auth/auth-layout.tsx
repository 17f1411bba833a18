import type { ReactNode } from 'react'
import { serverNow } from '../../format/server-clock.ts'
import { formatVersion } from '../../format/version.ts'
import { useSessionState } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { LoginPattern } from '../../ui/drawing/login-pattern.tsx'
import { Mark } from '../../ui/drawing/mark.tsx'
import styles from './auth-layout.module.css'

interface AuthLayoutProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** The card of the pages without navigation: login, set-up and forced change of password. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const { release } = useSessionState()
  return (
    <div className={styles.page}>
      <div className={styles.left}>
        <main className={styles.middle}>
          <div className={styles.brand}>
            <Mark size={32} />
            <span>Podium</span>
          </div>
          <div className={styles.card}>
            <div>
              <h1 tabIndex={-1}>{title}</h1>
              <p className={classNames(text.small, text.muted, styles.lead)}>{lead}</p>
            </div>
            {children}
          </div>
        </main>
        <footer className={styles.foot}>
          {/* The built page has the year of the build. */}
          <span suppressHydrationWarning>© {new Date(serverNow()).getFullYear()} Podium</span>
          {release.productVersion !== '' && <span>{formatVersion(release.productVersion)}</span>}
        </footer>
      </div>
      <div className={styles.right}>
        <LoginPattern />
      </div>
    </div>
  )
}
