import * as z from 'zod/mini'

/** The addresses by which runs name data sets. */

/** The form of a data set's name, which is also a folder name if a run reads several. */
export const DATA_SET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const DATA_SET_ADDRESS = /^data-set:\/\/([^@/]*)(?:@v([1-9]\d{0,8}))?$/

export const isDataSetAddress = (address: string): boolean => address.startsWith('data-set://')

/** `data-set://store-sales@v3`; without a version it means the newest one when a run starts. */
export function dataSetAddress(name: string, version: number | null): string {
  return `data-set://${name}${version === null ? '' : `@v${version}`}`
}

/** The parts of a data set's address, with version null for the newest; null if it is no such address. */
export function parseDataSetAddress(address: string): { name: string; version: number | null } | null {
  const [, name, version] = DATA_SET_ADDRESS.exec(address) ?? []
  if (name === undefined || !DATA_SET_NAME.test(name)) return null
  return { name, version: version === undefined ? null : Number(version) }
}

/** A version that a run reads. `id` is that of the data set, `address` the spelling in the run's `dataset_uri`. */
export const dataSetRead = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  address: z.string(),
})
