/** A virtual environment of Python packages for the runs of a workspace, or a fetched Python for all workspaces. */
export interface PythonEnvironment {
  id: string
  /** id of the workspace; null for a Python */
  workspace: string | null
  /** the version of its Python, such as '3.11.2' */
  python: string
  packages: number
  /** bytes */
  size: number
  /** ISO-8601 */
  used_at: string
  /** true if an unfinished run uses it, or, for a Python, if packages are installed for it */
  in_use: boolean
}
