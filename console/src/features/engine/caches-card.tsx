import { clearCache, type listCaches, type WorkspaceCache } from '@podium/contract/calls/system.ts'
import { workspaceDisplayName } from '@podium/contract/rules/rules.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf } from '../../format/number.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { useChange } from '../../record/use-change.ts'
import type { useList } from '../../record/use-list.ts'
import { Card } from '../../ui/layout/card.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { KeptFor } from './kept-for.tsx'

/** The prefix of this list's parameters in the page's address. */
export const CACHES = { prefix: 'caches_' }

const HOLDS: Record<WorkspaceCache['kind'], string> = {
  programs: 'Caches of programs',
  packages: 'Downloads of packages',
}
const AFTERWARDS: Record<WorkspaceCache['kind'], string> = {
  programs: 'The next runs make or fetch again what they find there, such as models and compiled code.',
  packages: 'The next installation of packages fetches and builds them again.',
}

const columns: readonly Column<WorkspaceCache>[] = [
  {
    id: 'workspace',
    header: 'Workspace',
    width: '42%',
    cell: (of) => <KeptFor workspace={of} sub={HOLDS[of.kind]} />,
  },
  { id: 'size', header: 'Size', width: '28%', numeric: true, cell: ({ size }) => formatFileSize(size) },
  {
    id: 'used_at',
    header: 'Last use',
    width: 'auto',
    cell: ({ in_use, used_at }) => (in_use ? 'now' : <ListTime at={used_at} />),
  },
]

interface CachesCardProps {
  list: ReturnType<typeof useList<typeof listCaches, WorkspaceCache>>
}

/** Lists the caches that the runs of each workspace share. Not shown while the engine keeps none. */
export function CachesCard({ list }: CachesCardProps) {
  const { change: clear } = useChange({
    confirm: (cache: WorkspaceCache) => ({
      mode: 'delete',
      prompt: `Clear the ${HOLDS[cache.kind].toLowerCase()} of ${workspaceDisplayName(cache.workspace_name)}?`,
      yes: 'Clear',
      detail: AFTERWARDS[cache.kind],
    }),
    change: ({ id }, send) => send(clearCache, { params: { id } }),
    tell: (_, cache) => ({ snackbar: `${wordsOf(cache)} cleared.` }),
    failed: 'The cache was not cleared.',
  })
  if ((list.reply?.total ?? 0) === 0) return null

  return (
    <Card
      title="Caches"
      note={list.reply && `${countOf(list.reply.total, 'cache')}, ${formatFileSize(list.reply.size)}`}
      flush
    >
      <PagedTable
        name="Caches"
        list={list}
        noun="cache"
        columns={columns}
        rowId={({ id }) => id}
        rowName={wordsOf}
        menu={(cache) => [
          {
            label: 'Clear',
            removes: true,
            disabledReason: cache.in_use ? 'A run of this workspace uses it now.' : undefined,
            onSelect: () => void clear(cache),
          },
        ]}
        tall
        bare
      />
    </Card>
  )
}

/** 'Downloads of packages of poc' */
function wordsOf({ kind, workspace_name }: WorkspaceCache): string {
  return `${HOLDS[kind]} of ${workspaceDisplayName(workspace_name)}`
}
