import { messages } from '@podium/contract/rules.ts'
import { useState } from 'react'
import { formatVersion } from '../../../format/version.ts'
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
  const [asked, setAsked] = useState<string>()
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
      error={errorOf(name, verdict, asked === name)}
      help={verdict.is === 'taken' ? nextVersionOf(verdict.by) : undefined}
    />
  )
}

/** A name that becomes a version is a fault only to whoever asks whether it is free. */
function errorOf(name: string, verdict: NameVerdict, asked: boolean): string | undefined {
  if (verdict.is === 'taken') return asked || verdict.by.name !== name ? messages.name_taken : undefined
  return verdict.is === 'unknown' || verdict.is === 'unfit' ? verdict.why : undefined
}

function nextVersionOf({ name, versions }: KnownSolution): string {
  const newest = versions[0]?.version_num
  return newest === undefined
    ? `Save registers it as the next version of ${name}.`
    : `becomes ${formatVersion(newest + 1)} of ${name}`
}
