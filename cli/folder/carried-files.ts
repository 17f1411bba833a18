import type { FolderFiles, FoundFile } from './find-files.ts'

/** Files above this size, in bytes, are sent once by their hash instead of with every version. */
const LARGE = 10 * 1024 ** 2
/** An archive holds no more entries; folders count, too. */
const MAX_SOURCE_FILES = 4_000

/** The server takes these out of an archive, as its metadata and as sample data of a solution. */
const TAKEN_OUT = /^(metadata\.json$|data\/(train|inference)\/)/

const CODE =
  /(^|\/)(Makefile|Dockerfile|[^/.]*|\.[^/]*)$|\.(py|pyi|pyx|ipynb|sh|toml|cfg|ini|ya?ml|txt|md|rst|in|lock|jinja2?|sql|r|jl|lua|proto|c|cc|cpp|cu|cuh|h|hpp|js|ts)$/i

/**
 * Divides what goes along into the archive of a version and the files that are laid over it, so that a large or
 * numerous part is sent once.
 * @param hasOwnMetadata true if metadata.json at the top describes a solution
 */
export function carriedFiles(
  { source, data }: Pick<FolderFiles, 'source' | 'data'>,
  hasOwnMetadata: boolean,
): { archive: FoundFile[]; laidOver: FoundFile[] } {
  const isMany = source.length > MAX_SOURCE_FILES
  const inArchive = ({ path, size }: FoundFile) => {
    if (path === 'metadata.json') return hasOwnMetadata
    return !TAKEN_OUT.test(path) && size <= LARGE && (!isMany || CODE.test(path))
  }
  return {
    archive: source.filter(inArchive),
    laidOver: [...source.filter((file) => !inArchive(file)), ...data],
  }
}
