import {
  type Registered,
  registerArchive,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { outcomes } from '@podium/contract/rules/rules.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { type Send, useChange } from '../../../record/use-change.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { Note } from '../../../ui/feedback/note.tsx'
import { WithoutEffect } from '../components/without-effect.tsx'

/** The metadata, or the path of the archive in the bucket. */
export type Content = { metadata: Metadata } | { path: string }

interface Registration {
  content: Content
  /** the solution that gets a new version */
  solutionId: string | undefined
  /** such as 'penguins v 1' */
  label: string
}

interface RegisterOptions {
  onRegistered: (registered: Registered) => void
  /** returns true if nothing more is to be reported */
  onRefused: (error: unknown) => boolean | Promise<boolean>
}

/** Asks, registers, reports the outcome, and passes on the result. A failure leaves the form as it is. */
export function useRegister({ onRegistered, onRefused }: RegisterOptions) {
  const workspace = useWorkspace()
  const [isRegistered, setRegistered] = useState(false)
  const { change: save, isBusy } = useChange<Registration, Registered>({
    outcome: 'create',
    confirm: ({ label }) => ({ mode: 'create', detail: `${label} in ${workspace.display_name}` }),
    change: (registration, send) => register(workspace.id, registration, send),
    // The failure's alert reports a 422.
    isShownOnField: () => true,
    onRefused,
    onDone: () => setRegistered(true),
    tell: (registered) => ({
      alert: 'success',
      text: outcomes.create.done,
      detail: <RegisteredWords {...registered} />,
    }),
    onReported: onRegistered,
  })
  return { save, isBusy, isRegistered }
}

function register(workspace_id: string, { content, solutionId }: Registration, send: Send) {
  const query = { workspace_id }
  if ('path' in content)
    return send(registerArchive, { query, body: { ...content, solution_id: solutionId } })
  const body = { metadata_json: content.metadata }
  if (solutionId === undefined) return send(registerSolution, { query, body })
  return send(registerVersion, { query, params: { id: solutionId }, body })
}

function RegisteredWords({ name, versions, workspace_name, warnings, without_effect }: Registered) {
  const workspace = workspace_name.replace(/-ws$/, '')
  const title = `Registered with ${countOf(warnings.length, 'warning')}.`
  return (
    <div className={layout.stackTight}>
      <p>
        {name} {formatVersion(versions[0]?.version_num)} is registered in {workspace}.
      </p>
      {warnings.length > 0 && (
        <Note tone="warn" title={title}>
          {warnings.join(' ')}
        </Note>
      )}
      <WithoutEffect sentences={without_effect} />
    </div>
  )
}
