import { editQuotas, QUOTAS, type Quota, type Quotas } from '@podium/contract/calls/quotas.ts'
import { useChange } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type Messages, useFields } from '../../ui/form/use-fields.ts'
import { QUOTA_WORDS } from './components/quota-words.ts'

type Values = Record<Quota, string>

/** The owner of the limits: the workspace as a whole, each person, or one. */
type Whose = { is: 'workspace' } | { is: 'everyone' } | { is: 'person'; account_id: string }

export interface LimitsDialogProps {
  id: string
  whose: Whose
  title: string
  lead: string
  /** the current limits; null is an empty field */
  limits: Partial<Quotas>
  onClose: () => void
}

export function LimitsDialog({ id, whose, title, lead, limits, onClose }: LimitsDialogProps) {
  const form = useFields<Values>(valuesOf(limits), problems)
  const { change: save, isBusy } = useChange<Values>({
    confirm: (values) => (form.show(problems(values)) ? 'agreed' : null),
    change: (values, send) => send(editQuotas, { params: { id }, body: bodyOf(whose, values, limits) }),
    failed: 'The limits were not saved.',
    tell: () => ({ snackbar: 'The limits are saved.' }),
    onDone: onClose,
  })
  return (
    <FormDialog
      persistent
      title={title}
      lead={lead}
      onClose={onClose}
      onSubmit={() => void save(form.values)}
      submit="Save"
      busy={isBusy}
    >
      <div ref={form.frame} className={layout.stackClose}>
        {QUOTAS.map((quota) => (
          <TextField
            key={quota}
            {...form.field(quota)}
            label={QUOTA_WORDS[quota].label}
            mark={QUOTA_WORDS[quota].mark}
            inputMode="decimal"
          />
        ))}
      </div>
    </FormDialog>
  )
}

function valuesOf(limits: Partial<Quotas>): Values {
  return Object.fromEntries(QUOTAS.map((quota) => [quota, String(limits[quota] ?? '')])) as Values
}

const WHOLE: readonly Quota[] = ['runs', 'gpu']

function problems(values: Values): Messages<Values> {
  return Object.fromEntries(QUOTAS.map((quota) => [quota, problemOf(quota, values[quota].trim())]))
}

function problemOf(quota: Quota, typed: string): string | undefined {
  const number = Number(typed)
  const isGood = number >= 0 && number <= 1_000_000 && (!WHOLE.includes(quota) || Number.isInteger(number))
  if (typed === '' || isGood) return undefined
  return WHOLE.includes(quota)
    ? 'Give a whole number up to 1,000,000, or leave it empty.'
    : 'Give a number up to 1,000,000, or leave it empty.'
}

function bodyOf(whose: Whose, values: Values, before: Partial<Quotas>) {
  const limits = Object.fromEntries(
    QUOTAS.map((quota) => [quota, values[quota].trim() === '' ? null : Number(values[quota])]),
  ) as Quotas
  if (whose.is === 'workspace') return limits
  if (whose.is === 'everyone') return { person: limits }
  // An empty field falls back to everyone's limit, unless the person had no limit before.
  const own = Object.fromEntries(
    QUOTAS.filter((quota) => limits[quota] !== null || before[quota] === null).map((quota) => [
      quota,
      limits[quota],
    ]),
  )
  return { people: [{ account_id: whose.account_id, limits: own }] }
}
