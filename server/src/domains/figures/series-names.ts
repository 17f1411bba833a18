import { LONGEST_NAME, MAX_SERIES } from './figures.ts'

/** Gives the figures that a program writes into several folders names of their own. */
export interface SeriesNames {
  /**
   * Returns the name of the figure that the writer of a folder, or of a file, calls `tag`.
   * @param isPart true if the folder is a part of another one, so that all its figures have its name
   */
  nameOf(folder: string, tag: string, isPart?: boolean): string
}

/** Names that are remembered, more than a run may have figures. */
const MAX_OWNERS = 2 * MAX_SERIES

/**
 * The first folder's figures keep the names of their writer. A name that another folder has already gets the name of
 * its folder as a prefix, with as many of the folders above it as make the prefix unique.
 */
export function createSeriesNames(): SeriesNames {
  const owners = new Map<string, string>()
  const prefixes = new Map<string, string>()
  const taken = new Set<string>()

  function prefixOf(folder: string): string {
    const known = prefixes.get(folder)
    if (known !== undefined) return known
    const parts = folder.split('/').filter((part) => part !== '')
    let prefix = ''
    for (let at = parts.length - 1; at >= 0; at -= 1) {
      prefix = `${(parts[at] ?? '').replace(/\.(?:csv|log)$/, '')}/${prefix}`
      if (!taken.has(prefix)) break
    }
    if (prefix === '' || taken.has(prefix)) prefix = `${prefix || 'outputs/'}${prefixes.size + 1}/`
    taken.add(prefix)
    prefixes.set(folder, prefix)
    return prefix
  }

  function hasPlainName(folder: string, tag: string, isPart: boolean): boolean {
    const part = folder.slice(folder.lastIndexOf('/') + 1)
    if (isPart) return tag.startsWith(`${part}/`)
    const owner = owners.get(tag)
    if (owner === undefined && owners.size < MAX_OWNERS) owners.set(tag, folder)
    return owner === undefined || owner === folder
  }

  return {
    nameOf(folder, tag, isPart = false) {
      if (tag.length > LONGEST_NAME || hasPlainName(folder, tag, isPart)) return tag
      return prefixOf(folder) + tag
    },
  }
}
