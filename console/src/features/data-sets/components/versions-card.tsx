import { type DataSet, listDataSetVersions } from '@podium/contract/data-sets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import styles from './data-sets.module.css'

const WORDS = { loading: 'Loading versions', failed: 'The versions could not be read' }
const FEW = 5
const MANY = 1000

/** The versions, newest first; one of them is looked at. */
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
      {!versions && queryPlaceholder(query, WORDS, { rows: 3 })}
      <ul className={classNames(text.small, styles.rows)}>
        {versions?.map(({ version, note, from_folder, created_by, created_at, runs }) => (
          <li key={version}>
            <div className={styles.version}>
              <Link
                {...targetWith({ version: String(version), file: undefined })}
                resetScroll={false}
                aria-current={version === shown ? 'true' : undefined}
                className={text.cut}
              >
                {formatVersion(version)}
                {(note || from_folder) && ` ${note || from_folder}`}
              </Link>
              <span className={text.sub}>
                {created_by}, <Moment at={created_at} /> · {countOf(runs, 'run')}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
