import { type InstanceDetail, readInstance } from '@podium/contract/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { useNamedPage } from '../../navigation/page-name.tsx'
import { useWhyNot } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { lateDialog } from '../../ui/dialog/late-dialog.tsx'
import { ConnectionNote } from '../../ui/feedback/connection-note.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { lateTab } from '../../ui/lazy/late-tab.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { InstanceFacts } from './detail/instance-facts.tsx'
import { InstanceHead } from './detail/instance-head.tsx'
import { instanceStreams } from './detail/instance-streams.ts'

const loadDetail = () => import('./detail/detail-tab.tsx')
const DetailTab = lateTab(async () => (await loadDetail()).DetailTab)
const EditInstance = latePart(async () => (await import('./edit/edit-instance.tsx')).EditInstance)
const LogsTab = lateTab(async () => (await import('./detail/logs-tab.tsx')).LogsTab)
const HistoryTab = lateTab(async () => (await import('./detail/history-tab.tsx')).HistoryTab)
const StreamDialog = lateDialog(async () => (await import('./stream/stream-dialog.tsx')).StreamDialog)

const WORDS = { loading: 'Loading the instance', failed: 'The instance could not be read' }
const TABS = ['detail', 'logs', 'history'] as const
type TabName = (typeof TABS)[number]

export async function load({ queries, params, workspace }: PageContext) {
  const id = params.id ?? ''
  await Promise.all([
    loadDetail(),
    queries.prefetchQuery(q(readInstance, { params: { id } })),
    queries.prefetchQuery(instanceStreams(workspace, id)),
  ])
}

export function Page() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const query = useQuery(q(readInstance, { params: { id } }))
  const { data, error } = query
  useNamedPage(data?.name ?? '')
  if (data && search.edit === '1')
    return (
      <Suspense fallback={<SkeletonRows label="Loading the form" rows={8} tall />}>
        <EditInstance key={data.id} found={data} />
      </Suspense>
    )
  if (data) return <InstanceView key={data.id} instance={data} />
  return (
    <>
      <PageHeader title="Instance" />
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState title={error.message} drawing="search" />
      ) : (
        insteadOf(query, WORDS, { rows: 8, tall: true })
      )}
    </>
  )
}

function InstanceView({ instance }: { instance: InstanceDetail }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { connected } = useLiveRuns()
  const whyNotHistory = useWhyNot('audit.read')
  const ws = instance.workspace_id

  function showTab(tab: TabName) {
    // A list's page and a run's log belong to the tab that is left.
    const next = { ws, tab: tab === 'detail' ? undefined : tab }
    void navigate({ to: '.', search: next as never, resetScroll: false })
  }
  function showStream(stream: string | undefined) {
    void navigate({ to: '.', search: { ...search, stream } as never, replace: true, resetScroll: false })
  }
  return (
    <>
      <InstanceHead instance={instance} onNewStream={() => showStream('new')} />
      <ConnectionNote connected={connected} />
      <InstanceFacts instance={instance} />
      <Tabs<TabName>
        label={`Instance ${instance.name}`}
        value={TABS.find((tab) => tab === search.tab) ?? 'detail'}
        onChange={showTab}
        tabs={[
          {
            value: 'detail',
            label: 'Detail',
            panel: <DetailTab instance={instance} onStream={showStream} />,
          },
          {
            value: 'logs',
            label: 'Logs',
            panel: <LogsTab instance={instance} />,
          },
          {
            value: 'history',
            label: 'History',
            reason: whyNotHistory,
            panel: <HistoryTab instance={instance} />,
          },
        ]}
      />
      {search.stream !== undefined && (
        <Suspense>
          <StreamDialog
            key={search.stream}
            instance={instance}
            stream={search.stream}
            onClose={() => showStream(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
