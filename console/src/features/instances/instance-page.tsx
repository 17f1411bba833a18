import { type InstanceDetail, readInstance } from '@podium/contract/calls/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, Play, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { q } from '../../api/query.ts'
import { NOTHING } from '../../format/nothing.ts'
import { formatVersion } from '../../format/version.ts'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress, useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { useDeletion } from '../../record/use-deletion.tsx'
import { useDisabledReason, useMaker } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { ConnectionNote } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Fact, FactStrip } from '../../ui/layout/definition-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyDialog, lazyPart, lazyTab } from '../../ui/lazy/lazy.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { OperationStatus } from '../runs/components/operation-status.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { instanceReasons, instanceTarget } from './components/instance-actions.ts'
import styles from './detail/detail.module.css'
import { instanceStreams, latestRuns } from './detail/instance-queries.ts'

const loadDetail = () => import('./detail/detail-tab.tsx')
const DetailTab = lazyTab(async () => (await loadDetail()).DetailTab)
const EditInstance = lazyPart(async () => (await import('./edit/edit-instance.tsx')).EditInstance)
const LogsTab = lazyTab(async () => (await import('./detail/logs-tab.tsx')).LogsTab)
const HistoryTab = lazyTab(async () => (await import('./detail/history-tab.tsx')).HistoryTab)
const StreamDialog = lazyDialog(async () => (await import('./stream/stream-dialog.tsx')).StreamDialog)

const TABS = ['detail', 'logs', 'history'] as const

export async function load({ queries, params, workspace }: PageContext) {
  const id = params.id ?? ''
  await Promise.all([
    loadDetail(),
    queries.prefetchQuery(q(readInstance, { params: { id } })),
    queries.prefetchQuery(instanceStreams(workspace, id)),
  ])
}

export function Page() {
  const id = useRecordId()
  const { search } = useAddress()
  const { id: ws } = useWorkspace()
  return (
    <RecordPage
      query={useQuery(q(readInstance, { params: { id } }))}
      title="Instance"
      noun="instance"
      name={({ name }) => name}
      back={{ target: paths.instances({ ws }), label: 'Back to Instances' }}
    >
      {(instance) =>
        search.edit === '1' ? (
          <Suspense fallback={<SkeletonRows label="Loading the form" rows={8} tall />}>
            <EditInstance key={id} instance={instance} />
          </Suspense>
        ) : (
          <InstanceView key={id} instance={instance} />
        )
      }
    </RecordPage>
  )
}

function InstanceView({ instance }: { instance: InstanceDetail }) {
  const { search, change } = useAddress()
  const { connected } = useLiveRuns()
  const historyReason = useDisabledReason('audit.read')
  const newest = useQuery(latestRuns(instance.id)).data?.stream_histories[0]

  function showTab(tab: (typeof TABS)[number]) {
    // The page number of a list and the run of a log belong to the tab that is left.
    const others = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
    change({ ...others, ws: instance.workspace_id, tab: tab === 'detail' ? undefined : tab })
  }

  return (
    <>
      <InstanceHead instance={instance} />
      <ConnectionNote connected={connected} />
      <div className={layout.stack}>
        <FactStrip>
          <Fact term="Last run">{newest ? <RunLink run={newest} /> : NOTHING}</Fact>
          <Fact term="Created">
            <Moment at={instance.created_at} />
            {instance.created_by !== '' && `, ${instance.created_by}`}
          </Fact>
          <Fact term="Last updated">
            <Moment at={instance.updated_at} />
          </Fact>
        </FactStrip>
        <Tabs
          label={`Instance ${instance.name}`}
          value={TABS.find((tab) => tab === search.tab) ?? 'detail'}
          onChange={showTab}
          tabs={[
            { value: 'detail', label: 'Detail', panel: <DetailTab instance={instance} /> },
            { value: 'logs', label: 'Logs', panel: <LogsTab instance={instance} /> },
            {
              value: 'history',
              label: 'History',
              disabledReason: historyReason,
              panel: <HistoryTab instance={instance} />,
            },
          ]}
        />
      </div>
      {search.stream !== undefined && (
        <StreamDialog
          key={search.stream}
          instance={instance}
          stream={search.stream}
          onClose={() => change({ stream: undefined }, { replace: true })}
        />
      )}
    </>
  )
}

/** The solution and version of the instance, and the actions on it. */
function InstanceHead({ instance }: { instance: InstanceDetail }) {
  const { id, name, description, workspace_id: ws, draft, solution_name, version_num } = instance
  const navigate = useNavigate()
  const { change } = useAddress()
  const { remove } = useDeletion('instance')
  const makerOf = useMaker()
  const reasons = instanceReasons(instance, makerOf(instance.created_by))
  const newest = useQuery(instanceStreams(ws, id)).data?.streams[0]
  // Starts with the newest stream if there is one. The form can choose another or make a new one.
  const newRun = paths.newRun({ ws, ...(newest ? { stream: newest.id } : { instance: id }) })
  const leave = () => navigate({ ...paths.instances({ ws }), replace: true })

  return (
    <PageHeader
      title={name}
      beside={<OperationStatus status={instance.operation_status} />}
      lead={
        <>
          {description !== '' && `${description.trimEnd().replace(/(?<![.!?…])$/, '.')} `}On{' '}
          <Link
            {...paths.solution(instance.solution_id, { ws, version: String(version_num) })}
            className={styles.link}
          >
            {solution_name} {formatVersion(version_num)}
          </Link>
        </>
      }
      actions={
        <>
          <Button
            icon={Pencil}
            kind={draft ? 'primary' : 'outline'}
            disabledReason={reasons.edit}
            onClick={() => void navigate(paths.instance(id, { ws, edit: '1' }))}
          >
            {draft ? 'Complete' : 'Edit'}
          </Button>
          <MoreMenu
            label={`More for ${name}`}
            outline
            items={[
              {
                label: 'New Stream',
                icon: Plus,
                disabledReason: reasons.stream,
                onSelect: () => change({ stream: 'new' }, { replace: true }),
              },
              'divider',
              {
                label: 'Delete',
                removes: true,
                disabledReason: reasons.delete,
                onSelect: () => void remove({ ...instanceTarget(instance), leave }),
              },
            ]}
          />
          <MainButton
            icon={Play}
            kind={draft ? 'outline' : 'primary'}
            disabledReason={reasons.run}
            onClick={() => void navigate(newRun)}
          >
            New Run
          </MainButton>
        </>
      }
    />
  )
}
