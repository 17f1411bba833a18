/** The addresses in the server's settings, credentials masked; null if not set. */
export interface InstallSettings {
  index_url: string | null
  extra_index_url: string | null
  find_links: string | null
}

/** The answer of an index that the server asked once after a failure. */
export interface IndexAnswer {
  address: string
  from: 'setting' | 'file'
  /** null if there was no answer */
  status: number | null
  kind: 'html' | 'json' | 'simple' | 'none'
  /** why there was no answer */
  error?: string
}

export interface FailedInstall {
  tool: 'pip' | 'uv'
  /** the tool's output, both streams */
  output: string
  code: number | null
  /** such as '3.11.2' */
  python: string
  /** the package files of the source by path: requirements.txt, its includes, pyproject.toml, uv.lock */
  files: Record<string, string>
  settings: InstallSettings
  answers?: IndexAnswer[]
}
