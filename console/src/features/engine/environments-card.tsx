import { workspaceDisplayName } from '@podium/contract/rules.ts'
import { clearEnvironment, type listEnvironments, type PythonEnvironment } from '@podium/contract/system.ts'
import { Trash2 } from 'lucide-react'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { useChange } from '../../record/use-change.ts'
import type { useList } from '../../record/use-list.ts'
import { Card } from '../../ui/layout/card.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { KeptFor } from './kept-for.tsx'

/** What the address of the page says of this list has that before its names. */
export const ENVIRONMENTS = { prefix: 'packages_' }

const columns: readonly Column<PythonEnvironment>[] = [
  {
    id: 'workspace',
    header: 'Workspace',
    width: '28%',
    cell: (of) => <KeptFor workspace={of} sub={shortOf(of.id)} />,
  },
  { id: 'python', header: 'Python', width: '14%', cell: ({ python }) => python },
  {
    id: 'packages',
    header: 'Packages',
    width: '14%',
    numeric: true,
    cell: ({ packages }) => formatNumber(packages),
  },
  { id: 'size', header: 'Size', width: '14%', numeric: true, cell: ({ size }) => formatFileSize(size) },
  {
    id: 'used_at',
    header: 'Last use',
    width: 'auto',
    cell: ({ in_use, used_at }) => (in_use ? 'now' : <ListTime at={used_at} />),
  },
]

interface EnvironmentsCardProps {
  list: ReturnType<typeof useList<typeof listEnvironments, PythonEnvironment>>
}

/** The Python packages that runs share. An engine that keeps none, or has not yet, has no such card. */
export function EnvironmentsCard({ list }: EnvironmentsCardProps) {
  const { change: clear } = useChange({
    confirm: (environment: PythonEnvironment) => ({
      mode: 'delete',
      prompt: `Clear ${wordsOf(environment)}?`,
      yes: 'Clear',
      detail: 'The next run that asks for the same packages installs them again.',
    }),
    change: ({ id }, send) => send(clearEnvironment, { params: { id } }),
    tell: (_, environment) => ({ snackbar: `${wordsOf(environment)} cleared.` }),
    failed: 'The packages were not cleared.',
  })
  if ((list.reply?.total ?? 0) === 0) return null

  return (
    <Card
      title="Python packages"
      note={list.reply && `${countOf(list.reply.total, 'environment')}, ${formatFileSize(list.reply.size)}`}
      flush
    >
      <PagedTable
        name="Python packages"
        list={list}
        noun="environment"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ id, workspace_name }) => `${workspaceDisplayName(workspace_name)} ${shortOf(id)}`}
        menu={(environment) => [
          {
            label: 'Clear',
            icon: Trash2,
            removes: true,
            disabledReason: environment.in_use ? 'A run uses these packages now.' : undefined,
            onSelect: () => void clear(environment),
          },
        ]}
        tall
        bare
      />
    </Card>
  )
}

/** '12 packages of poc' */
function wordsOf({ packages, workspace_name }: PythonEnvironment): string {
  return `${countOf(packages, 'package')} of ${workspaceDisplayName(workspace_name)}`
}

/** Enough of it to tell environments of a workspace apart, as the folder on the machine begins. */
function shortOf(id: string): string {
  return id.slice(0, 8)
}
