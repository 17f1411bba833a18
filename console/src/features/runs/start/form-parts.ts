import type { RunDraft } from './run-draft.ts'
import type { Offer } from './run-plan.ts'

/** Changes some of the draft; everything else stays. */
export type ChangeDraft = (part: Partial<RunDraft>) => void

/** Adds to the offer what a search found and was chosen. */
export type Remember = (found: Partial<Offer>) => void

/** What is wrong with the form beside its parameters, by field; shown after a try to start. */
export interface FormProblems {
  stream?: string
  instance?: string
  solution?: string
  instance_name?: string
  stream_name?: string
  model?: string
  dataset?: string
  folder?: string
  files?: string
}
