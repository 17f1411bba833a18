import {
  checkDataSetDeletion,
  checkDataSetVersionDeletion,
  type DataSet,
  deleteDataSet,
  deleteDataSetVersion,
} from '@podium/contract/calls/data-sets.ts'
import { dataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import type { DeletionTarget } from '../../../record/use-deletion.tsx'

type Named = Pick<DataSet, 'id' | 'name'>

export function dataSetTarget({ id, name }: Named): DeletionTarget {
  return {
    id,
    name,
    check: (send) => send(checkDataSetDeletion, { params: { id } }),
    remove: (send) => send(deleteDataSet, { params: { id } }),
  }
}

export function versionTarget({ id, name }: Named, n: number): DeletionTarget {
  return {
    id: `${id}/${n}`,
    name: `${name} ${formatVersion(n)}`,
    check: (send) => send(checkDataSetVersionDeletion, { params: { id, n } }),
    remove: (send) => send(deleteDataSetVersion, { params: { id, n } }),
  }
}

/** Returns the link to New Run with this version of the data filled in. */
export function runWith({ name }: Named, version: number | null, ws: string) {
  return paths.newRun({ ws, dataset: dataSetAddress(name, version) })
}
