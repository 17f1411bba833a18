import { deleteWebhook, listWebhooks, testWebhook, type Webhook } from '@podium/contract/calls/webhooks.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { MainButton } from '../../../navigation/main-button.tsx'
import type { Target } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useChange } from '../../../record/use-change.ts'
import { type DeletionTarget, useDeletion } from '../../../record/use-deletion.tsx'
import layout from '../../../theme/layout.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { Mono } from '../../../ui/text/mono.tsx'
import { DeliveriesCard } from '../deliveries-card.tsx'
import { type MadeWebhook, NewWebhookDialog } from '../new-webhook-dialog.tsx'
import { EVENTS, KINDS } from '../words.ts'

interface NotificationsTabProps {
  workspace: Workspace
  /** why the person may not see it */
  disabledReason: string | undefined
}

/** The webhooks that are notified about the workspace's runs. */
export function NotificationsTab({ workspace, disabledReason }: NotificationsTabProps) {
  if (disabledReason === undefined) return <Webhooks workspaceId={workspace.id} />
  return (
    <Card flush>
      <EmptyState title={disabledReason} drawing="lock" />
    </Card>
  )
}

function Webhooks({ workspaceId }: { workspaceId: string }) {
  const params = { id: workspaceId }
  const query = useQuery(q(listWebhooks, { params }))
  const { search, change, targetWith } = useAddress()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<MadeWebhook>()
  const webhooks = query.data?.webhooks
  const shown = webhooks?.find(({ id }) => id === search.webhook) ?? webhooks?.[0]
  const shownAt = (webhook: string) => ({ webhook, page: undefined, page_size: undefined })
  const show = (webhook: string) => change(shownAt(webhook))

  const { remove } = useDeletion('webhook')
  const { change: test } = useChange({
    change: ({ id: webhook_id }: Webhook, send) => send(testWebhook, { params: { ...params, webhook_id } }),
    onDone: (_, { id }) => show(id),
    tell: ({ state, answer, trouble }, { url }) => ({
      snackbar:
        state === 'delivered'
          ? `${new URL(url).host} accepted the test.`
          : `${new URL(url).host} did not accept the test: ${answer ?? trouble}.`,
    }),
    failed: 'The test was not sent.',
  })
  const deletionOf = ({ id: webhook_id, url }: Webhook): DeletionTarget => ({
    id: webhook_id,
    name: new URL(url).host,
    consequences: 'Its list of deliveries is deleted too, and waiting messages are never sent.',
    remove: (send) => send(deleteWebhook, { params: { ...params, webhook_id } }),
  })

  const add = (
    <MainButton small icon={Plus} onClick={() => setMaking(true)}>
      New Webhook
    </MainButton>
  )
  return (
    <div className={layout.stack}>
      {made?.secret !== undefined && (
        <Note tone="good" title="The webhook was created." live>
          Its secret is <Mono>{made.secret}</Mono> <CopyButton text={made.secret} label="Copy the secret" />{' '}
          Copy it now: it is shown only once.{' '}
          <TextButton onClick={() => setMade(undefined)}>Hide it</TextButton>
        </Note>
      )}
      <Card title="Webhooks" flush trailing={webhooks?.length === 0 ? undefined : add}>
        {webhooks?.length === 0 ? (
          <EmptyState title="No webhooks yet" action={add}>
            Post run results to Slack, Microsoft Teams or your own service.
          </EmptyState>
        ) : (
          <DataTable<Webhook>
            name="Webhooks"
            bare
            columns={columnsFor((id) => targetWith(shownAt(id)))}
            current={webhooks && webhooks.length > 1 ? shown?.id : undefined}
            rows={webhooks}
            rowId={({ id }) => id}
            rowName={({ url }) => url}
            placeholder={queryPlaceholder(query, 'webhooks', { rows: 2 })}
            menu={(webhook) => [
              { label: 'Send a test', icon: Send, onSelect: () => void test(webhook) },
              { label: 'Delete', removes: true, onSelect: () => void remove(deletionOf(webhook)) },
            ]}
          />
        )}
      </Card>
      {shown && (
        <DeliveriesCard
          key={shown.id}
          workspaceId={workspaceId}
          webhook={shown}
          onTest={() => void test(shown)}
        />
      )}
      {isMaking && (
        <NewWebhookDialog
          workspaceId={workspaceId}
          onCancel={() => setMaking(false)}
          onMade={(webhook) => {
            setMaking(false)
            setMade(webhook)
            show(webhook.id)
          }}
        />
      )}
    </div>
  )
}

function columnsFor(targetOf: (id: string) => Target): readonly Column<Webhook>[] {
  return [
    {
      id: 'url',
      header: 'Address',
      width: '30%',
      cell: ({ id, url, kind }) => (
        <RowName sub={KINDS[kind]}>
          <Link {...targetOf(id)} resetScroll={false} title="Show its deliveries">
            {url}
          </Link>
        </RowName>
      ),
    },
    {
      id: 'events',
      header: 'Events',
      width: 'auto',
      cell: ({ events }) => (
        <span className={layout.wrap}>
          {events.map((event) => (
            <Tag key={event}>{EVENTS[event].label}</Tag>
          ))}
        </span>
      ),
    },
  ]
}
