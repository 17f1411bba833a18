/** The files of a source, by their paths in it. */
export interface SourceFiles {
  /** Returns the text of a file, null if there is none. */
  read(path: string): Promise<string | null>
  hasFolder(path: string): Promise<boolean>
}
