export function bundle(program: {
  root: string
  outDir: string
  /** the sources by program name */
  entries: Record<string, string>
  /** replaced modules by name, with the files that replace them */
  alias?: Record<string, string>
}): Promise<void>
export function copyMigrations(root: string, folder: string): void
