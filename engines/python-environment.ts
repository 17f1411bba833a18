/** A virtual environment of Python packages that an engine made for the runs of a workspace. */
export interface PythonEnvironment {
  id: string
  /** id of the workspace */
  workspace: string
  /** the version of its Python, such as '3.11.2' */
  python: string
  packages: number
  /** bytes */
  size: number
  /** ISO-8601 */
  used_at: string
  /** whether a run that has not ended uses it */
  in_use: boolean
}
