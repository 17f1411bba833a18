/** The files of a source, by their paths in it. */
export interface SourceFiles {
  /** Returns the text of a file, null if there is none. */
  read(path: string): Promise<string | null>
  hasFolder(path: string): Promise<boolean>
  /** Finds the project name in setup.py or setup.cfg; '' if only a build tells it. Absent without a Python. */
  nameInSetup?: ((setup: SetupFiles) => Promise<string>) | undefined
}

/** The files that setuptools takes the name from; null for a missing one. */
export interface SetupFiles {
  /** the text of setup.py */
  script: string | null
  /** the text of setup.cfg */
  config: string | null
}
