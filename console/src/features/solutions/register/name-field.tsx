import { messages } from '@podium/contract/rules.ts'
import { useState } from 'react'
import { ActionField } from '../../../ui/form/action-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
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
      good={verdict.is === 'free' ? messages.name_available : undefined}
      error={error}
      help={verdict.is === 'taken' && error === undefined ? helpOf(verdict.by) : undefined}
    />
  )
}

/** A name that becomes a version is a fault only to whoever asks whether it is free. */
function errorOf(verdict: NameVerdict, asked: boolean): string | undefined {
  if (verdict.is === 'taken') return asked ? messages.name_taken : undefined
  return 'why' in verdict ? verdict.why : undefined
}

function helpOf({ name, created_by }: KnownSolution): string {
  return `becomes the next version of ${name}, first registered by ${created_by}`
}
