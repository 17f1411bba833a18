/** A virtual environment of Python packages that an engine made for the runs of a workspace, or a Python that it fetched for all. */
export interface PythonEnvironment {
  id: string
  /** id of the workspace; null for a Python, of which environments are made */
  workspace: string | null
  /** the version of its Python, such as '3.11.2' */
  python: string
  packages: number
  /** bytes */
  size: number
  /** ISO-8601 */
  used_at: string
  /** whether a run that has not ended uses it, or, for a Python, whether there are packages that were installed for it */
  in_use: boolean
}
