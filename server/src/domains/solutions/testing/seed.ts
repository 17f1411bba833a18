import { trainAndInference } from './archive.ts'

export const inFirst = { workspace_id: 'first-ws' }

let names = 0

/** A name that is unique in this test file. */
export function freshName(word = 'pumps'): string {
  names += 1
  return `${word}-${names}`
}

/** Metadata of a solution with training and inference, under that name. */
export function metadataNamed(name: string) {
  return { ...trainAndInference, name }
}
