import type { Modes } from '@podium/contract/calls/instances.ts'
import {
  DATA_SET_NAME,
  dataSetAddress,
  isDataSetAddress,
  parseDataSetAddress,
} from '@podium/contract/rules/data-set-address.ts'
import { pathOf } from '../objects/data-address.ts'

type Wrangler = NonNullable<Modes['data_wrangler']>

const ARCHIVE = /\.(tar\.gz|tgz)$/
const DATA = 'datasets/'
const VERSION_OF_DATA_SET = /^data-sets\/([^/@]+)@v([1-9]\d{0,8})$/

/** Returns the addresses as runs read them. A data set may be given as its path in the console, `data-sets/NAME@v3`. */
export function plainWrangler({ code_uri, dataset_uri }: Wrangler): Wrangler {
  const [, name = '', version] = VERSION_OF_DATA_SET.exec(dataset_uri.trim()) ?? []
  const isDataSet = DATA_SET_NAME.test(name)
  return {
    code_uri: code_uri.trim(),
    dataset_uri: isDataSet ? dataSetAddress(name, Number(version)) : dataset_uri.trim(),
  }
}

/** Lists the problems of each address. An empty address means that the version's own one is used. */
export function wranglerProblems(
  sent: Wrangler,
  bucket: string,
): { field: keyof Wrangler; problem: string }[] {
  const { code_uri, dataset_uri } = plainWrangler(sent)
  const found = [
    { field: 'code_uri' as const, problem: code_uri === '' ? null : codeProblem(code_uri, bucket) },
    { field: 'dataset_uri' as const, problem: dataset_uri === '' ? null : dataProblem(dataset_uri, bucket) },
  ]
  return found.flatMap(({ field, problem }) => (problem === null ? [] : [{ field, problem }]))
}

function codeProblem(address: string, bucket: string): string | null {
  const parsed = pathOf(address, bucket)
  if ('problem' in parsed) return parsed.problem
  return ARCHIVE.test(parsed.path)
    ? null
    : `${address} is not an archive of code: name one (.tar.gz) in the bucket.`
}

function dataProblem(address: string, bucket: string): string | null {
  if (isDataSetAddress(address))
    return parseDataSetAddress(address)
      ? null
      : `${address} is not the address of a data set: write data-sets/NAME@v1.`
  const parsed = pathOf(address, bucket)
  if ('problem' in parsed) return parsed.problem
  return parsed.path.startsWith(DATA)
    ? null
    : `${address} is not data of the workspace: name a folder or a file below datasets/, or data-sets/NAME@v1.`
}
