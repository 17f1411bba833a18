import { listSolutions, readSolution, readVersion, type VersionDetail } from '@podium/contract/solutions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { useRepeat } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useFreeInstanceName } from '../../runs/components/use-free-name.ts'
import { useInstanceName } from '../../runs/components/use-name-verdict.ts'
import { InstanceForm } from '../form/instance-form.tsx'
import { SummaryAside } from '../form/summary-aside.tsx'
import { useInstanceForm } from '../form/use-instance-form.ts'
import { useOffered } from '../form/use-offered.ts'
import { useSaveInstance } from '../form/use-save-instance.tsx'
import { GoneSolution } from './gone-solution.tsx'
import type { Wizard } from './use-wizard.ts'
import { chosenVersion } from './wizard-search.ts'

interface DetailsStepProps {
  wizard: Wizard
  onBack: () => void
  /** back to the solutions, with none selected */
  onAnother: () => void
}

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

export function DetailsStep(props: DetailsStepProps) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const chosen = chosenVersion(search)
  const query = useQuery({
    ...q(readVersion, { params: chosen ?? { id: '', n: 0 } }),
    enabled: chosen !== undefined,
  })
  if (!chosen)
    return (
      <EmptyState
        title="No AI solution is selected yet"
        action={<Button onClick={props.onBack}>Select one</Button>}
      >
        The details follow from the solution version.
      </EmptyState>
    )
  if (!query.data) return insteadOf(query, WORDS, { rows: 8, tall: true })
  return <Details key={query.data.id} {...props} version={query.data} />
}

function Details({ wizard, onBack, onAnother, version }: DetailsStepProps & { version: VersionDetail }) {
  const { id: workspace_id } = useWorkspace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isGone, setGone] = useState(false)
  const mayNot = useWhyNot('instance.create')
  const offered = useOffered(workspace_id)
  const solution = String(version.metadata_json.name ?? '')
  const free = useFreeInstanceName(
    workspace_id,
    `${solution}-v${version.version_num}`,
    wizard.draft.name === null,
  )
  const name = wizard.draft.name ?? free ?? ''
  const form = useInstanceForm({ draft: wizard.draft, change: wizard.change, name, version })
  const verdict = useInstanceName(workspace_id, name, undefined)
  const label = `${solution} ${formatVersion(version.version_num)}`
  const goneWords = `${label} was deleted in the meantime.`
  const whyNot = isGone ? goneWords : mayNot
  const { save, saveDraft, busy } = useSaveInstance({
    workspace_id,
    version,
    form,
    verdict,
    summary: `${name} on ${label}, ${form.draft.coupled ? 'coupled to one stream' : 'decoupled'}.`,
    onSaved(instance) {
      wizard.leaveFreely()
      // Back must not lead to the form once more.
      void navigate({ ...paths.instance(instance.id, { ws: workspace_id }), replace: true })
    },
    onGone() {
      setGone(true)
      for (const { id } of [listSolutions, readSolution]) void queries.invalidateQueries({ queryKey: [id] })
    },
  })
  useRepeat('New Instance', `Create instance ${name}`, save)
  return (
    <InstanceForm
      label="Instance details"
      form={form}
      verdict={verdict}
      offered={offered}
      couplable
      notice={isGone && <GoneSolution sentence={goneWords} onAnother={onAnother} />}
      onSave={() => whyNot === undefined && save()}
      buttons={
        <>
          <Button kind="ghost" onClick={onBack}>
            Back
          </Button>
          <Button onClick={() => void navigate(paths.instances({ ws: workspace_id }))}>Cancel</Button>
          <Button busy={busy === 'draft'} reason={whyNot} onClick={saveDraft}>
            Save as draft
          </Button>
          <Button kind="primary" type="submit" busy={busy === 'save'} reason={whyNot}>
            Save
          </Button>
        </>
      }
    >
      <SummaryAside form={form} solution={label} offered={offered} draftable />
    </InstanceForm>
  )
}
