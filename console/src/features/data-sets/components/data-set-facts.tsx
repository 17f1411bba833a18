import type { DataSet } from '@podium/contract/calls/data-sets.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { formatNumber } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { Fact, FactStrip } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

/** The data set's address, its path in a run, and who made it. */
export function DataSetFacts({ dataSet: { name, runs, created_by, created_at } }: { dataSet: DataSet }) {
  return (
    <FactStrip>
      <Fact term="Address">
        <code translate="no" className={text.mono}>
          {dataSetAddress(name, null)}
        </code>
      </Fact>
      <Fact term="Path in a run">
        <code translate="no" className={text.mono}>
          $PODIUM_DATA_DIR
        </code>
      </Fact>
      <Fact term="Runs, all versions">{formatNumber(runs)}</Fact>
      <Fact term="Created">
        <Moment at={created_at} />, {created_by}
      </Fact>
    </FactStrip>
  )
}
