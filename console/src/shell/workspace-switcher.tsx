import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import { Check, ChevronsUpDown, Layers, UserPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { roleLabel } from '../features/workspaces/components/role-label.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { TextButton } from '../ui/button/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import { SearchField } from '../ui/table/toolbar.tsx'
import { Tag } from '../ui/text/chip.tsx'
import { switchWorkspace } from './leave.ts'
import options from './options.module.css'
import { useActiveOption } from './use-active-option.ts'
import styles from './workspace-switcher.module.css'

const AskForAccessDialog = lazyDialog(
  async () => (await import('../features/access/ask-for-access-dialog.tsx')).AskForAccessDialog,
)

/** The current workspace, and a list to switch: the choice is stored, and the console restarts at its overview. */
export function WorkspaceSwitcher() {
  const session = useSession()
  const { workspace, workspaces } = useSessionState()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popupId = useId()
  const current = workspaces.find(({ id }) => id === workspace?.id)

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function switchTo(next: OwnWorkspace) {
    close()
    void switchWorkspace(session, next)
  }
  useEffect(() => {
    if (!isOpen) return
    const closeWhenLeft = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) setOpen(false)
    }
    const listening = new AbortController()
    for (const event of ['pointerdown', 'focusin'])
      document.addEventListener(event, closeWhenLeft, { signal: listening.signal })
    return () => listening.abort()
  }, [isOpen])

  return (
    <div ref={frame} className={styles.switcher}>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-label="Workspace"
        title={workspace?.display_name}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popupId : undefined}
        className={classNames(layout.surface, layout.row, styles.trigger)}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {workspace ? <Tile of={workspace.display_name} /> : <Icon of={Layers} size={20} />}
        <span className={classNames(layout.grow, styles.wideOnly)}>
          <b className={text.line}>{workspace?.display_name ?? 'No workspace yet'}</b>
          <span className={text.sub}>
            {current ? roleLabel(current) : workspaces.length > 0 && 'Select one to begin'}
          </span>
        </span>
        <Icon of={ChevronsUpDown} className={styles.wideOnly} />
      </button>
      {isOpen && (
        <Options
          id={popupId}
          onPick={switchTo}
          onAsk={() => {
            close()
            setAsking(true)
          }}
          onClose={close}
        />
      )}
      {isAsking && <AskForAccessDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

interface OptionsProps {
  id: string
  onPick: (workspace: OwnWorkspace) => void
  onAsk: () => void
  onClose: () => void
}

const SEARCHED_ABOVE = 7

/** The list below the switcher. With more than seven workspaces it has a search. */
function Options({ id, onPick, onAsk, onClose }: OptionsProps) {
  const { workspace: current, workspaces } = useSessionState()
  const [search, setSearch] = useState('')
  const popup = useRef<HTMLDivElement>(null)
  const query = search.trim().toLowerCase()
  const found = workspaces.filter(({ display_name }) => display_name.toLowerCase().includes(query))
  const isSearched = workspaces.length > SEARCHED_ABOVE
  const start = workspaces.findIndex((one) => one.id === current?.id)
  const { activeId, onKeyDown, optionProps, setActive } = useActiveOption(found, onPick, start)
  useEffect(() => popup.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus(), [])

  function keys(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else onKeyDown(event)
  }
  const focused = { 'aria-activedescendant': activeId, onKeyDown: keys }

  return (
    <div ref={popup} className={styles.popup}>
      {isSearched && (
        <SearchField
          {...focused}
          label="Find a workspace"
          aria-controls={id}
          placeholder="Find a workspace"
          value={search}
          onChange={(typed) => {
            setSearch(typed)
            setActive(0)
          }}
        />
      )}
      <div
        {...(!isSearched && { ...focused, tabIndex: 0 })}
        id={id}
        role="listbox"
        aria-label="Workspaces"
        className={classNames(layout.scroll, styles.options)}
      >
        {found.map((workspace, at) => (
          <div
            {...optionProps(at, workspace.id === current?.id)}
            key={workspace.id}
            className={classNames(layout.row, options.option)}
          >
            <Tile of={workspace.display_name} small />
            <span className={classNames(layout.grow, text.cut)}>{workspace.display_name}</span>
            <Tag>{roleLabel(workspace)}</Tag>
            <span className={styles.check}>{workspace.id === current?.id && <Icon of={Check} />}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classNames(text.muted, text.small, options.nothing)}>
          No workspace matches “{search}”.
        </p>
      )}
      <div className={styles.ask}>
        <TextButton icon={UserPlus} onClick={onAsk}>
          Ask for access
        </TextButton>
      </div>
    </div>
  )
}
