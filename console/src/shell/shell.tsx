import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSessionState } from '../session/use-session.ts'
import { isTyping } from '../ui/is-typing.ts'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import { menuFor } from './guard.ts'
import { RepeatOffer } from './repeat-offer.tsx'
import type { MenuEntry } from './screen.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import { WorkspaceGate } from './workspace-gate.tsx'

const CommandMenu = lazyDialog(async () => (await import('./command-menu.tsx')).CommandMenu)
const KeyHelp = lazyDialog(async () => (await import('./key-help.tsx')).KeyHelp)
const Drawer = lazyDialog(async () => (await import('../ui/dialog/drawer.tsx')).Drawer)

interface ShellProps {
  menu: readonly MenuEntry[]
  children: ReactNode
}

/** Navigation around every page but those before and beside a session. */
export function Shell({ menu: whole, children }: ShellProps) {
  const { account, workspace } = useSessionState()
  const menu = menuFor(whole, { account, workspaceRole: workspace?.role ?? null })
  const [opened, setOpened] = useState<'navigation' | 'commands' | 'keys'>()
  const pathname = useLocation({ select: (location) => location.pathname })
  const close = () => setOpened(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is open closes when the page changes
  useEffect(close, [pathname])

  const open: TopBarProps['onOpen'] = (what) => {
    // There is nothing to find before a workspace is chosen.
    if (what !== 'commands' || workspace !== null) setOpened(what)
  }

  /** Ctrl+K from anywhere; `?` outside of text fields. */
  const openByShortcut = useEffectEvent((event: KeyboardEvent) => {
    const isControl = event.ctrlKey || event.metaKey
    const isCommands = isControl && event.key.toLowerCase() === 'k'
    const isHelp = !isControl && event.key === '?' && !isTyping(event.target)
    if (!isCommands && !isHelp) return
    event.preventDefault()
    open(isCommands ? 'commands' : 'keys')
  })
  useEffect(() => {
    window.addEventListener('keydown', openByShortcut)
    return () => window.removeEventListener('keydown', openByShortcut)
  }, [])

  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <aside className={styles.side} aria-label="Navigation">
        <Sidebar menu={menu} />
      </aside>
      <div className={styles.page}>
        <TopBar onOpen={open} />
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
