import type { PackageChoice } from '../package-choice.ts'
import { type PackagePlan, packagePlan } from '../package-plan.ts'
import type { SourceFiles } from '../source-files.ts'

/** Texts by their paths in a source. */
export type Files = Record<string, string>

export const PROJECT = '[project]\nname = "line"\nversion = "1"\ndependencies = ["numpy>=1.26"]\n'
export const BUILD = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'

export function sourceOf(files: Files): SourceFiles {
  return {
    read: async (path) => files[path] ?? null,
    nameInSetup: async ({ script }) => script ?? '',
    hasFolder: async (path) => Object.keys(files).some((file) => file.startsWith(`${path}/`)),
  }
}

export function planOf(files: Files, choice?: PackageChoice): Promise<PackagePlan | null> {
  return packagePlan(sourceOf(files), choice)
}
