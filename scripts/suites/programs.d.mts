export const PROGRAM_TAGS: string[]
export interface MissingProgram {
  tag: string
  name: string
  packages: string[]
}
export function missingPrograms(options?: { isLong?: boolean }): MissingProgram[]
export function howToInstall(missing: MissingProgram[]): string
