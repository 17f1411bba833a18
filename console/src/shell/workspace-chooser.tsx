import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import { useState } from 'react'
import { AskForAccessDialog } from '../features/access/ask-for-access-dialog.tsx'
import { roleLabel } from '../features/workspaces/components/role-label.ts'
import { holdsText } from '../format/holds-text.ts'
import layout from '../theme/layout.module.css'
import text from '../theme/text.module.css'
import { Button, TextButton } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { OptionRows } from '../ui/form/options.tsx'
import { SearchField } from '../ui/table/toolbar.tsx'
import { Tag } from '../ui/text/chip.tsx'

interface WorkspaceChooserProps {
  workspaces: readonly OwnWorkspace[]
  onChoose: (workspace: OwnWorkspace) => void
  onLogout: () => void
}

const SEARCHED_ABOVE = 7

/** Can only be left by choosing a workspace or logging out, because no page can be shown without one. */
export function WorkspaceChooser({ workspaces, onChoose, onLogout }: WorkspaceChooserProps) {
  const [chosenId, setChosenId] = useState<string>()
  const [search, setSearch] = useState('')
  const [isAsking, setAsking] = useState(false)
  const chosen = workspaces.find(({ id }) => id === chosenId)
  const found = workspaces.filter(({ display_name }) => holdsText(display_name, search))
  if (isAsking) return <AskForAccessDialog onClose={() => setAsking(false)} />
  return (
    <Dialog
      open
      width={420}
      sealed
      title="Welcome, Select a Workspace!"
      lead="You can switch at any time."
      onClose={() => {}}
      onSubmit={() => chosen && onChoose(chosen)}
      footer={
        <>
          <TextButton onClick={onLogout}>Logout</TextButton>
          <span className={layout.grow} />
          <Button
            kind="primary"
            type="submit"
            disabledReason={chosen ? undefined : 'Choose a workspace first.'}
          >
            Get Started
          </Button>
        </>
      }
    >
      <div className={layout.stackClose}>
        {workspaces.length > SEARCHED_ABOVE && (
          <SearchField
            label="Find a workspace"
            placeholder="Find a workspace"
            value={search}
            onChange={setSearch}
          />
        )}
        <OptionRows
          legend="Workspace"
          value={chosenId}
          onChange={setChosenId}
          options={found.map((workspace) => ({
            value: workspace.id,
            title: <span title={workspace.display_name}>{workspace.display_name}</span>,
            amount: <Tag>{roleLabel(workspace)}</Tag>,
          }))}
        />
        {found.length === 0 && <p className={text.muted}>No workspace matches “{search}”.</p>}
        <p className={text.muted}>
          Not in the list? <TextButton onClick={() => setAsking(true)}>Ask for access</TextButton>
        </p>
      </div>
    </Dialog>
  )
}
