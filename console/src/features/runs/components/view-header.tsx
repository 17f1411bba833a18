import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ModelViewSwitch } from './model-view-switch.tsx'

const WORDS = {
  runs: { title: 'Runs', lead: 'The runs of all streams.' },
  models: { title: 'Models', lead: 'What succeeded training runs left, over all streams.' },
} as const

/** The head of a view of runs or models: its name, the other views, and a new run. */
export function ViewHeader({ view }: { view: keyof typeof WORDS }) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('run.start')
  return (
    <PageHeader
      {...WORDS[view]}
      actions={
        <>
          <ModelViewSwitch view={view} />
          <Button
            kind="primary"
            icon={Play}
            disabledReason={disabledReason}
            onClick={() => void navigate(paths.newRun({ ws }))}
          >
            New Run
          </Button>
        </>
      }
    />
  )
}
