import {
  type PersonQuotas,
  QUOTAS,
  type Quota,
  type QuotasReply,
  readQuotas,
} from '@podium/contract/quotas.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import { countOf, formatShare } from '../../../format/number.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { RowName } from '../../../ui/table/table-rows.tsx'
import { useDisabledReasonIn } from '../components/use-disabled-reason.ts'
import { LimitsDialog, type LimitsDialogProps } from './limits-dialog.tsx'
import { OnlyLookCard } from './only-look-card.tsx'
import { limitsInWords, percentOf, QUOTA_WORDS, usedOf } from './quota-words.ts'

const WORDS = { loading: 'Loading the limits', failed: 'The limits could not be read' }
/** From here on a bar warns, in percent. */
const NEAR = 80

/** What the workspace and its people may take, with the use of each now, and whether members may only look. */
export function QuotaCards({ workspace }: { workspace: Workspace }) {
  const { data, ...query } = useQuery(q(readQuotas, { params: { id: workspace.id } }))
  if (!data) return <Card flush>{queryPlaceholder({ data, ...query }, WORDS, { rows: 6 })}</Card>
  return (
    <>
      <WorkspaceCard workspace={workspace} quotas={data} />
      <PeopleCard workspace={workspace} quotas={data} />
      <OnlyLookCard workspace={workspace} />
    </>
  )
}

interface QuotasProps {
  workspace: Workspace
  quotas: QuotasReply
}

function WorkspaceCard({ workspace, quotas }: QuotasProps) {
  const [isOpen, setOpen] = useState(false)
  const disabledReason = useDisabledReasonIn()('workspace.edit', workspace)
  const rows = QUOTAS.map((quota) => ({ quota, used: quotas.use[quota], limit: quotas[quota] }))
  const near = rows.filter(({ used, limit }) => (percentOf(used, limit) ?? 0) >= NEAR).length
  const title = `Limits of ${workspace.display_name}`
  return (
    <Card
      title={title}
      note={near > 0 ? `${near} of ${rows.length} above ${NEAR} %` : undefined}
      trailing={
        <Button small disabledReason={disabledReason} onClick={() => setOpen(true)}>
          Edit limits
        </Button>
      }
      footer="A run that would go over a limit waits; an upload is refused. Hours count for this calendar month (UTC)."
      flush
    >
      <DataTable<(typeof rows)[number]>
        name={title}
        bare
        columns={[
          {
            id: 'limit',
            header: 'Limit',
            cell: ({ quota }) => <RowName>{QUOTA_WORDS[quota].label}</RowName>,
          },
          {
            id: 'used',
            header: 'Used now',
            numeric: true,
            cell: ({ quota, used, limit }) => usedOf(quota, used, limit),
          },
          {
            id: 'use',
            header: 'Use',
            hiddenOnPhone: true,
            cell: ({ quota, used, limit }) => (
              <Bar label={QUOTA_WORDS[quota].label} percent={percentOf(used, limit)} />
            ),
          },
          {
            id: 'percent',
            header: 'Share',
            numeric: true,
            cell: ({ used, limit }) => {
              const percent = percentOf(used, limit)
              return percent === null ? 'No limit' : formatShare(percent / 100)
            },
          },
        ]}
        rows={rows}
        rowId={({ quota }) => quota}
        rowName={({ quota }) => QUOTA_WORDS[quota].label}
      />
      {isOpen && (
        <LimitsDialog
          id={workspace.id}
          whose={{ is: 'workspace' }}
          title={title}
          lead="Empty means no limit."
          limits={quotas}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

function Bar({ label, percent }: { label: string; percent: number | null }) {
  if (percent === null) return NOTHING
  return (
    <ProgressBar
      label={`${label}, ${Math.round(percent)} percent used`}
      percent={percent}
      tone={percent >= NEAR ? 'warn' : 'running'}
    />
  )
}

const SHOWN = ['runs', 'hours_month', 'storage_gib'] as const satisfies readonly Quota[]

function PeopleCard({ workspace, quotas }: QuotasProps) {
  const [edited, setEdited] = useState<'everyone' | PersonQuotas>()
  const disabledReason = useDisabledReasonIn()('quota.edit', workspace)
  const { people, members, person } = quotas
  return (
    <Card
      title="Per person"
      note={`${people.length} of ${countOf(members, 'member')}`}
      trailing={
        <Button small disabledReason={disabledReason} onClick={() => setEdited('everyone')}>
          Limits of everyone
        </Button>
      }
      footer={`Everyone: ${limitsInWords(person)}.`}
      flush
    >
      <DataTable<PersonQuotas>
        name="Per person"
        bare
        tall
        columns={[
          {
            id: 'person',
            header: 'Person',
            cell: ({ username, display_name, own }) => (
              <RowName sub={own.length > 0 ? `${display_name}, own limits` : display_name}>
                {username}
              </RowName>
            ),
          },
          ...SHOWN.map((quota) => ({
            id: quota,
            header: QUOTA_WORDS[quota].label,
            numeric: true,
            cell: ({ use, limits }: PersonQuotas) => usedOf(quota, use[quota], limits[quota]),
          })),
        ]}
        rows={people}
        rowId={({ account_id }) => account_id}
        rowName={({ username }) => username}
        menu={(row) => [{ label: 'Personal limits', disabledReason, onSelect: () => setEdited(row) }]}
      />
      {edited !== undefined && (
        <LimitsDialog id={workspace.id} {...asked(edited, quotas)} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  )
}

/** What the dialog is about. */
function asked(
  edited: 'everyone' | PersonQuotas,
  { person }: QuotasReply,
): Omit<LimitsDialogProps, 'id' | 'onClose'> {
  if (edited === 'everyone')
    return {
      whose: { is: 'everyone' },
      title: 'Limits of everyone',
      lead: 'For each person without limits of their own. Empty means no limit.',
      limits: person,
    }
  const { account_id, username, own, limits } = edited
  return {
    whose: { is: 'person', account_id },
    title: `Limits of ${username}`,
    lead: `An empty field takes the limit of everyone: ${limitsInWords(person)}.`,
    limits: Object.fromEntries(own.map((quota) => [quota, limits[quota]])),
  }
}
