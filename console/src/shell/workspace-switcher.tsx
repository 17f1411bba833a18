import type { OwnWorkspace } from '@podium/contract/auth.ts'
import { ChevronsUpDown, Layers } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { roleLabel } from '../features/workspaces/components/role-label.ts'
import { mayLeave } from '../navigation/may-leave.ts'
import { startAnew } from '../navigation/start-anew.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/drawing/icon.tsx'
import { Tile } from '../ui/layout/tile.tsx'
import { lazyDialog } from '../ui/lazy/lazy.tsx'
import styles from './workspace-switcher.module.css'

const loadOptions = async () => (await import('./workspace-options.tsx')).WorkspaceOptions
const WorkspaceOptions = lazyDialog(loadOptions)
const fetchAhead = () => void loadOptions().catch(() => {})

/** Which workspace is current, and the way to another: it is stored, and the console starts anew at its overview. */
export function WorkspaceSwitcher() {
  const session = useSession()
  const { workspace, workspaces } = useSessionState()
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popupId = useId()
  const current = workspaces.find(({ id }) => id === workspace?.id)

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  async function switchTo(next: OwnWorkspace) {
    close()
    if (next.id === workspace?.id) return
    if (!(await mayLeave({ effect: `You go to ${next.display_name}.`, yes: 'Switch' }))) return
    session.choose(next)
    startAnew()
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
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popupId : undefined}
        className={classNames(layout.surface, layout.row, styles.trigger)}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
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
          <span className={text.sub}>{current ? roleLabel(current) : 'Select one to begin'}</span>
        </span>
        <Icon of={ChevronsUpDown} className={styles.wideOnly} />
      </button>
      {isOpen && (
        <Suspense>
          <WorkspaceOptions
            id={popupId}
            workspaces={workspaces}
            currentId={workspace?.id}
            onPick={(next) => void switchTo(next)}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
