import {
  clearEnvironment,
  type listEnvironments,
  type PythonEnvironment,
} from '@podium/contract/calls/system.ts'
import { workspaceDisplayName } from '@podium/contract/rules/rules.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { NOTHING } from '../../format/nothing.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { useChange } from '../../record/use-change.ts'
import type { useList } from '../../record/use-list.ts'
import { Card } from '../../ui/layout/card.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { KeptFor } from './kept-for.tsx'

/** The prefix of this list's parameters in the page's address. */
export const ENVIRONMENTS = { prefix: 'packages_' }

const columns: readonly Column<PythonEnvironment>[] = [
  {
    id: 'workspace',
    header: 'Workspace',
    width: '28%',
    cell: (of) => <KeptFor workspace={of} sub={nameOf(of)} />,
  },
  { id: 'python', header: 'Python', width: '14%', cell: ({ python }) => python },
  {
    id: 'packages',
    header: 'Packages',
    width: '14%',
    numeric: true,
    cell: (of) => (isPython(of) ? NOTHING : formatNumber(of.packages)),
  },
  { id: 'size', header: 'Size', width: '14%', numeric: true, cell: ({ size }) => formatFileSize(size) },
  {
    id: 'used_at',
    header: 'Last use',
    width: 'auto',
    cell: (of) => (of.in_use && !isPython(of) ? 'now' : <ListTime at={of.used_at} />),
  },
]

interface EnvironmentsCardProps {
  list: ReturnType<typeof useList<typeof listEnvironments, PythonEnvironment>>
}

/** Lists the installed packages that runs share, and the Pythons downloaded for them. Not shown if there are none. */
export function EnvironmentsCard({ list }: EnvironmentsCardProps) {
  const { change: clear } = useChange({
    confirm: (environment: PythonEnvironment) => ({
      mode: 'delete',
      prompt: `Clear ${wordsOf(environment)}?`,
      yes: 'Clear',
      detail: isPython(environment)
        ? 'The next run that needs it fetches it again.'
        : 'The next run that asks for the same packages installs them again.',
    }),
    change: ({ id }, send) => send(clearEnvironment, { params: { id } }),
    tell: (_, environment) => ({ snackbar: `${wordsOf(environment)} cleared.` }),
    failed: 'It was not cleared.',
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
        rowName={(of) => `${workspaceDisplayName(of.workspace_name ?? 'all workspaces')} ${nameOf(of)}`}
        menu={(environment) => [
          {
            label: 'Clear',
            removes: true,
            disabledReason: reasonToKeep(environment),
            onSelect: () => void clear(environment),
          },
        ]}
        tall
        bare
      />
    </Card>
  )
}

/** True for a Python that was downloaded for all workspaces. */
function isPython({ workspace_id }: PythonEnvironment): boolean {
  return workspace_id === null
}

/** Returns 'Python 3.12.8', or for packages the beginning of their id, which is the folder's name on the machine. */
function nameOf(of: PythonEnvironment): string {
  return isPython(of) ? `Python ${of.python}` : of.id.slice(0, 8)
}

/** 'Python 3.12.8', '12 packages of poc' */
function wordsOf(of: PythonEnvironment): string {
  if (of.workspace_name === null) return nameOf(of)
  return `${countOf(of.packages, 'package')} of ${workspaceDisplayName(of.workspace_name)}`
}

function reasonToKeep(of: PythonEnvironment): string | undefined {
  if (!of.in_use) return undefined
  return isPython(of)
    ? 'Packages are installed for this Python: clear those first.'
    : 'A run uses these packages now.'
}
