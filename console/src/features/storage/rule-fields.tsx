import type { RetainedKind } from '@podium/contract/calls/retention.ts'
import type { ReactNode } from 'react'
import { countOf } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { FormSection } from '../../ui/form/form-frame.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Fields } from '../../ui/form/use-fields.ts'
import { bestDirection, KIND_NAMES, type RetentionValues, ruleValuesOf } from './retention-values.ts'
import styles from './storage.module.css'

interface RuleFieldsProps {
  form: Pick<Fields<RetentionValues>, 'values' | 'field' | 'change' | 'fill'>
  kind: RetainedKind
  /** the id of a datalist with the figures of the workspace's runs */
  figures: string
}

/** The choice of what is kept of one kind of files: everything, or what a rule names. */
export function RuleFields({ form, kind, figures }: RuleFieldsProps) {
  const { values, change } = form
  const { keep } = ruleValuesOf(values, kind)
  const name = KIND_NAMES[kind]
  return (
    <FormSection title={name}>
      <RadioGroup
        legend={`Keep ${name.toLowerCase()}`}
        value={keep}
        onChange={(chosen) => change({ [`${kind}_keep`]: chosen })}
        options={[
          { value: 'everything', label: 'Keep everything' },
          { value: 'rule', label: 'Keep only what the rules select' },
        ]}
      />
      {keep === 'rule' && (
        <>
          <RuleParts form={form} kind={kind} figures={figures} />
          <Quiet>
            A run is kept if any rule names it. Empty rules are ignored, and so is that of the best runs in
            streams without the figure. {name} of all other runs go to the trash, and after{' '}
            {trashWords(values)} they are removed.
          </Quiet>
        </>
      )}
    </FormSection>
  )
}

function RuleParts({ form, kind, figures }: RuleFieldsProps) {
  const { field, values, fill } = form
  const figure = field(`${kind}_best_figure`)
  return (
    <>
      <TextField
        {...field(`${kind}_last`)}
        label="Newest runs of each stream"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...field(`${kind}_days`)}
        label="Runs younger than"
        mark="days"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...field(`${kind}_best_count`)}
        label="Best runs of each stream"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...figure}
        label="Figure that tells the best"
        list={figures}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          figure.onChange(event)
          const direction = bestDirection(event.currentTarget.value)
          if (direction) fill({ [`${kind}_best_direction`]: direction })
        }}
      />
      {ruleValuesOf(values, kind).best_figure !== '' && (
        <SelectField
          {...field(`${kind}_best_direction`)}
          value={values[`${kind}_best_direction`]}
          label="The best has"
          options={[
            { value: 'highest', label: 'the highest value' },
            { value: 'lowest', label: 'the lowest value' },
          ]}
        />
      )}
      <BoundCheckbox field={field(`${kind}_aliased`)} label="Runs whose model has an alias" />
    </>
  )
}

type Bound = ReturnType<Fields<RetentionValues>['field']>

/** A checkbox shows no message of its own. */
function BoundCheckbox({ field: { error: _, ...field }, label }: { field: Bound; label: string }) {
  return <Checkbox {...field} label={label} />
}

export function TrashField({ form: { field } }: Pick<RuleFieldsProps, 'form'>) {
  return (
    <FormSection title="Restoring files">
      <div className={styles.days}>
        <TextField
          {...field('trash_days')}
          label="Days in trash"
          help="Files can be restored during this time. Trash counts toward storage."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </FormSection>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className={classNames(text.small, text.muted)}>{children}</p>
}

function trashWords({ trash_days }: RetentionValues): string {
  const days = Number(trash_days)
  return days > 0 ? countOf(days, 'day') : 'some days'
}
