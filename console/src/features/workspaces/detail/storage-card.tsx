import type { readWorkspaceUse } from '@podium/contract/workspaces.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { UseBar } from './use-bar.tsx'

type Kept = ReplyOf<typeof readWorkspaceUse>['storage'][number]

const KINDS: Record<Kept['kind'], string> = {
  solutions: 'Solutions',
  datasets: 'Data sets',
  uploads: 'Uploads',
  runs: 'Runs',
}

/** What the files of the workspace take now, by where they came from. */
export function StorageCard({ storage }: { storage: readonly Kept[] }) {
  const total = storage.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Card title="Storage" note={formatFileSize(total)} flush footer="Runs: their artifacts, without logs.">
      <PlainTable<Kept>
        name="Storage"
        bare
        columns={columnsTo(total)}
        rows={storage}
        rowId={({ kind }) => kind}
        rowName={({ kind }) => KINDS[kind]}
      />
    </Card>
  )
}

function columnsTo(total: number): readonly Column<Kept>[] {
  return [
    { id: 'kind', header: 'Kind', cell: ({ kind }) => <RowName>{KINDS[kind]}</RowName> },
    { id: 'size', header: 'Size', numeric: true, cell: ({ bytes }) => formatFileSize(bytes) },
    {
      id: 'share',
      header: 'Share',
      cell: ({ bytes }) => <UseBar most={total} parts={[{ tone: 'storage', amount: bytes }]} />,
    },
  ]
}
