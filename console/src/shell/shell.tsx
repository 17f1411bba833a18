import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useSessionState } from '../session/use-session.ts'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import { menuFor } from './guard.ts'
import { RepeatOffer } from './repeat-offer.tsx'
import type { MenuEntry } from './screen.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { WorkspaceGate } from './workspace-gate.tsx'

const CommandMenu = lazyDialog(async () => (await import('./command-menu.tsx')).CommandMenu)
const KeyHelp = lazyDialog(async () => (await import('./key-help.tsx')).KeyHelp)
const Drawer = lazyDialog(async () => (await import('../ui/dialog/drawer.tsx')).Drawer)

interface ShellProps {
  menu: readonly MenuEntry[]
  children: ReactNode
}

type Opened = 'navigation' | 'commands' | 'keys'

/** Navigation around every page but those before and beside a session. */
export function Shell({ menu: whole, children }: ShellProps) {
  const { account, workspace } = useSessionState()
  const menu = menuFor(whole, { account, workspaceRole: workspace?.role ?? null })
  const [opened, setOpened] = useState<Opened>()
  const pathname = useLocation({ select: (location) => location.pathname })
  const close = useCallback(() => setOpened(undefined), [])
  const isReady = workspace !== null
  useShellKeys({
    onCommands: useCallback(() => isReady && setOpened('commands'), [isReady]),
    onHelp: useCallback(() => setOpened('keys'), []),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is open closes when the page changes
  useEffect(close, [pathname])

  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <aside className={styles.side} aria-label="Navigation">
        <Sidebar menu={menu} />
      </aside>
      <div className={styles.page}>
        <TopBar
          onOpenNavigation={() => setOpened('navigation')}
          onOpenCommands={() => isReady && setOpened('commands')}
          onOpenKeys={() => setOpened('keys')}
        />
        <main id="main" tabIndex={-1} className={styles.main}>
          <WorkspaceGate>{children}</WorkspaceGate>
        </main>
      </div>
      <RepeatOffer />
      <Suspense>
        {opened === 'navigation' && (
          <Drawer open label="Navigation" onClose={close}>
            <div className={styles.drawer}>
              <Sidebar menu={menu} />
            </div>
          </Drawer>
        )}
        {opened === 'commands' && <CommandMenu menu={menu} onClose={close} />}
        {opened === 'keys' && <KeyHelp onClose={close} />}
      </Suspense>
    </div>
  )
}

interface ShellKeys {
  onCommands: () => void
  onHelp: () => void
}

/** Ctrl+K from anywhere; `?` outside of text fields. */
function useShellKeys({ onCommands, onHelp }: ShellKeys): void {
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onCommands()
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        onHelp()
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onCommands, onHelp])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
