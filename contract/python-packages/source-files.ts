/** The files of a source, by their paths in it. */
export interface SourceFiles {
  /** Returns the text of a file, null if there is none. */
  read(path: string): Promise<string | null>
  hasFolder(path: string): Promise<boolean>
  /** Finds the project name in these; '' if only a build knows it. Absent if no Python can be run. */
  nameInSetup?: ((setup: SetupFiles) => Promise<string>) | undefined
}

/** The files that setuptools takes the name from; null for a missing one. */
export interface SetupFiles {
  /** the text of setup.py */
  script: string | null
  /** the text of setup.cfg */
  config: string | null
}
