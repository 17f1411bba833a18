import type { KeyboardEvent, ReactNode } from 'react'
import { countOf } from '../../../format/number.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import type { WorkspaceForm } from '../components/use-workspace-form.ts'
import styles from './workspace-form-card.module.css'

interface WorkspaceFormCardProps {
  label: string
  form: WorkspaceForm
  busy: boolean
  /** Why it cannot be saved now. */
  reason?: string | undefined
  onSave: () => void
  /** Cancel, and Escape: the page asks before typed text is left behind. */
  onLeave: () => void
  children: ReactNode
}

/** The fields as a page of their own, with Save in sight. */
export function WorkspaceFormCard(props: WorkspaceFormCardProps) {
  const { label, form, busy, reason, onSave, onLeave, children } = props
  const faults = Object.keys(form.errors).length

  function leaveByEscape({ key, target, currentTarget }: KeyboardEvent<HTMLFormElement>) {
    // A dialog opened from the form stands elsewhere in the page, yet its keys arrive here too.
    if (key === 'Escape' && target instanceof Element && currentTarget.contains(target)) onLeave()
  }

  return (
    <FormFrame label={label} onKeyDown={leaveByEscape} onSubmit={onSave}>
      <div className={styles.fields}>{children}</div>
      <SaveBar note={faults > 0 && `${countOf(faults, 'field needs', 'fields need')} attention`}>
        <Button onClick={onLeave}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy} reason={reason}>
          Save
        </Button>
      </SaveBar>
    </FormFrame>
  )
}
