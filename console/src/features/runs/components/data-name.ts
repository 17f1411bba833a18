import { parseDataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { formatVersion } from '../../../format/version.ts'

const SAMPLE = /(^|\/)ai-solutions\/[^/]+\/v\d+\/(train|inference)\/data\/?$/

/** The path in the bucket that an address means. */
export function pathOf(address: string): string {
  return address.replace(/^s3:\/\/[^/]*\//, '').replace(/^\/+/, '')
}

/** How people call a run's data: its sample, a data set of the workspace, or the path itself. */
export function dataName(addresses: readonly string[]): string {
  if (addresses.length === 0) return 'Sample data'
  return addresses
    .map((address) => {
      const set = parseDataSetAddress(address)
      if (set) return set.version === null ? set.name : `${set.name} ${formatVersion(set.version)}`
      const path = pathOf(address)
      return SAMPLE.test(path) ? 'Sample data' : path.replace(/^datasets\//, '').replace(/\/$/, '')
    })
    .join(', ')
}

/** Whether the addresses are the sample data that came with the version. */
export function isSample(addresses: readonly string[]): boolean {
  return addresses.every((address) => SAMPLE.test(pathOf(address)))
}
