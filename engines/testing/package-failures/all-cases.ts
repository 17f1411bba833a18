import { buildCases } from './cases/builds.ts'
import { conflictCases } from './cases/conflicts.ts'
import { hashCases } from './cases/hashes.ts'
import { indexCases } from './cases/index-answers.ts'
import { lineCases } from './cases/lines.ts'
import { addressCases } from './cases/repositories.ts'
import { versionCases } from './cases/versions.ts'
import type { FailureCase } from './failure-case.ts'

/** Returns the failures that the tools are tested with, by kinds, which name the files of their recorded outputs. */
export async function allCases(): Promise<Record<string, FailureCase[]>> {
  return {
    addresses: addressCases(),
    builds: await buildCases(),
    conflicts: conflictCases(),
    hashes: await hashCases(),
    index: indexCases(),
    lines: lineCases(),
    versions: versionCases(),
  }
}
