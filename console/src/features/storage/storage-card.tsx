import { readQuotas } from '@podium/contract/calls/quotas.ts'
import { readStorage, STORED_KINDS } from '@podium/contract/calls/retention.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatFileSize } from '../../format/file-size.ts'
import { serverNow } from '../../format/server-clock.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { usedOf } from '../quotas/components/quota-words.ts'
import { type BytesByKind, STORED_LOOK, totalOf } from './kinds.ts'
import styles from './storage.module.css'
import { StorageDays, type StoredDay } from './storage-days.tsx'

const GIB = 1024 ** 3

/** The workspace's storage by kind: now, and at the end of each of the last days. */
export function StorageCard({ workspaceId }: { workspaceId: string }) {
  const params = { id: workspaceId }
  const query = useQuery(q(readStorage, { params }))
  const quotas = useQuery(q(readQuotas, { params })).data
  const limit = quotas?.storage_gib ?? null
  if (!query.data) return <Card flush>{queryPlaceholder(query, 'the storage', { rows: 6 })}</Card>
  const { now, days } = query.data
  return (
    <Card
      title="Storage by kind"
      note={formatFileSize(totalOf(now))}
      trailing={
        quotas && limit !== null && `Limit: ${usedOf('storage_gib', quotas.use.storage_gib, limit)} used`
      }
    >
      <div className={layout.stack}>
        <StoredNow bytes={now} />
        <StorageDays days={withToday(days, now)} limit={limit === null ? null : limit * GIB} />
      </div>
    </Card>
  )
}

/** The measurement of today may be hours old. */
function withToday(days: readonly StoredDay[], bytes: BytesByKind): StoredDay[] {
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  return [...days.filter(({ day }) => day !== today), { day: today, bytes }]
}

/** A bar with one part per kind, and the size of each part. */
function StoredNow({ bytes }: { bytes: BytesByKind }) {
  const total = totalOf(bytes)
  let from = 0
  return (
    <div className={layout.stackClose}>
      <svg className={styles.bar} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="12" className={styles.ground} />
        {total > 0 &&
          STORED_KINDS.map((kind) => {
            const [x, width] = [from, (bytes[kind] / total) * 100]
            from += width
            return <rect key={kind} x={x} width={width} height="12" fill={STORED_LOOK[kind].color} />
          })}
      </svg>
      <dl className={classNames(text.small, styles.legend)}>
        {STORED_KINDS.map((kind) => (
          <div key={kind}>
            <dt className={layout.row}>
              <Key of={kind} />
              {STORED_LOOK[kind].label}
            </dt>
            <dd className={text.strong}>{formatFileSize(bytes[kind])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Key({ of: kind }: { of: keyof BytesByKind }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect width="12" height="12" rx="2" fill={STORED_LOOK[kind].color} />
    </svg>
  )
}
