/** The files of a source, by their paths in it. */
export interface SourceFiles {
  /** Returns the text of a file, null if there is none. */
  read(path: string): Promise<string | null>
  hasFolder(path: string): Promise<boolean>
  /** Finds the name that these give a project; '' where only its build tells it. Left out where no Python can be asked. */
  nameInSetup?: ((setup: SetupFiles) => Promise<string>) | undefined
}

/** The texts of the files from which setuptools has a name; null for one that is missing. */
export interface SetupFiles {
  /** of setup.py */
  script: string | null
  /** of setup.cfg */
  config: string | null
}
