import { runVariablesProblem, sizeInBytes, variableLimits } from '@podium/contract/calls/variables.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { type RunSpec, type Secret, StartRefused } from '@podium/engines/engine.ts'
import { OtherKey, type SecretBox } from '../../../http/secret-box.ts'
import { keepRunSecrets, readRunSecrets } from '../../run-records/masking/run-secrets.ts'
import type { StartSources } from '../../run-records/reads.ts'
import type { RunRow } from '../../run-records/run-row.ts'
import { updateRun } from '../../run-records/write-run.ts'
import { variablesFor } from '../../variables/reads.ts'
import { purposeOf } from '../../variables/service.ts'
import { refuseChoice } from './model.ts'

/** Checks the variables that a start adds to those of its workspace, or fails with a sentence. */
export async function ownVariables(
  db: Database,
  { workspace, solution }: Pick<StartSources, 'workspace' | 'solution'>,
  sent: Record<string, string> = {},
): Promise<Record<string, string>> {
  const names = Object.keys(sent)
  if (names.length === 0) return {}
  const bad = runVariablesProblem(sent)
  if (bad !== null) refuseChoice(`The variable ${bad.name.slice(0, 200)}: ${bad.problem}`)
  if (names.length > variableLimits.of_run)
    refuseChoice(`A run adds at most ${variableLimits.of_run} variables of its own.`)
  const bytes = Object.values(sent).reduce((sum, value) => sum + sizeInBytes(value), 0)
  if (bytes > variableLimits.of_run_bytes)
    refuseChoice(
      `The variables of a run hold at most ${variableLimits.of_run_bytes / 1024} KiB together: put longer content into a data file.`,
    )
  const secret = (await variablesFor(db, workspace.id, solution.id)).find(
    (variable) => variable.secret && names.includes(variable.name),
  )
  if (secret)
    refuseChoice(`${secret.name} is a secret of this workspace. Choose another name for the variable.`)
  return sent
}

/**
 * The variables and secrets of an attempt. The secrets are stored with it, for masking and for repeated calls.
 * @throws StartRefused if a secret cannot be decrypted
 */
export async function giveVariables(
  db: Handle,
  box: SecretBox,
  run: RunRow,
): Promise<Pick<RunSpec, 'variables' | 'secrets'>> {
  const rows = await variablesFor(db, run.workspace_id, run.solution_id)
  const kept = await readKept(db, box, run)
  const plain = rows.filter(({ secret }) => !secret).map(({ name, value }) => [name, value ?? ''] as const)
  const secrets = kept ?? rows.filter(({ secret }) => secret).map((row) => opened(row, box))
  if (kept === null) await note(db, box, run, rows, secrets)
  // a variable that became a secret after the run was queued stays a secret
  const own = Object.entries(run.variables).filter(
    ([name]) => !secrets.some((secret) => secret.name === name),
  )
  return { variables: Object.fromEntries([...plain, ...own]), secrets }
}

async function readKept(db: Handle, box: SecretBox, run: RunRow): Promise<Secret[] | null> {
  try {
    return await readRunSecrets(db, box, { run: run.id, attempt: run.attempt })
  } catch (error) {
    if (!(error instanceof OtherKey)) throw error
    throw new StartRefused(`A secret of this run ${error.message}. Start the run again.`)
  }
}

async function note(
  db: Handle,
  box: SecretBox,
  run: RunRow,
  rows: Awaited<ReturnType<typeof variablesFor>>,
  secrets: Secret[],
): Promise<void> {
  const given_variables = rows.map(({ name, secret, revision }) => ({ name, secret, revision }))
  if (secrets.length > 0) await keepRunSecrets(db, box, { run: run.id, attempt: run.attempt }, secrets)
  // an earlier attempt may have been given some
  if (rows.length > 0 || run.given_variables !== null) await updateRun(db, run.id, { given_variables })
}

function opened(row: Awaited<ReturnType<typeof variablesFor>>[number], box: SecretBox): Secret {
  const { name, in_environment, sealed, key_id } = row
  if (sealed === null || key_id === null) throw new Error(`The secret ${name} has no value.`)
  try {
    return { name, in_environment, value: box.open({ sealed, key_id }, purposeOf(row)) }
  } catch (error) {
    if (!(error instanceof OtherKey)) throw error
    throw new StartRefused(
      `The secret ${name} ${error.message}: set its value again, or ask an administrator to restore the key.`,
    )
  }
}
