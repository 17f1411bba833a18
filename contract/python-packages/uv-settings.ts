import { type ProjectTable, projectTable } from './project-table.ts'
import type { SourceFiles } from './source-files.ts'

/** A project with the settings of uv that apply to it. */
export interface ProjectOfUv {
  /** null if the folder has no pyproject.toml */
  table: ProjectTable | null
  /** the folder of the uv workspace that it belongs to, or its own */
  root: string
  /** the texts of uv.toml */
  uv_toml: string[]
}

/** Adds what uv reads beside the project's own file: uv.toml and the workspace it belongs to. */
export async function withSettingsOfUv(
  source: SourceFiles,
  folder: string,
  own: ProjectTable | null,
): Promise<ProjectOfUv> {
  const above = foldersAbove(folder)
  const texts = await Promise.all([folder, ...above].map((place) => source.read(`${place}uv.toml`)))
  const uv_toml = texts.filter((text) => text !== null)
  for (const root of above) {
    const path = `${root}pyproject.toml`
    const text = await source.read(path)
    const workspace = text === null ? null : projectTable(text, path)
    if (own === null || !workspace?.is_workspace) continue
    const decides = JSON.stringify([own.decides, workspace.decides, uv_toml])
    return { table: { ...own, is_of_uv: true, has_local_sources: true, decides }, root, uv_toml }
  }
  if (own === null || uv_toml.length === 0) return { table: own, root: folder, uv_toml }
  const decides = JSON.stringify([own.decides, uv_toml])
  // An index that uv.toml names may be a folder of the source.
  return { table: { ...own, is_of_uv: true, has_local_sources: true, decides }, root: folder, uv_toml }
}

/** All ancestor folders, nearest first. */
function foldersAbove(folder: string): string[] {
  const parts = folder.split('/').slice(0, -1)
  return parts.map((_, at) =>
    parts
      .slice(0, parts.length - 1 - at)
      .map((part) => `${part}/`)
      .join(''),
  )
}
