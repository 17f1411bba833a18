import type { Solution, VersionDetail } from '@podium/contract/solutions.ts'
import { useState } from 'react'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { textOf } from './metadata-text.ts'

/** What the text began as: the newest version and the revision of the solution that had it. */
export interface Base {
  revision: number
  version_num: number
  text: string
}

interface Kept {
  base: Base
  text: string
}

/** The text as it is edited. It outlives a lost session, and is not left without a question. */
export function useMetadataDraft(solution: Solution, version: VersionDetail) {
  const form = `Edit metadata ${solution.id}`
  const kept = useKeptValues<Kept>(form)
  const [base, setBase] = useState<Base>(kept?.base ?? baseOf(solution, version))
  const [text, setText] = useState(kept?.text ?? base.text)
  const isTyped = text !== base.text
  useKeptForm(form, isTyped ? { base, text } : undefined)
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.')
  return { base, setBase, text, setText, isTyped, leaveFreely }
}

export function baseOf({ revision }: Solution, version: VersionDetail): Base {
  return { revision, version_num: version.version_num, text: textOf(version) }
}
