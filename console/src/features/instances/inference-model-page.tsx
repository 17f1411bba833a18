import { listInstances } from '@podium/contract/calls/instances.ts'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { Suspense } from 'react'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { useNamedPage } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { prefetchList } from '../../record/use-list.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { loadModelList, ModelList } from '../models/components/model-list.tsx'
import { loadRuns, RunList } from '../run-list/components/run-list.tsx'
import { loadStreams, StreamList } from '../run-list/components/stream-list.tsx'
import { useInferenceView, viewOf } from '../runs/components/inference-view.ts'
import { NewInstanceButton } from './components/new-instance-button.tsx'

const InstanceList = lazyPart(async () => (await import('./list/instance-list.tsx')).InstanceList)

export async function load(at: PageContext): Promise<void> {
  const view = await viewOf(at)
  if (view === 'runs') return loadRuns(at)
  if (view === 'models') return loadModelList(at)
  if (view === 'streams') return loadStreams(at)
  return prefetchList(at, listInstances, { query: { workspace_id: at.workspace } })
}

const VIEWS = [
  {
    value: 'streams',
    label: 'Streams',
    lead: 'Every run of every stream, grouped by instance. A training run that succeeds produces a model.',
    panel: <StreamList />,
  },
  { value: 'runs', label: 'Runs', lead: 'The runs of all streams.', panel: <RunList /> },
  {
    value: 'models',
    label: 'Models',
    lead: 'Each successful training run makes one model, numbered in the order the runs ended.',
    panel: <ModelList />,
  },
  {
    value: 'instances',
    label: 'Instances',
    lead: 'An instance is a solution version with a name, tiers, modes and parameters. Streams run on it.',
    panel: (
      <Suspense fallback={<SkeletonRows label="Loading instances" />}>
        <InstanceList />
      </Suspense>
    ),
  },
] as const

/** Everything that the workspace trains and serves, in one of four views. */
export function Page() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { view, keep } = useInferenceView()
  const { label, lead } = VIEWS.find(({ value }) => value === view) ?? VIEWS[0]
  useNamedPage(label)
  return (
    <>
      <PageHeader
        title={label}
        lead={lead}
        actions={view === 'instances' ? <NewInstanceButton /> : <NewRunButton />}
      />
      <Tabs
        label="Inf Model"
        tabs={VIEWS}
        value={view}
        onChange={(next) => {
          void keep(next)
          void navigate(paths.models({ ws, view: next }))
        }}
      />
    </>
  )
}

function NewRunButton() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('run.start')
  return (
    <MainButton
      icon={Play}
      disabledReason={disabledReason}
      onClick={() => void navigate(paths.newRun({ ws }))}
    >
      New Run
    </MainButton>
  )
}
