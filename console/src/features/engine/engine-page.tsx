import {
  listCaches,
  listEnvironments,
  listNodes,
  listQueue,
  readEngine,
  readEngineRights,
} from '@podium/contract/calls/system.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../api/query.ts'
import { formatRoughly } from '../../format/duration.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf } from '../../format/number.ts'
import type { PageContext } from '../../navigation/page.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { readAgain } from '../../record/use-change.ts'
import { prefetchList, useList } from '../../record/use-list.ts'
import layout from '../../theme/layout.module.css'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Fact, FactStrip } from '../../ui/layout/definition-list.tsx'
import { PageHeader, Updated } from '../../ui/layout/page-header.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { resourcesText } from '../runs/components/tier-words.ts'
import { CACHES, CachesCard } from './caches-card.tsx'
import { CapacityCard, engineName, MissingCard } from './engine-cards.tsx'
import { ENVIRONMENTS, EnvironmentsCard } from './environments-card.tsx'
import { nodeColumns } from './node-columns.tsx'
import { queueColumns, secondsSince } from './queue-columns.tsx'
import { RightsCard } from './rights-card.tsx'

/** Polled, because no event reports the runs of all workspaces or the machines. */
const REREAD_MS = 5_000
/** The queue's parameters in the address have no prefix, the nodes' have this one. */
const NODES = { prefix: 'nodes_', refetchInterval: REREAD_MS }

type Nodes = ReplyOf<typeof listNodes>
type Queue = ReplyOf<typeof listQueue>

export function load(at: PageContext) {
  return Promise.all([
    at.queries.prefetchQuery(q(readEngine)),
    at.queries.prefetchQuery(q(readEngineRights)),
    prefetchList({ ...at, search: {} }, listNodes),
    prefetchList({ ...at, search: {} }, listEnvironments),
    prefetchList({ ...at, search: {} }, listCaches),
    prefetchList(at, listQueue),
  ])
}

export function Page() {
  const queries = useQueryClient()
  const engine = useQuery(q(readEngine))
  const rights = useQuery(q(readEngineRights))
  const nodes = useList(listNodes, (reply) => reply.nodes, undefined, NODES)
  const queue = useList(listQueue, ({ workspaces }) => workspaces, undefined, { refetchInterval: REREAD_MS })
  const environments = useList(listEnvironments, (reply) => reply.environments, undefined, ENVIRONMENTS)
  const caches = useList(listCaches, (reply) => reply.caches, undefined, CACHES)
  const readAt = queue.query.dataUpdatedAt
  const kind = engine.data?.engine

  return (
    <>
      <PageHeader
        title="Engine"
        lead={`Runs of all workspaces start on ${kind ? engineName(kind) : 'this engine'}.`}
        actions={
          <Updated at={queue.reply && readAt} onRefresh={() => void readAgain(queries, ['engine', 'run'])} />
        }
      />
      <div className={layout.stack}>
        <FactStrip>
          <Fact term="State">{stateOf(nodes.query.isError, nodes.reply)}</Fact>
          <Fact term="Running">{runningOf(queue.reply)}</Fact>
          <Fact term="Waiting">{waitingOf(queue.reply, readAt)}</Fact>
          <Fact term="Free">{nodes.reply ? resourcesText(nodes.reply.free) : NOTHING}</Fact>
        </FactStrip>
        <Card
          title="Nodes"
          note={kind === 'local' ? 'Runs may be promised twice the CPU there is' : undefined}
          flush
        >
          <PagedTable
            name="Nodes"
            list={nodes}
            noun="node"
            columns={nodeColumns(kind === 'local', (queue.reply?.queued ?? 0) > 0)}
            rowId={({ name }) => name}
            rowName={({ name }) => name}
            empty={
              <EmptyState title="The engine has no nodes">
                Runs wait until there is a machine they can start on.
              </EmptyState>
            }
            tall
            bare
          />
        </Card>
        <Card title="Queue by workspace" flush>
          <PagedTable
            name="Queue by workspace"
            list={queue}
            noun="workspace"
            columns={queueColumns(readAt)}
            rowId={({ workspace_id }) => workspace_id}
            rowName={({ workspace_name }) => workspace_name}
            empty={
              <EmptyState title="No run is waiting or running">
                Workspaces with waiting or running runs are listed here.
              </EmptyState>
            }
            tall
            bare
          />
        </Card>
        <EnvironmentsCard list={environments} />
        <CachesCard list={caches} />
        <div className={classNames(layout.columns, layout.alike)}>
          <div className={layout.seven}>
            <MissingCard query={engine} />
          </div>
          <div className={layout.five}>
            <CapacityCard query={engine} />
          </div>
        </div>
        <RightsCard query={rights} service={kind ? engineName(kind) : 'the engine'} />
      </div>
    </>
  )
}

function stateOf(isAway: boolean, nodes: Nodes | undefined): ReactNode {
  if (isAway) return <Chip tone="bad">does not answer</Chip>
  if (!nodes) return NOTHING
  if (nodes.ready === nodes.total && nodes.total > 0) return <Chip tone="good">ready</Chip>
  if (nodes.ready === 0) return <Chip tone="bad">no node is ready</Chip>
  return <Chip tone="warn">{countOf(nodes.total - nodes.ready, 'node')} not ready</Chip>
}

function runningOf(queue: Queue | undefined): string {
  if (!queue) return NOTHING
  const starting = queue.starting > 0 ? `, ${queue.starting} starting` : ''
  return countOf(queue.running, 'run') + starting
}

function waitingOf(queue: Queue | undefined, now: number): string {
  if (!queue) return NOTHING
  const { queued, waiting_since } = queue
  const longest = waiting_since === null ? '' : `, longest ${formatRoughly(secondsSince(waiting_since, now))}`
  return countOf(queued, 'run') + longest
}
