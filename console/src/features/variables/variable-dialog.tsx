import { listSolutions } from '@podium/contract/calls/solutions.ts'
import {
  putVariable,
  sizeInBytes,
  type Variable,
  variableLimits,
  variableValueProblem,
} from '@podium/contract/calls/variables.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { variableNameProblem } from '@podium/contract/solution-metadata/variable-names.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { changesBetween } from '../../record/changes-between.ts'
import { useRecordForm } from '../../record/use-record-form.tsx'
import layout from '../../theme/layout.module.css'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { StaleNote } from '../../ui/form/change-list.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField, type SelectOption } from '../../ui/form/select.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'

type Values = { name: string; value: string; secret: boolean; in_environment: boolean; solution: string }

/** The value in place of a solution's id for a variable of several solutions, which are kept. */
const SEVERAL = 'several'
const CHANGE_NAMES = { name: 'Name', value: 'Value', kind: 'Kind', given: 'Given as', solution: 'For' }

interface VariableDialogProps {
  workspaceId: string
  /** the variable to edit; without it a new one is made */
  variable: Variable | undefined
  onClose: () => void
}

/** Creates or edits a variable or a secret. The value of a secret is not known here. */
export function VariableDialog({ workspaceId, variable, onClose }: VariableDialogProps) {
  const query = { workspace_id: workspaceId, sort: 'name' as const, page_size: limits.page_size }
  const { data } = useQuery(q(listSolutions, { query }))
  const listed = (data?.solutions ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const options = [
    { value: '', label: 'All solutions' },
    ...(variable && variable.solutions.length > 1
      ? [{ value: SEVERAL, label: `${variable.solutions.length} solutions` }]
      : []),
    ...optionOfItsOwn(variable).filter(({ value }) => !listed.some((option) => option.value === value)),
    ...listed,
  ]
  const form = useRecordForm<Values, Variable, Variable>({
    name: `Variable ${workspaceId} ${variable?.name ?? ''}`,
    values: valuesOf(variable),
    problems: (values, before) => problems(values, before, variable),
    ...(variable
      ? {
          record: { revision: variable.revision, valuesOf },
          changes: (before, after) => changesBetween(CHANGE_NAMES, words(before), words(after)),
        }
      : { question: ({ name, secret }) => `${secret ? 'The secret' : 'The variable'} ${name.trim()}.` }),
    mode: variable ? 'edit' : 'create',
    save: ({ name, value, secret, in_environment, solution }, { revision }, send) =>
      send(putVariable, {
        params: { id: workspaceId, name: name.trim() },
        body: {
          ...((value !== '' || !variable?.secret || !secret) && { value }),
          secret,
          in_environment: secret && in_environment,
          ...(solution !== SEVERAL && { solutions: solution === '' ? [] : [solution] }),
          ...(variable && { revision }),
        },
      }),
    // The browser does not keep a secret; it is typed again.
    valuesToRestore: (values) => ({ ...values, value: values.secret ? '' : values.value }),
    onSaved: onClose,
  })
  const { secret, in_environment, name, value } = form.values

  function words({ secret, value, solution, in_environment, name }: Values) {
    return {
      name,
      value: secret ? (value === '' ? '' : 'a new one') : value,
      kind: secret ? 'secret' : 'variable',
      given: secret && in_environment ? 'file and environment' : '',
      solution: options.find((option) => option.value === solution)?.label ?? '',
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      title={variable ? `Edit ${variable.name}` : 'New Variable'}
      lead="Runs that start from now on get it."
      width={640}
      persistent
      onSubmit={() => void form.submit()}
      submit="Save"
      busy={form.isBusy}
      disabledReason={form.disabledReason}
    >
      <div ref={form.frame} className={layout.stack}>
        {form.stale && <StaleNote {...form.stale} />}
        <TextField
          {...form.field('name')}
          label="Name"
          mono
          autoComplete="off"
          readOnly={variable !== undefined}
        />
        <Checkbox
          label="Secret"
          help="Encrypted, never shown again and masked in logs."
          checked={secret}
          onChange={({ target }) => form.change({ secret: target.checked })}
        />
        <TextAreaField
          {...form.field('value')}
          label="Value"
          rows={3}
          autoComplete="off"
          spellCheck={false}
          help={valueHelp(secret, value, variable)}
        />
        {secret && (
          <Checkbox
            label="Also in the environment of runs"
            help={`Otherwise a run reads it only from the file $PODIUM_SECRETS_DIR/${name.trim() || 'NAME'}.`}
            checked={in_environment}
            onChange={({ target }) => form.change({ in_environment: target.checked })}
          />
        )}
        <SelectField
          {...form.field('solution')}
          // The list loads after the choice, which would show its first option.
          value={form.values.solution}
          label="For"
          options={options}
        />
      </div>
    </FormDialog>
  )
}

function valuesOf(variable: Variable | undefined): Values {
  const { name = '', value = '', secret = false, in_environment = false, solutions = [] } = variable ?? {}
  return {
    name,
    value,
    secret,
    in_environment,
    solution: solutions.length > 1 ? SEVERAL : (solutions[0] ?? ''),
  }
}

/** The option of the variable's only solution, which may be deleted or not listed. */
function optionOfItsOwn(variable: Variable | undefined): SelectOption[] {
  const [solution, ...others] = variable?.solutions ?? []
  if (solution === undefined || others.length > 0) return []
  return [{ value: solution, label: variable?.solution_names[0] ?? 'A deleted solution' }]
}

function problems({ name, value, secret }: Values, before: Values, variable: Variable | undefined) {
  const isKept = before.secret && secret && value === ''
  const isMissing = value === '' && !isKept && (secret || before.secret)
  return {
    name: name === '' ? messages.fill_out : (variableNameProblem(name.trim()) ?? undefined),
    value: isMissing ? missing(variable, secret) : (variableValueProblem(value) ?? undefined),
  }
}

function missing(variable: Variable | undefined, secret: boolean): string {
  return variable?.secret && !secret ? 'To make it a variable, type its value again.' : messages.fill_out
}

function valueHelp(secret: boolean, value: string, variable: Variable | undefined): string | undefined {
  if (!secret) return undefined
  if (value === '' && variable?.secret) return 'Leave it empty to keep the value it has.'
  const least = variableLimits.masked_bytes
  if (value !== '' && sizeInBytes(value) < least)
    return `A value of fewer than ${least} characters is not masked in logs.`
  return undefined
}
