import { trainAndInference } from './archive.ts'

export const inFirst = { workspace_id: 'first-ws' }

let names = 0

/** A name that is new in this test file. */
export function freshName(word = 'pumps'): string {
  names += 1
  return `${word}-${names}`
}

/** Metadata of a solution that trains and scores, under that name. */
export function metadataNamed(name: string) {
  return { ...trainAndInference, name }
}
