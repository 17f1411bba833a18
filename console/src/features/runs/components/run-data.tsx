import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { dataName } from './data-name.ts'

/** Names the input data of a run, with links to the data sets that still exist. */
export function RunData({ run }: { run: Pick<RunInfo, 'dataset_uri' | 'data_sets' | 'workspace_id'> }) {
  const { dataset_uri, data_sets, workspace_id: ws } = run
  if (data_sets.length === 0) return dataName(dataset_uri)
  return dataset_uri.map((address, at) => {
    const set = data_sets.find((one) => one.address === address)
    return (
      <Fragment key={address}>
        {at > 0 && ', '}
        {set ? (
          <Link {...paths.dataSet(set.id, { ws, version: String(set.version) })}>
            {set.name} {formatVersion(set.version)}
          </Link>
        ) : (
          dataName([address])
        )}
      </Fragment>
    )
  })
}
