import { messages } from '@podium/contract/rules.ts'
import { fieldMessages, sentenceFor } from '../../api/api-error.ts'

/** With what an account confirms that it is its owner who asks. */
export interface Proof {
  current: string
  /** of the second factor, or a recovery code; '' where none is set */
  code: string
}

export type ProofField = keyof Proof
export type ProofProblems = Partial<Record<ProofField, string>>

export const NO_PROOF: Proof = { current: '', code: '' }
export const proofFields: readonly ProofField[] = ['current', 'code']

/** What is missing before the server need be asked. */
export function missingProof({ current, code }: Proof, withCode: boolean): ProofProblems {
  return {
    ...(current === '' && { current: messages.fill_out }),
    ...(withCode && code.trim() === '' && { code: messages.fill_out }),
  }
}

/** What a refusal says of password and code; nothing where it is about something else. */
export function proofProblems(error: unknown): ProofProblems {
  const sentence = sentenceFor(error)
  // Locked by wrong passwords: it is the password that cannot be tried again.
  if (sentence === messages.password_wrong || sentence === messages.login_locked) return { current: sentence }
  const { otp } = fieldMessages(error)
  return otp === undefined ? {} : { code: otp }
}
