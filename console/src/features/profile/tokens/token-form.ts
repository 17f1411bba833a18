import { messages } from '@podium/contract/rules.ts'
import type { AccessToken } from '@podium/contract/sign-in.ts'
import { missingProof, type Proof, proofFields } from '../proof.ts'

export interface TokenValues extends Proof {
  name: string
  scope: AccessToken['scope']
  days: string
}

export type TokenField = 'name' | keyof Proof

export const NEW_TOKEN_FORM = 'New Token'
export const EMPTY_TOKEN: TokenValues = { name: '', scope: 'read', days: '90', current: '', code: '' }
/** In the order of the dialog: the first bad one takes the focus. */
export const tokenFields: readonly TokenField[] = ['name', ...proofFields]

export const scopeWords: Record<AccessToken['scope'], { label: string; help: string }> = {
  read: { label: 'Read only', help: 'Calls that change nothing.' },
  full: {
    label: 'All that you may do',
    help: 'Except what concerns the sign-in: password, tokens, second factor and sessions.',
  },
}

export const expiries = ['7', '30', '90', '180', '365'].map((days) => ({
  value: days,
  label: `${days} days`,
}))

export function tokenProblems(values: TokenValues, withCode: boolean): Partial<Record<TokenField, string>> {
  return {
    ...(values.name.trim() === '' && { name: messages.fill_out }),
    ...missingProof(values, withCode),
  }
}
