import { useLocation, useMatches } from '@tanstack/react-router'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatDateTime } from '../format/date-time.ts'
import { timeZone } from '../format/day.ts'
import { serverNow } from '../format/server-clock.ts'
import { usePageName } from '../navigation/page-name.tsx'
import { useSessionState } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { classNames } from '../ui/class-names.ts'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import { controlledKey, writtenText } from '../ui/pressed-key.ts'
import { menuFor, viewerOf } from './guard.ts'
import { kindOfPage } from './object-kinds.ts'
import { pagesFor } from './places.ts'
import { noteObject } from './recent-objects.ts'
import type { MenuEntry } from './screen.ts'
import { SessionEnd } from './session-end.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import { useRepeatCall } from './use-repeat-call.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { WorkspaceGate } from './workspace-gate.tsx'

const CommandMenu = lazyDialog(async () => (await import('./command-menu.tsx')).CommandMenu)
const KeyHelp = lazyDialog(async () => (await import('./key-help.tsx')).KeyHelp)
const Drawer = lazyDialog(async () => (await import('../ui/dialog/drawer.tsx')).Drawer)

/** The navigation around every page that needs a session. */
export function Shell({ menu: whole, children }: { menu: readonly MenuEntry[]; children: ReactNode }) {
  const state = useSessionState()
  const { account, workspace } = state
  const { menu, pages } = useMemo(() => {
    const visitor = viewerOf(state)
    const menu = menuFor(whole, visitor)
    return { menu, pages: pagesFor(menu, visitor, state.workspace?.id) }
  }, [whole, state])
  const [opened, setOpened] = useState<'navigation' | 'commands' | 'keys'>()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [searched, setSearched] = useState('')
  const close = () => {
    setOpened(undefined)
    setSearched('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is open closes when the page changes
  useEffect(close, [pathname])

  const isIn = workspace !== null
  const open: TopBarProps['onOpen'] = useCallback(
    (what) => {
      // Before a workspace is chosen there is nothing to find.
      if (what !== 'commands' || isIn) setOpened(what)
    },
    [isIn],
  )

  useRepeatCall()
  const openHelp = () => open('keys')
  useShortcuts(pages, openHelp)

  /** Opens the menu at Ctrl+K, and collects the text typed right after it. */
  const openCommands = useEffectEvent((event: KeyboardEvent) => {
    // The menu's code may still be loading when the first letters are typed.
    const written = writtenText(event)
    if (opened === 'commands' && written !== '' && !isInDialog(event.target)) {
      event.preventDefault()
      return setSearched((text) => text + written)
    }
    if (controlledKey(event) !== 'k') return
    event.preventDefault()
    open('commands')
  })
  useEffect(() => {
    window.addEventListener('keydown', openCommands, true)
    return () => window.removeEventListener('keydown', openCommands, true)
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
        <PrintNote />
        <main id="main" tabIndex={-1} className={styles.main}>
          <WorkspaceGate>{children}</WorkspaceGate>
        </main>
      </div>
      <Visits />
      {account && <SessionEnd />}
      {opened === 'navigation' && (
        <Drawer open label="Navigation" onClose={close}>
          <div className={styles.drawer}>
            <Sidebar menu={menu} />
          </div>
        </Drawer>
      )}
      {opened === 'commands' && (
        <CommandMenu pages={pages} text={searched} onText={setSearched} onClose={close} onHelp={openHelp} />
      )}
      {opened === 'keys' && <KeyHelp pages={pages} onClose={close} />}
    </div>
  )
}

/** Separate from the shell, so that a new page name does not render the shell again. */
function Visits() {
  useVisits()
  return null
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}

/** Records each object whose page is opened, once the page has its name. */
function useVisits(): void {
  const name = usePageName()
  const { account, workspace } = useSessionState()
  const page = useMatches({ select: (matches) => matches.at(-1) })
  const note = useEffectEvent(() => {
    const kind = kindOfPage(page?.staticData.screen?.path)
    const { id } = (page?.params ?? {}) as { id?: string }
    if (kind && id && account && workspace) noteObject(account.accountId, workspace.id, { kind, id, name })
  })
  useEffect(() => {
    if (name !== '') note()
  }, [name])
}

/** Names the workspace and the time of printing above a printed page. */
function PrintNote() {
  const { workspace } = useSessionState()
  const at = useSyncExternalStore(onPrint, readMinute)
  if (!workspace) return null
  return (
    <p className={classNames(layout.onPaper, text.small, text.muted)}>
      Podium, workspace {workspace.display_name}. Printed {formatDateTime(at)} {timeZone()}.
    </p>
  )
}

const MINUTE_MS = 60_000

function onPrint(changed: () => void) {
  window.addEventListener('beforeprint', changed)
  return () => window.removeEventListener('beforeprint', changed)
}

function readMinute(): number {
  return Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS
}
