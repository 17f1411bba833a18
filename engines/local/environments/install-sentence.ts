import { maskAddresses } from '@podium/contract/python-packages/masked-addresses.ts'
import { plainLine } from '../../plain-line.ts'
import { build, buildRequirement, project } from './failure/builds.ts'
import { conflict } from './failure/conflicts.ts'
import type { FailedInstall } from './failure/failed-install.ts'
import { damaged, hashes } from './failure/hashes.ts'
import { fetching, proxy, untrustedHost, wheelFolder } from './failure/index-access.ts'
import { machine } from './failure/machine.ts'
import { otherPython } from './failure/pythons.ts'
import { repository } from './failure/repositories.ts'
import { localPackage, missingInclude, unreadableLine } from './failure/requirement-lines.ts'
import { missingVersions } from './failure/versions.ts'

const MAX_LENGTH = 600
/** Limits outputs and lines, which builds control and which would otherwise be searched for seconds. */
const MAX_OUTPUT_BYTES = 64 * 1024
const MAX_LINE_LENGTH = 1000

/**
 * The first function that finds its cause in the output returns the sentence. Causes come before their effects: an
 * index that does not answer also has no versions.
 */
const CAUSES: ((failed: FailedInstall) => string | null)[] = [
  machine,
  missingInclude,
  localPackage,
  repository,
  unreadableLine,
  proxy,
  hashes,
  buildRequirement,
  project,
  otherPython,
  untrustedHost,
  wheelFolder,
  fetching,
  damaged,
  build,
  conflict,
  missingVersions,
]

/** Lines that explain or decorate, none of which is a cause. */
const NO_CAUSE = /^\s*(?:$|note:|hint:|warning:|\[notice\]|[\^~|│╰×]|\[end of)/i

/** Returns why packages could not be installed and how to fix that, in a sentence. */
export function installSentence(written: FailedInstall): string {
  const failed = { ...written, output: shortened(written.output) }
  for (const cause of CAUSES) {
    const sentence = cause(failed)
    if (sentence !== null) return plainLine(maskAddresses(sentence), MAX_LENGTH)
  }
  const last = failed.output.split('\n').findLast((line) => !NO_CAUSE.test(line)) ?? ''
  const line = plainLine(maskAddresses(last), MAX_LENGTH)
  return `The packages could not be installed (exit code ${failed.code ?? 'unknown'})${line === '' ? '.' : `; last line: ${line}`}`
}

function shortened(output: string): string {
  const lines = output.slice(-MAX_OUTPUT_BYTES).split('\n')
  return lines.map((line) => line.slice(0, MAX_LINE_LENGTH)).join('\n')
}
