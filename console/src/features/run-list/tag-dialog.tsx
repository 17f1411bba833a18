import { useState } from 'react'
import { countOf } from '../../format/number.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { tagProblem, tagsIn } from '../runs/components/run-tags.ts'

interface TagDialogProps {
  count: number
  onClose: () => void
  onTag: (tags: { add: string[]; remove: string[] }) => void
}

/** Adds tags to several runs, and removes tags from them. */
export function TagDialog({ count, onClose, onTag }: TagDialogProps) {
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const [add, remove] = [tagsIn(added), tagsIn(removed)]
  const problems = { add: tagProblem(add), remove: tagProblem(remove) }
  const disabledReason =
    problems.add ?? problems.remove ?? (add.length + remove.length === 0 ? 'Write a tag first.' : undefined)
  return (
    <FormDialog
      onClose={onClose}
      title={`Tag ${countOf(count, 'run')}`}
      onSubmit={() => onTag({ add, remove })}
      submit="Tag"
      disabledReason={disabledReason}
    >
      <TextField
        label="Tags to add"
        help="Separated by commas."
        error={problems.add}
        value={added}
        onChange={(event) => setAdded(event.currentTarget.value)}
      />
      <TextField
        label="Tags to remove"
        error={problems.remove}
        value={removed}
        onChange={(event) => setRemoved(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
