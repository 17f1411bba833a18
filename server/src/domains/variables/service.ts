import {
  type putVariable as putRoute,
  sizeInBytes,
  type Variable,
  variableLimits,
  variableValueProblem,
} from '@podium/contract/calls/variables.ts'
import { fail, failAt, failField } from '@podium/contract/rules/errors.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { VARIABLE_NAME, variableNameProblem } from '@podium/contract/solution-metadata/variable-names.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Caller } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import type { Sealed, SecretBox } from '../../http/secret-box.ts'
import { checkStillAllowed } from '../../http/session/still-allowed.ts'
import { record } from '../audit/audit.ts'
import { shortenedFields } from '../audit/shortened.ts'
import { editRecord, sentFields } from '../edit-record.ts'
import { readVariable } from './reads.ts'
import {
  countOthers,
  lockVariable,
  lockVariablesOf,
  type NewVariable,
  removeVariable,
  solutionsAmong,
  type VariableFields,
  type VariableRow,
  writeVariable,
} from './repository.ts'

type Sent = Call<typeof putRoute>['body']
type VariableDeps = Pick<Deps, 'database' | 'secrets'>

interface Target {
  workspace_id: string
  name: string
}

/** The purpose for which the variable's secret is sealed, so that it cannot be used in another row. */
export function purposeOf({ workspace_id, name }: Target): string {
  return `variable ${workspace_id} ${name}`
}

/** Creates the variable or applies the sent fields; a secret keeps its value if none is sent. */
export function putVariable(
  { database, secrets }: VariableDeps,
  caller: Caller,
  target: Target,
  { revision, ...sent }: Sent,
): Promise<Variable> {
  refuseBadName(target.name, sent)
  const { workspace_id, name } = target
  const write = async (tx: Transaction, fields: VariableFields, before: VariableRow | null) => {
    const after = { ...target, ...fields, updated_by: caller.account_id }
    await refuseUnknownSolutions(tx, after, before)
    await refuseTooMuch(tx, after, before)
    await writeVariable(tx, after)
  }
  return editRecord<VariableRow, VariableFields, Variable>(
    database,
    {
      actor: caller,
      revision: revision ?? null,
      async lock(tx) {
        if (!(await lockVariablesOf(tx, workspace_id))) fail('NOT.FOUND')
        await checkStillAllowed(tx, caller, workspace_id, 'variable.edit')
        return lockVariable(tx, workspace_id, name)
      },
      async create(tx) {
        const fields = changed(target, null, sent, secrets)
        await write(tx, fields, null)
        await record(tx, caller, { action: 'variable.create', ...named(target), after: told(fields) })
      },
      compare: (before) => ({ before, after: changed(target, before, sent, secrets) }),
      write: (tx, changes, before) => write(tx, { ...before, ...changes }, before),
      event: () => ({ action: 'variable.edit', ...named(target) }),
      // the value that a secret had as a plain variable is not told either
      audited: (before, after) => ({
        before: told({ ...before, sealed: null, ...(after.sealed && { value: null }) }),
        after: told(after),
      }),
    },
    () => readVariable(database, secrets, workspace_id, name),
  )
}

export async function deleteVariable(
  { database }: VariableDeps,
  caller: Caller,
  target: Target,
): Promise<{ name: string }> {
  const { workspace_id, name } = target
  if (!VARIABLE_NAME.test(name)) fail('NOT.FOUND')
  await database.transaction(async (tx) => {
    if (!(await lockVariablesOf(tx, workspace_id))) fail('NOT.FOUND')
    await checkStillAllowed(tx, caller, workspace_id, 'variable.edit')
    const before = (await lockVariable(tx, workspace_id, name)) ?? fail('NOT.FOUND')
    await removeVariable(tx, workspace_id, name)
    await record(tx, caller, {
      action: 'variable.delete',
      ...named(target),
      before: told({ ...before, sealed: null }),
    })
  })
  return { name }
}

function refuseBadName(name: string, sent: Sent): void {
  const problem = variableNameProblem(name)
  if (problem !== null) failAt(['path', 'name'], problem)
  if (sent.name !== undefined && sent.name !== name)
    failField(
      'name',
      `The path names ${name}. The name of a variable cannot change: create another variable instead.`,
    )
}

function changed(target: Target, before: VariableRow | null, sent: Sent, box: SecretBox): VariableFields {
  const secret = sent.secret ?? before?.secret ?? false
  return {
    secret,
    ...valueToKeep(target, secret, before, sent.value, box),
    solutions: [...new Set(sent.solutions ?? before?.solutions ?? [])],
    in_environment: secret && (sent.in_environment ?? before?.in_environment ?? false),
  }
}

type Value = Pick<VariableRow, 'value' | 'size'> & { [field in keyof Sealed]: Sealed[field] | null }

/** The sent value, or the present one. */
function valueToKeep(
  target: Target,
  secret: boolean,
  before: VariableRow | null,
  sent: string | undefined,
  box: SecretBox,
): Value {
  if (sent === undefined) {
    if (before === null) return failField('value', messages.fill_out)
    if (before.secret && !secret)
      return failField('value', 'To make a secret a variable, give it a new value.')
    const { value, size, sealed, key_id } = before
    if (before.secret === secret) return { value, size, sealed, key_id }
  }
  const value = sent ?? before?.value ?? ''
  const problem = variableValueProblem(value)
  if (problem !== null) failField('value', problem)
  if (secret && value === '') failField('value', 'A secret cannot be empty.')
  const size = sizeInBytes(value)
  return secret
    ? { value: null, size, ...box.seal(value, purposeOf(target)) }
    : { value, size, sealed: null, key_id: null }
}

/** A solution that has been deleted since may stay in the list. */
async function refuseUnknownSolutions(
  tx: Transaction,
  after: NewVariable,
  before: VariableRow | null,
): Promise<void> {
  const fresh = after.solutions.filter((id) => !before?.solutions.includes(id))
  if (fresh.length === 0) return
  const known = new Set(await solutionsAmong(tx, after.workspace_id, fresh.filter(isUuid)))
  const unknown = fresh.find((id) => !known.has(id))
  if (unknown !== undefined) failField('solutions', `There is no solution ${unknown} in this workspace.`)
}

async function refuseTooMuch(tx: Transaction, after: NewVariable, before: VariableRow | null): Promise<void> {
  const { others, bytes } = await countOthers(tx, after.workspace_id, after.name)
  if (before === null && others >= variableLimits.most)
    fail('WORKSPACE.FULL', { most: variableLimits.most, what: 'variables' })
  if (bytes + after.size > variableLimits.bytes) fail('VARIABLE.LARGE', { most: variableLimits.bytes / 1024 })
}

/** For a secret, the audit log says that its value was set, but never the value. */
function told({ secret, value, sealed, solutions, in_environment }: Partial<VariableFields>) {
  return shortenedFields(
    sentFields({
      secret,
      solutions,
      in_environment: secret === false ? undefined : in_environment,
      value: sealed ? 'set' : (value ?? undefined),
    }),
  )
}

function named({ workspace_id, name }: Target) {
  return { object_kind: 'variable', object_id: `${workspace_id}/${name}`, object_name: name, workspace_id }
}
