import { nameInCondition } from '@podium/contract/rules/name-list.ts'
import { useState } from 'react'
import { dayBefore } from '../../format/day.ts'
import { serverNow } from '../../format/server-clock.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FilterField } from './filter-fields.ts'
import type { RunNames } from './run-address.ts'

interface FilterDialogProps {
  field: FilterField
  names: RunNames | undefined
  /** the value in the address */
  value: string | undefined
  onClose: () => void
  onSet: (value: string) => void
}

export function FilterDialog({ field, names, value = '', onClose, onSet }: FilterDialogProps) {
  const [typed, setTyped] = useState(value)
  const values = field.valuesOf?.(names) ?? []
  const problem = problemOf(field, typed, values)
  const parts = { field, values, typed, onChange: setTyped }
  return (
    <FormDialog
      onClose={onClose}
      title={`Filter by ${field.name.toLowerCase()}`}
      onSubmit={() => onSet(typed.trim())}
      submit="Filter"
      disabledReason={problem}
    >
      {values.length === 0 && (field.kind === 'any-of' || field.kind === 'one-of') ? (
        <p className={text.muted}>The newest runs have none.</p>
      ) : (
        <Asked {...parts} />
      )}
    </FormDialog>
  )
}

interface AskedProps {
  field: FilterField
  values: readonly [string, string][]
  typed: string
  onChange: (typed: string) => void
}

function Asked({ field: { kind, name }, values, typed, onChange }: AskedProps) {
  const field = { label: name, value: typed }
  if (kind === 'any-of') return <Boxes values={values} typed={typed} onChange={onChange} />
  if (kind === 'one-of')
    return (
      <SelectField
        {...field}
        placeholder="Choose one"
        options={values.map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'condition') return <Condition names={values} onChange={onChange} />
  if (kind === 'time') return <Time {...field} onChange={onChange} />
  return (
    <TextField {...field} inputMode="numeric" onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

function Boxes({ values, typed, onChange }: Omit<AskedProps, 'field'>) {
  const chosen = typed === '' ? [] : typed.split(',')
  return (
    <div className={layout.stackTight}>
      {values.map(([value, label]) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(event) => {
            const others = chosen.filter((other) => other !== value)
            onChange((event.currentTarget.checked ? [...others, value] : others).join(','))
          }}
        />
      ))}
    </div>
  )
}

const DAYS = [1, 7, 30]
const DAY_MS = 86_400_000

function Time({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <>
      <div className={layout.row}>
        {DAYS.map((days) => (
          <Button key={days} small onClick={() => onChange(daysAgo(days))}>
            {days === 1 ? '24 hours ago' : `${days} days ago`}
          </Button>
        ))}
      </div>
      <TextField
        label={label}
        help="A day such as 2026-11-20, or an instant."
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}

/** Returns the day that many days ago, but for one day the instant 24 hours ago. */
export function daysAgo(days: number): string {
  return days === 1 ? new Date(serverNow() - DAY_MS).toISOString() : dayBefore(days)
}

const OPERATORS = ['>', '>=', '<', '<=', '=', '!=']

interface ConditionProps {
  names: readonly [string, string][]
  onChange: (condition: string) => void
}

/** The fields of a condition such as 'accuracy>0.9' on a name that runs have. */
function Condition({ names, onChange }: ConditionProps) {
  const [parts, setParts] = useState({ name: '', operator: '>', value: '' })
  function set(part: Partial<typeof parts>) {
    const next = { ...parts, ...part }
    setParts(next)
    onChange(
      next.name && next.value.trim()
        ? `${nameInCondition(next.name)}${next.operator}${next.value.trim()}`
        : '',
    )
  }
  return (
    <>
      <SelectField
        label="Name"
        placeholder="Choose one"
        value={parts.name}
        options={names.map(([value, label]) => ({ value, label }))}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <SelectField
        label="Comparison"
        value={parts.operator}
        options={OPERATORS.map((value) => ({ value, label: value }))}
        onChange={(event) => set({ operator: event.currentTarget.value })}
      />
      <TextField
        label="Value"
        value={parts.value}
        onChange={(event) => set({ value: event.currentTarget.value })}
      />
    </>
  )
}

function problemOf({ kind }: FilterField, typed: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0 && (kind === 'any-of' || kind === 'one-of')) return 'There is nothing to choose.'
  if (typed.trim() === '') return kind === 'condition' ? 'Choose a name and write a value.' : 'Choose first.'
  if (kind === 'number' && !/^\d{1,9}$/.test(typed.trim())) return 'A version is a whole number.'
  if (kind === 'time' && Number.isNaN(Date.parse(typed.trim()))) return 'Write a day like 2026-11-20.'
  return undefined
}
