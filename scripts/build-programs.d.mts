export function bundle(program: {
  root: string
  outDir: string
  /** the sources by the names of the programs */
  entries: Record<string, string>
  /** modules by their names, and the files that stand in their places */
  alias?: Record<string, string>
}): Promise<void>
export function copyMigrations(root: string, folder: string): void
