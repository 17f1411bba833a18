import { checkSolution, readSolution, type Solution } from '@podium/contract/calls/solutions.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import {
  checkSolutionName,
  isSolutionNameOnWire,
  otherLettersProblem,
} from '@podium/contract/solution-metadata/metadata.ts'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { useTypedNameCheck } from '../../../record/name-check.tsx'
import { useWorkspace } from '../../../session/use-session.ts'
import { ActionField, TextField } from '../../../ui/form/text-field.tsx'

/** The solution that a registration may add a version to. */
export type KnownSolution = Pick<Solution, 'id' | 'name' | 'versions' | 'created_by'>

export type NameVerdict =
  /** there is no name to check */
  | { is: 'none' }
  | { is: 'asking' }
  | { is: 'unknown'; reason: string }
  | { is: 'free' }
  /** the name is invalid, or a solution has it with other upper and lower case */
  | { is: 'wrong'; title: string; reason: string }
  | { is: 'taken'; by: KnownSolution }

/** The titles of name checks, the same as in the server's check of an archive. */
export const NAME_TITLES = {
  free: 'Name is available',
  invalid: 'Name is not valid',
  similar: 'Name is not available',
  taken: 'This solution already exists',
  differs: 'Name differs',
}

/**
 * Checks whether a solution with that name exists.
 * @param solution the one that gets a new version, if it is already known
 * @param isRegistered stops the check, because the registered solution has the name from then on
 */
export function useNameVerdict(name: string, solution: KnownSolution | undefined, isRegistered: boolean) {
  const { id: workspace_id } = useWorkspace()
  const isPossible = isSolutionNameOnWire(name)
  const { answer, verdictOf, check } = useTypedNameCheck({
    name: isPossible && solution === undefined ? name : '',
    query: (asked) => ({ ...solutionNamed(workspace_id, asked), enabled: !isRegistered }),
    isTaken: (known) => known !== null,
  })

  function verdict(): NameVerdict {
    if (name === '') return { is: 'none' }
    if (solution) return { is: 'taken', by: solution }
    const found = isPossible ? verdictOf(name) : undefined
    if (isPossible && !found) return { is: 'asking' }
    if (found?.is === 'unknown') return { is: 'unknown', reason: found.message }
    return answer && found ? takenOrWrong(name, answer) : freeOrWrong(name)
  }

  return { verdict: verdict(), checkAgain: () => void check(name) }
}

/** Reads the solution that has the name, in any case of letters; null if there is none. */
function solutionNamed(workspace_id: string, name: string) {
  return queryOptions({
    queryKey: ['solution named', workspace_id, name],
    meta: { reads: checkSolution.reads },
    staleTime: 0,
    async queryFn({ client }) {
      const now = { retry: false, staleTime: 0 }
      const { solution_id } = await client.fetchQuery({
        ...q(checkSolution, { query: { workspace_id, name } }),
        ...now,
      })
      if (solution_id === null) return null
      return client.fetchQuery({ ...q(readSolution, { params: { id: solution_id } }), ...now })
    },
  })
}

function freeOrWrong(name: string): NameVerdict {
  const reason = checkSolutionName(name)
  return reason === null ? { is: 'free' } : { is: 'wrong', title: NAME_TITLES.invalid, reason }
}

function takenOrWrong(name: string, by: KnownSolution): NameVerdict {
  if (by.name === name) return { is: 'taken', by }
  return { is: 'wrong', title: NAME_TITLES.similar, reason: otherLettersProblem(by.name, 'its next version') }
}

interface NameFieldProps {
  name: string
  verdict: NameVerdict
  /** the one that gets a new version, if it is already known */
  solution: KnownSolution | undefined
  onCheck: () => void
}

/** The name from the metadata, and whether it is free. */
export function NameField({ name, verdict, solution, onCheck }: NameFieldProps) {
  const [asked, setAsked] = useState<string>()
  const error = errorOf(verdict, asked === name)
  if (solution)
    return <TextField label="Name" readOnly value={solution.name} help="A new version keeps the name." />
  return (
    <ActionField
      label="Name"
      readOnly
      placeholder="read from metadata.json"
      value={name}
      action="Check Duplicate"
      onAction={() => {
        setAsked(name)
        onCheck()
      }}
      checking={verdict.is === 'asking'}
      disabledReason={name === '' ? 'Add a file or metadata first.' : undefined}
      good={verdict.is === 'free' ? messages.name_available : undefined}
      error={error}
      help={verdict.is === 'taken' && error === undefined ? helpOf(verdict.by) : undefined}
    />
  )
}

/** A taken name means a new version. It is an error only if the person asks whether it is free. */
function errorOf(verdict: NameVerdict, asked: boolean): string | undefined {
  if (verdict.is === 'taken') return asked ? messages.name_taken : undefined
  return 'reason' in verdict ? verdict.reason : undefined
}

function helpOf({ name, created_by }: KnownSolution): string {
  return `becomes the next version of ${name}, first registered by ${created_by}`
}
