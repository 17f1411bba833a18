import type { OwnWorkspace } from '@podium/contract/auth.ts'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { roleLabel } from '../features/workspaces/components/role-label.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { Tag } from '../ui/text/chip.tsx'
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
  const control = useRef<HTMLElement>(null)
  const wanted = search.trim().toLowerCase()
  const found = workspaces.filter(({ display_name }) => display_name.toLowerCase().includes(wanted))
  const isSearched = workspaces.length > SEARCHED_ABOVE
  const { activeId, onKeyDown, optionProps, setActive } = useActiveOption(
    found.length,
    (at) => {
      const picked = found[at]
      if (picked) onPick(picked)
    },
    Math.max(
      0,
      workspaces.findIndex((one) => one.id === currentId),
    ),
  )
  useEffect(() => control.current?.focus(), [])

  function keys(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else onKeyDown(event)
  }
  const list = { 'aria-activedescendant': activeId, onKeyDown: keys }

  return (
    <div className={styles.popup}>
      {isSearched && (
        <input
          {...list}
          ref={control as React.RefObject<HTMLInputElement>}
          type="search"
          aria-label="Find a workspace"
          aria-controls={id}
          placeholder="Find a workspace"
          className={styles.search}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setActive(0)
          }}
        />
      )}
      <div
        {...(isSearched ? {} : { ...list, ref: control as React.RefObject<HTMLDivElement>, tabIndex: 0 })}
        id={id}
        role="listbox"
        aria-label="Workspaces"
        className={styles.options}
      >
        {found.map((workspace, at) => (
          <div key={workspace.id} {...optionProps(at, workspace.id === currentId)} className={styles.option}>
            <Tile of={workspace.display_name} small />
            <span className={styles.name}>{workspace.display_name}</span>
            <Tag>{roleLabel(workspace)}</Tag>
            <span className={styles.check}>{workspace.id === currentId && <Icon of={Check} />}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>No workspace matches “{search}”.</p>}
    </div>
  )
}
