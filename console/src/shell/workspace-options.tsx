import type { OwnWorkspace } from '@podium/contract/auth.ts'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { roleLabel } from '../features/workspaces/components/role-label.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { SearchField } from '../ui/table/toolbar.tsx'
import { Tag } from '../ui/text/chip.tsx'
import options from './options.module.css'
import { useActiveOption } from './use-active-option.ts'
import styles from './workspace-switcher.module.css'

interface WorkspaceOptionsProps {
  id: string
  workspaces: readonly OwnWorkspace[]
  currentId: string | undefined
  onPick: (workspace: OwnWorkspace) => void
  onClose: () => void
}

const SEARCHED_ABOVE = 7

/** The list below the switcher; with more than seven workspaces it can be searched. */
export function WorkspaceOptions({ id, workspaces, currentId, onPick, onClose }: WorkspaceOptionsProps) {
  const [search, setSearch] = useState('')
  const popup = useRef<HTMLDivElement>(null)
  const wanted = search.trim().toLowerCase()
  const found = workspaces.filter(({ display_name }) => display_name.toLowerCase().includes(wanted))
  const isSearched = workspaces.length > SEARCHED_ABOVE
  const current = workspaces.findIndex((one) => one.id === currentId)
  const { activeId, onKeyDown, optionProps, setActive } = useActiveOption(found, onPick, current)
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
            {...optionProps(at, workspace.id === currentId)}
            key={workspace.id}
            className={classNames(layout.row, options.option)}
          >
            <Tile of={workspace.display_name} small />
            <span className={classNames(layout.grow, text.cut)}>{workspace.display_name}</span>
            <Tag>{roleLabel(workspace)}</Tag>
            <span className={styles.check}>{workspace.id === currentId && <Icon of={Check} />}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classNames(text.muted, text.small, options.nothing)}>
          No workspace matches “{search}”.
        </p>
      )}
    </div>
  )
}
