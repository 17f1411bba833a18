import { type DataSet, listDataSetVersions } from '@podium/contract/calls/data-sets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { TextButton } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { VersionRows } from '../../solutions/components/version-rows.tsx'

const FEW = 5
const MANY = 1000

/** Lists the versions, newest first, and marks the open one. */
export function VersionsCard({ dataSet, shown }: { dataSet: DataSet; shown: number }) {
  const { targetWith } = useAddress()
  const [page_size, setPageSize] = useState(FEW)
  const query = useQuery({
    ...q(listDataSetVersions, { params: { id: dataSet.id }, query: { page_size } }),
    placeholderData: keepPreviousData,
  })
  const { versions, total = 0 } = query.data ?? {}
  return (
    <Card
      title="Versions"
      note={versions && String(total)}
      flush
      footer={
        versions && total > versions.length ? (
          <TextButton onClick={() => setPageSize(MANY)}>All {total} versions</TextButton>
        ) : undefined
      }
    >
      {!versions && queryPlaceholder(query, 'versions', { rows: 3 })}
      {versions && (
        <VersionRows
          rows={versions.map(({ version, note, from_folder, files, size, created_by, created_at, runs }) => ({
            id: String(version),
            version,
            title: note || from_folder || `${countOf(files, 'file')}, ${formatFileSize(size)}`,
            sub: (
              <>
                {created_by}, <Moment at={created_at} />
                {runs > 0 && ` · ${countOf(runs, 'run')}`}
              </>
            ),
            current: total > 1 && version === shown,
            to: targetWith({ version: String(version), file: undefined }),
          }))}
        />
      )}
    </Card>
  )
}
