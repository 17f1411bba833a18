import type { Artifact } from '@podium/contract/run-files.ts'

/** One line of the tree: a folder with all it holds, or a file. */
export interface TreeRow {
  /** the whole path; a folder's ends in '/' */
  path: string
  name: string
  depth: number
  size: number
  folder: boolean
}

/**
 * The lines of the tree in order, folders before files; what lies in a closed folder is left out.
 * @param isOpen whether the folder of that path is open
 */
export function treeRows(artifacts: readonly Artifact[], isOpen: (path: string) => boolean): TreeRow[] {
  return rowsBelow('', 0, artifacts, isOpen)
}

function rowsBelow(
  prefix: string,
  depth: number,
  artifacts: readonly Artifact[],
  isOpen: (path: string) => boolean,
): TreeRow[] {
  const folders = new Map<string, Artifact[]>()
  const files: TreeRow[] = []
  for (const artifact of artifacts) {
    const rest = artifact.path.slice(prefix.length)
    const end = rest.indexOf('/')
    if (end < 0) files.push({ path: artifact.path, name: rest, depth, size: artifact.size, folder: false })
    else {
      const path = prefix + rest.slice(0, end + 1)
      const held = folders.get(path)
      if (held) held.push(artifact)
      else folders.set(path, [artifact])
    }
  }
  const inFolders = [...folders].sort(byPath).flatMap(([path, held]) => {
    const size = held.reduce((sum, artifact) => sum + artifact.size, 0)
    const row: TreeRow = { path, name: path.slice(prefix.length, -1), depth, size, folder: true }
    return isOpen(path) ? [row, ...rowsBelow(path, depth + 1, held, isOpen)] : [row]
  })
  return [...inFolders, ...files.sort((one, other) => one.path.localeCompare(other.path))]
}

function byPath([one]: [string, unknown], [other]: [string, unknown]): number {
  return one.localeCompare(other)
}
