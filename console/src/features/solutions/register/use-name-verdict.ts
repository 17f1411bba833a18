import { checkSolutionName, isSolutionNameOnWire, otherLettersProblem } from '@podium/contract/metadata.ts'
import { checkSolution, readSolution, type Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { useWorkspace } from '../../../session/use-session.ts'

/** The solution that a registration would add a version to. */
export type KnownSolution = Pick<Solution, 'id' | 'name' | 'versions' | 'created_by'>

export type NameVerdict =
  /** there is no name to judge */
  | { is: 'none' }
  | { is: 'asking' }
  | { is: 'unknown'; why: string }
  | { is: 'free' }
  /** nobody has it, but it is no name for a solution */
  | { is: 'unfit'; why: string }
  | { is: 'taken'; by: KnownSolution }
  /** somebody has it but for the case of its letters */
  | { is: 'other letters'; why: string }

const TYPING_MS = 300

/** Whether a solution of that name is there. `solution`: the one that is to get a new version, where that is settled. */
export function useNameVerdict(name: string, solution: KnownSolution | undefined) {
  const { id: workspace_id } = useWorkspace()
  const settled = useSettled(name)
  const isAsked = solution === undefined && isSolutionNameOnWire(settled)
  const taken = useQuery({
    ...q(checkSolution, { query: { workspace_id, name: settled } }),
    enabled: isAsked,
    retry: false,
    staleTime: 0,
  })
  const id = taken.data?.solution_id ?? ''
  const found = useQuery({
    ...q(readSolution, { params: { id } }),
    enabled: isAsked && id !== '',
    retry: false,
    staleTime: 0,
  })

  function verdict(): NameVerdict {
    if (name === '') return { is: 'none' }
    if (solution) return { is: 'taken', by: solution }
    if (!isSolutionNameOnWire(name)) return freeOrUnfit(name)
    const error = taken.error ?? found.error
    if (settled !== name || taken.isFetching || found.isFetching) return { is: 'asking' }
    if (error) return { is: 'unknown', why: sentenceFor(error) }
    if (taken.data?.duplicate !== true) return freeOrUnfit(name)
    return found.data
      ? takenOrNear(name, found.data)
      : { is: 'unknown', why: 'The name was just taken or freed. Check it again.' }
  }

  return {
    verdict: verdict(),
    checkAgain: () => {
      if (isAsked) void taken.refetch()
      if (isAsked && id !== '') void found.refetch()
    },
  }
}

function freeOrUnfit(name: string): NameVerdict {
  const why = checkSolutionName(name)
  return why === null ? { is: 'free' } : { is: 'unfit', why }
}

function takenOrNear(name: string, by: KnownSolution): NameVerdict {
  return by.name === name
    ? { is: 'taken', by }
    : { is: 'other letters', why: otherLettersProblem(by.name, 'its next version') }
}

/** The text once nothing was typed for a moment; a text that was emptied at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
