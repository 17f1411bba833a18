import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNamedPage } from '../../../navigation/page-name.tsx'
import { paths } from '../../../navigation/paths.ts'
import { shortcutOf } from '../../../navigation/shortcuts.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type InferenceView, useInferenceView, VIEWS } from './inference-view.ts'

const WORDS: Record<InferenceView, { title: string; lead: string }> = {
  streams: {
    title: 'Streams',
    lead: 'Every run of every stream, grouped by instance. A training run that succeeds produces a model.',
  },
  runs: { title: 'Runs', lead: 'The runs of all streams.' },
  models: {
    title: 'Models',
    lead: 'Each successful training run makes one model, numbered in the order the runs ended.',
  },
  instances: {
    title: 'Instances',
    lead: 'An instance is a solution version with a name, tiers, modes and parameters. Streams run on it.',
  },
}

interface ViewHeaderProps {
  view: InferenceView
  /** what it makes; a run where not said */
  action?: ReactNode
}

/** The head of a view: its name, the other views, and what can be made here. */
export function ViewHeader({ view, action = <NewRun /> }: ViewHeaderProps) {
  useNamedPage(WORDS[view].title)
  return (
    <PageHeader
      {...WORDS[view]}
      actions={
        <>
          <ViewSwitch view={view} />
          {action}
        </>
      }
    />
  )
}

function NewRun() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('run.start')
  return (
    <Button
      {...shortcutOf('main')}
      kind="primary"
      icon={Play}
      disabledReason={disabledReason}
      onClick={() => void navigate(paths.newRun({ ws }))}
    >
      New Run
    </Button>
  )
}

/** The ways to see what a workspace trains and serves. */
function ViewSwitch({ view }: { view: InferenceView }) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { keep } = useInferenceView()
  return (
    <SegmentedControl
      label="View"
      small
      value={view}
      onChange={(next) => {
        void keep(next)
        void navigate(paths.models({ ws, view: next }))
      }}
      segments={VIEWS}
    />
  )
}
