/** Content of a workspace's cache: files that programs of runs keep there, or downloads of packages. */
export type CacheKind = 'programs' | 'packages'

/** A cache that an engine keeps for the runs of a workspace. */
export interface WorkspaceCache {
  id: string
  /** id of the workspace */
  workspace: string
  kind: CacheKind
  /** bytes when a run of the workspace last ended */
  size: number
  /** ISO-8601 */
  used_at: string
  /** true if an unfinished run may use it */
  in_use: boolean
}

/** The caches of all workspaces. */
export interface WorkspaceCaches {
  list(): Promise<WorkspaceCache[]>
  /** Removes one that no run uses. */
  clear(id: string): Promise<'cleared' | 'in use' | 'absent'>
}
