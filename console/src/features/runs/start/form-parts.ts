import type { RunDraft } from './run-draft.ts'

/** Changes some of the draft; everything else stays. */
export type ChangeDraft = (part: Partial<RunDraft>) => void

/** What is wrong with the form beside its parameters, by field; shown after a try to start. */
export interface FormProblems {
  stream?: string
  instance?: string
  instance_name?: string
  stream_name?: string
  model?: string
  dataset?: string
  folder?: string
  files?: string
}
