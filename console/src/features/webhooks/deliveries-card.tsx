import { type Delivery, listDeliveries, MAX_TRIES, type Webhook } from '@podium/contract/calls/webhooks.ts'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { NOTHING } from '../../format/nothing.ts'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { useList } from '../../record/use-list.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { Moment } from '../../ui/text/moment.tsx'

/** Deliveries are repeated by the server, and no event reports that. */
const LOOK_AGAIN_MS = 5_000

const STATES = {
  waiting: { tone: 'warn', word: 'waiting' },
  delivered: { tone: 'good', word: 'delivered' },
  given_up: { tone: 'bad', word: 'given up' },
} as const

const columns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    header: 'Event',
    width: 'auto',
    cell: ({ event, run_id, run_name }) => (
      <RowName sub={event}>
        {run_id === null ? subjectOf(event, run_name) : <Link {...paths.run(run_id)}>{run_name}</Link>}
      </RowName>
    ),
  },
  {
    id: 'created_at',
    header: 'Time',
    width: 'max(148px, 10vw)',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 'max(100px, 8vw)',
    cell: ({ state }) => <Chip tone={STATES[state].tone}>{STATES[state].word}</Chip>,
  },
  { id: 'tries', header: 'Try', numeric: true, width: 'max(66px, 5vw)', cell: triesOf },
  {
    id: 'answer',
    header: 'Answer',
    width: 'max(120px, 15vw)',
    cell: ({ answer, trouble }) => answer ?? (trouble || NOTHING),
  },
  {
    id: 'took_ms',
    header: 'Took',
    numeric: true,
    width: 'max(74px, 6vw)',
    cell: ({ took_ms }) => (took_ms === null ? NOTHING : `${formatNumber(took_ms)} ms`),
  },
  {
    id: 'next_at',
    header: 'Next try',
    width: 'max(148px, 10vw)',
    cell: ({ next_at }) => <Moment at={next_at} />,
  },
]

function subjectOf(event: string, streamName: string): string {
  if (event === 'webhook.test') return 'Test'
  return streamName === '' ? 'Limit of the workspace' : `Schedule of ${streamName}`
}

function triesOf({ event, tries }: Delivery): string {
  return event === 'webhook.test' ? String(tries) : `${tries} of ${MAX_TRIES}`
}

interface DeliveriesCardProps {
  workspaceId: string
  webhook: Webhook
  onTest: () => void
}

/** The deliveries to a webhook, and the responses. */
export function DeliveriesCard({ workspaceId, webhook, onTest }: DeliveriesCardProps) {
  const params = { id: workspaceId, webhook_id: webhook.id }
  const list = useList(
    listDeliveries,
    ({ deliveries }) => deliveries,
    { params },
    { refetchInterval: LOOK_AGAIN_MS },
  )
  return (
    <Card
      title="Deliveries"
      note={`to ${new URL(webhook.url).host}`}
      flush
      footer={
        <span className={text.muted}>
          Deliveries are kept for 90 days. A failed delivery is retried after 10 seconds, 1 minute, 5 minutes,
          30&nbsp;minutes and 2&nbsp;hours. Deliveries never delay runs.
        </span>
      }
    >
      {list.isEmpty ? (
        <EmptyState
          title="Nothing sent yet"
          action={
            <Button icon={Send} onClick={onTest}>
              Send a test
            </Button>
          }
        >
          Podium sends a message when a chosen event happens.
        </EmptyState>
      ) : (
        <PagedTable<Delivery>
          list={list}
          name="Deliveries"
          noun="message"
          bare
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ run_name, event }) => `${event} ${run_name}`.trim()}
        />
      )}
    </Card>
  )
}
