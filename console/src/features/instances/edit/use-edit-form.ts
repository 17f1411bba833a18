import type { InstanceDetail } from '@podium/contract/instances.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../navigation/paths.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useInstanceName } from '../../runs/components/use-name-verdict.ts'
import { instanceBody } from '../form/instance-body.ts'
import { instanceChanges } from '../form/instance-changes.ts'
import { draftOf, type InstanceDraft } from '../form/instance-draft.ts'
import { useInstanceForm } from '../form/use-instance-form.ts'

/** The record that somebody else left meanwhile, and the sentence about it. */
interface Stale {
  sentence: string
  current: InstanceDetail
}

/**
 * The form with what the instance has. Where somebody else was faster, the parts nobody touched here take theirs,
 * what was typed stays, and the next save is made on their record.
 */
export function useEditForm(seen: InstanceDetail, version: VersionDetail) {
  const FORM = `Edit Instance ${seen.id}`
  const navigate = useNavigate()
  const kept = useKeptValues<InstanceDraft>(FORM)
  const [draft, setDraft] = useState(kept ?? draftOf(seen))
  const [stale, setStale] = useState<Stale>()
  const base = stale?.current ?? seen
  const change = (part: Partial<InstanceDraft>) => setDraft((before) => ({ ...before, ...part }))
  const name = draft.name ?? ''
  const form = useInstanceForm({ draft, change, name, version, kept: base })
  const verdict = useInstanceName(seen.workspace_id, name, base.name)
  const typed = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  useKeptForm(FORM, typed ? draft : undefined)
  const leaveFreely = useLeaveGuard(typed, 'What you typed is not saved.', ({ edit }) => edit === '1')
  const { name: _, ...wished } = instanceBody({ ...form, asDraft: base.draft })
  // Back must not lead to the form once more.
  const toPage = () => navigate({ ...paths.instance(seen.id, { ws: seen.workspace_id }), replace: true })

  return {
    form,
    verdict,
    base,
    stale,
    changes: instanceChanges(base, { ...base, name, ...shownOf(wished) }),
    leave: toPage,
    close() {
      leaveFreely()
      void toPage()
    },
    takeOver(current: InstanceDetail, sentence: string) {
      const [before, theirs] = [draftOf(base), draftOf(current)]
      const parts = Object.keys(before) as (keyof InstanceDraft)[]
      const untouched = parts.filter((part) => JSON.stringify(draft[part]) === JSON.stringify(before[part]))
      change(Object.fromEntries(untouched.map((part) => [part, theirs[part]])))
      setStale({ sentence, current })
    },
  }
}

type Wished = Omit<ReturnType<typeof instanceBody>, 'name'>

/** What is sent, as the record will show it. */
function shownOf({ description = '', tags = [], modes = {}, execution_specs = {} }: Wished) {
  return { description, tags, modes, execution_specs }
}
