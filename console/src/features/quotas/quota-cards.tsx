import {
  type PersonQuotas,
  QUOTAS,
  type Quota,
  type Quotas,
  type QuotasReply,
  readQuotas,
} from '@podium/contract/calls/quotas.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatShare } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { useDisabledReasonIn } from '../workspaces/components/use-disabled-reason.ts'
import {
  amountOf,
  limitsInWords,
  percentOf,
  QUOTA_WORDS,
  usedOf,
  usedWords,
} from './components/quota-words.ts'
import { LimitsDialog, type LimitsDialogProps } from './limits-dialog.tsx'
import styles from './quotas.module.css'

/** The percentage from which on a bar warns. */
const NEAR = 80

/** Column widths that align the numbers of small tables below one another. */
export const WIDTHS = { label: '24%', first: '32%', value: '22%' }

/** The limits of the workspace and its people, each with the current use. */
export function QuotaCards({ workspace }: { workspace: Workspace }) {
  const { data, ...query } = useQuery(q(readQuotas, { params: { id: workspace.id } }))
  if (!data) return <Card flush>{queryPlaceholder({ data, ...query }, 'the limits', { rows: 6 })}</Card>
  return (
    <>
      <WorkspaceCard workspace={workspace} quotas={data} />
      <PeopleCard workspace={workspace} quotas={data} />
    </>
  )
}

interface QuotasProps {
  workspace: Workspace
  quotas: QuotasReply
}

const TITLE = 'Workspace limits'

function WorkspaceCard({ workspace, quotas }: QuotasProps) {
  const [isOpen, setOpen] = useState(false)
  const disabledReason = useDisabledReasonIn()('workspace.edit', workspace)
  const rows = QUOTAS.map((quota) => ({ quota, used: quotas.use[quota], limit: quotas[quota] }))
  const near = rows.filter(({ used, limit }) => (percentOf(used, limit) ?? 0) >= NEAR).length
  const isLimited = rows.some(({ limit }) => limit !== null)
  return (
    <Card
      title={TITLE}
      note={near > 0 ? `${near} of ${rows.length} above ${NEAR} %` : undefined}
      trailing={
        <Button small disabledReason={disabledReason} onClick={() => setOpen(true)}>
          Edit limits
        </Button>
      }
      footer={
        <span className={text.muted}>
          At a limit, new runs wait and uploads are refused. Hours restart each calendar month (UTC).
        </span>
      }
      flush
    >
      <DataTable<(typeof rows)[number]>
        name={TITLE}
        bare
        columns={[
          {
            id: 'limit',
            header: 'Limit',
            width: isLimited ? WIDTHS.label : '40%',
            cell: ({ quota }) => <RowName>{QUOTA_WORDS[quota].label}</RowName>,
          },
          {
            id: 'used',
            header: 'Used',
            width: WIDTHS.value,
            cell: ({ quota, used, limit }) => usedWords(quota, used, limit),
          },
          {
            id: 'allowed',
            header: 'Allowed',
            width: isLimited ? WIDTHS.value : 'auto',
            cell: ({ quota, limit }) =>
              limit === null ? <span className={text.muted}>No limit</span> : amountOf(quota, limit),
          },
          ...(isLimited ? [SHARE] : []),
        ]}
        rows={rows}
        rowId={({ quota }) => quota}
        rowName={({ quota }) => QUOTA_WORDS[quota].label}
      />
      {isOpen && (
        <LimitsDialog
          id={workspace.id}
          whose={{ is: 'workspace' }}
          title={TITLE}
          lead="Empty means no limit."
          limits={quotas}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

const SHARE: Column<{ quota: Quota; used: number; limit: number | null }> = {
  id: 'share',
  header: 'Share',
  width: 'auto',
  onPhone: 'line',
  cell({ quota, used, limit }) {
    const percent = percentOf(used, limit)
    if (percent === null) return NOTHING
    return (
      <span className={styles.share}>
        <ProgressBar
          label={`${QUOTA_WORDS[quota].label}, ${Math.round(percent)} percent used`}
          percent={percent}
          tone={percent >= NEAR ? 'warn' : 'running'}
        />
        <span className={text.number}>{formatShare(percent / 100)}</span>
      </span>
    )
  },
}

const SHOWN = [
  { quota: 'runs', width: WIDTHS.first },
  { quota: 'hours_month', width: WIDTHS.value },
  { quota: 'storage_gib', width: 'auto' },
] as const satisfies readonly { quota: Quota; width: string }[]

function PeopleCard({ workspace, quotas }: QuotasProps) {
  const [edited, setEdited] = useState<'everyone' | PersonQuotas>()
  const disabledReason = useDisabledReasonIn()('quota.edit', workspace)
  const { people, members, person } = quotas
  return (
    <Card
      title="Per person"
      note={`${people.length < members ? `${people.length} of ` : ''}${countOf(members, 'member')}`}
      trailing={
        <Button small disabledReason={disabledReason} onClick={() => setEdited('everyone')}>
          Set default limits
        </Button>
      }
      footer={<span className={text.muted}>{defaultWords(person)}</span>}
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
            width: WIDTHS.label,
            cell: ({ username, display_name, own }) => (
              <RowName sub={own.length > 0 ? `${display_name}, own limits` : display_name}>
                {username}
              </RowName>
            ),
          },
          ...SHOWN.map(({ quota, width }) => ({
            id: quota,
            header: QUOTA_WORDS[quota].label,
            width,
            numeric: true,
            cell: ({ use, limits }: PersonQuotas) =>
              use[quota] === 0 && limits[quota] === null ? (
                <span className={text.muted}>{NOTHING}</span>
              ) : (
                <span className={styles.used}>{usedOf(quota, use[quota], limits[quota])}</span>
              ),
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

/** Returns the dialog's content. */
function asked(
  edited: 'everyone' | PersonQuotas,
  { person }: QuotasReply,
): Omit<LimitsDialogProps, 'id' | 'onClose'> {
  if (edited === 'everyone')
    return {
      whose: { is: 'everyone' },
      title: 'Default limits',
      lead: 'For each person without limits of their own. Empty means no limit.',
      limits: person,
    }
  const { account_id, username, own, limits } = edited
  return {
    whose: { is: 'person', account_id },
    title: `Limits of ${username}`,
    lead: `An empty field takes the default. ${defaultWords(person)}`,
    limits: Object.fromEntries(own.map((quota) => [quota, limits[quota]])),
  }
}

function defaultWords(person: Quotas): string {
  const words = limitsInWords(person)
  return words === '' ? 'No default limits.' : `Default: ${words}.`
}
