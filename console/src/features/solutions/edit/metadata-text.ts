import type { VersionDetail } from '@podium/contract/solutions.ts'

/** The metadata of a version as people read and edit it. */
export function textOf({ metadata_json }: Pick<VersionDetail, 'metadata_json'>): string {
  return JSON.stringify(metadata_json, null, 2)
}

/** The text in that form; the text itself where it is no JSON. */
export function inForm(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
