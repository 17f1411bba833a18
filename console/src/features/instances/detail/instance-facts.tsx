import type { Instance } from '@podium/contract/instances.ts'
import { listInstanceRuns } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { formatNumber } from '../../../format/number.ts'
import { Fact, FactStrip } from '../../../ui/layout/fact-strip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { OperationStatus } from '../../runs/components/operation-status.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'
import styles from './instance-facts.module.css'

/** The newest run of the instance, whose state its own is derived from. */
export function latestRuns(id: string) {
  return q(listInstanceRuns, { params: { id }, query: { page_size: 20, sort: '-created_at' } })
}

export function InstanceFacts({ instance }: { instance: Instance }) {
  const { data } = useQuery(latestRuns(instance.id))
  const newest = data?.stream_histories[0]
  return (
    <div className={styles.facts}>
      <FactStrip>
        <Fact term="Operation status">
          <span className={styles.status}>
            <OperationStatus status={instance.operation_status} />
            {newest && <RunLink run={newest} />}
          </span>
        </Fact>
        <Fact term="In-use edges">{formatNumber(instance.in_use_edges)}</Fact>
        <Fact term="Created">
          <Moment at={instance.created_at} />
          {instance.created_by !== '' && `, ${instance.created_by}`}
        </Fact>
        <Fact term="Last updated">
          <Moment at={instance.updated_at} />
        </Fact>
      </FactStrip>
    </div>
  )
}
