import { distributionOf } from '@podium/contract/python-packages/distribution-of.ts'
import type { RunRow } from '../../run-records/run-row.ts'

/** The end of Python's messages, also of those of `python -m`. */
const MISSING = /\bNo module named '?(\w+(?:\.\w+)*)'?\)?\.?$/

/**
 * Adds to the message of a missing module how its package gets installed. A name that is not known may also be a module
 * of the program itself.
 */
export function withMissingModule(title: string, run: Pick<RunRow, 'metadata_json'>): string {
  const [, module = ''] = MISSING.exec(title) ?? []
  const name = module === '' ? null : distributionOf(module)
  if (name === null) return title
  const isFolder = run.metadata_json.folder !== undefined
  const advice = isFolder ? `'podium run --with ${name} .' installs it` : `add ${name} to requirements.txt`
  return `${title.replace(/\.$/, '')}; ${name === module ? 'if it is a package, ' : ''}${advice}`
}
