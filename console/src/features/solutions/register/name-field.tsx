import { messages } from '@podium/contract/rules.ts'
import { ActionField } from '../../../ui/action-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { KnownSolution, NameVerdict } from './use-name-verdict.ts'

interface NameFieldProps {
  name: string
  verdict: NameVerdict
  /** The one that is to get a new version, where that is settled. */
  solution: KnownSolution | undefined
  onCheck: () => void
}

/** The name as the metadata has it, and whether it is free. */
export function NameField({ name, verdict, solution, onCheck }: NameFieldProps) {
  if (solution)
    return <TextField label="Name" readOnly value={solution.name} help="A new version keeps the name." />
  return (
    <ActionField
      label="Name"
      readOnly
      placeholder="read from metadata.json"
      value={name}
      action="Check Duplicate"
      onAction={onCheck}
      checking={verdict.is === 'asking'}
      good={verdict.is === 'free' ? messages.name_available : undefined}
      error={errorOf(verdict)}
      help={
        verdict.is === 'taken' ? `Save registers it as the next version of ${verdict.by.name}.` : undefined
      }
    />
  )
}

function errorOf(verdict: NameVerdict): string | undefined {
  if (verdict.is === 'taken') return messages.name_taken
  return verdict.is === 'unknown' || verdict.is === 'unfit' ? verdict.why : undefined
}
