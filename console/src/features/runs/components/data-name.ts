import { parseDataSetAddress } from '@podium/contract/rules/data-set-address.ts'
import { formatVersion } from '../../../format/version.ts'

const SAMPLE = /(^|\/)ai-solutions\/[^/]+\/v\d+\/(train|inference)\/data\/?$/

/** Returns the path in the bucket that an address refers to. */
export function pathOf(address: string): string {
  return address.replace(/^s3:\/\/[^/]*\//, '').replace(/^\/+/, '')
}

/**
 * Returns the display name of a run's data: its sample, a data set of the workspace, or the path itself. A run without
 * addresses has no data, because the server names the sample of the version too.
 */
export function dataName(addresses: readonly string[]): string {
  if (addresses.length === 0) return 'None'
  return addresses
    .map((address) => {
      const set = parseDataSetAddress(address)
      if (set) return set.version === null ? set.name : `${set.name} ${formatVersion(set.version)}`
      const path = pathOf(address)
      return SAMPLE.test(path) ? 'Sample data' : path.replace(/^datasets\//, '').replace(/\/$/, '')
    })
    .join(', ')
}

/** True if the addresses are the sample data of the version. */
export function isSample(addresses: readonly string[]): boolean {
  return addresses.every((address) => SAMPLE.test(pathOf(address)))
}
