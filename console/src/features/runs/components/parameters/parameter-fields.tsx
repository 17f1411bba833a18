import type { ParameterField } from '@podium/contract/solution-metadata/parameters.ts'
import { type ReactNode, useId } from 'react'
import layout from '../../../../theme/layout.module.css'
import text from '../../../../theme/text.module.css'
import { classNames } from '../../../../ui/class-names.ts'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { FieldMessage, type FieldTexts, useField } from '../../../../ui/form/field.tsx'
import { SegmentedControl } from '../../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../../ui/form/select.tsx'
import { SliderField } from '../../../../ui/form/slider-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { type Entry, hidesChoice, isOneOf, quotedValue, sliderStep, typeText } from './parameter-entry.ts'
import type { FilledField } from './parameter-values.ts'
import styles from './parameters.module.css'

interface ParameterFieldsProps {
  fields: readonly FilledField[]
  onEntry: (key: string, entry: Entry) => void
}

/** The form that the version's author described: a field for every parameter, grouped by step. */
export function ParameterFields({ fields, onEntry }: ParameterFieldsProps) {
  const steps = [...new Set(fields.map(({ field }) => field.step))]
  if (fields.length === 0) return <p className={text.sub}>This pipeline has no parameters.</p>
  return steps.map((step) => (
    <div key={step} className={classNames(layout.two, styles.step)}>
      {steps.length > 1 && (
        <h3>
          <span className={text.muted}>Step</span> {step}
        </h3>
      )}
      {fields
        .filter(({ field }) => field.step === step)
        .map((filled) => (
          <ParameterInput key={filled.key} filled={filled} onEntry={(entry) => onEntry(filled.key, entry)} />
        ))}
    </div>
  ))
}

function ParameterInput({ filled, onEntry }: { filled: FilledField; onEntry: (entry: Entry) => void }) {
  const { field, entry, was, changed } = filled
  const type = typeText(field, entry)
  const texts = {
    label: field.name,
    mark: changed && was !== undefined ? `was ${quotedValue(was)}` : undefined,
    tip: type === '' ? undefined : <span className={classNames(text.note, styles.type)}>{type}</span>,
    help: helpOf(filled),
    error: filled.problem,
  }
  // The checked choices are kept in the author's order.
  if (typeof entry !== 'string')
    return (
      <FieldGroup {...texts}>
        <div className={styles.checks}>
          {field.selectable.map((choice) => (
            <Checkbox
              key={String(choice)}
              label={String(choice)}
              checked={entry.includes(choice)}
              onChange={({ currentTarget: { checked } }) =>
                onEntry(field.selectable.filter((one) => (one === choice ? checked : entry.includes(one))))
              }
            />
          ))}
        </div>
      </FieldGroup>
    )
  if (field.type === 'bool' && entry !== '' && filled.fallback !== undefined)
    return (
      <BoolInput
        {...texts}
        checked={field.selectable[Number(entry)] === true}
        onEntry={onEntry}
        field={field}
      />
    )
  if (isOneOf(field)) {
    const options = field.selectable.map((choice, at) => ({ value: String(at), label: String(choice) }))
    if (field.type !== 'bool' && options.length <= 2 && entry !== '')
      return (
        <div className={styles.half}>
          <FieldGroup {...texts}>
            <SegmentedControl label={field.name} segments={options} value={entry} onChange={onEntry} />
          </FieldGroup>
        </div>
      )
    return (
      <SelectField
        {...texts}
        value={entry}
        placeholder={entry === '' ? 'Choose one' : undefined}
        options={options}
        onChange={(event) => onEntry(event.currentTarget.value)}
      />
    )
  }
  if (field.type === 'int' || field.type === 'float') {
    return (
      <div className={styles.half}>
        <SliderField
          {...texts}
          value={entry}
          onChange={onEntry}
          min={field.range?.min ?? 0}
          max={field.range?.max ?? 0}
          step={sliderStep(field)}
        />
      </div>
    )
  }
  return <TextField {...texts} value={entry} onChange={(event) => onEntry(event.currentTarget.value)} />
}

interface BoolInputProps extends Pick<FieldTexts, 'mark' | 'tip' | 'help'> {
  field: ParameterField
  checked: boolean
  onEntry: (entry: Entry) => void
}

function BoolInput({ field, checked, onEntry, mark, tip, help }: BoolInputProps) {
  const id = useId()
  return (
    <div className={layout.stackTight}>
      <div className={classNames(layout.row, text.small)}>
        <Checkbox
          label={<span className={text.strong}>{field.name}</span>}
          checked={checked}
          aria-describedby={help === undefined ? undefined : id}
          onChange={(event) => onEntry(String(field.selectable.indexOf(event.currentTarget.checked)))}
        />
        {mark !== undefined && <span className={text.muted}>{mark}</span>}
        {tip}
      </div>
      {help !== undefined && (
        <p id={id} className={text.sub}>
          {help}
        </p>
      )}
    </div>
  )
}

/** The label and messages of a parameter that has several controls. */
function FieldGroup({ children, ...texts }: FieldTexts & { children: ReactNode }) {
  const { label, mark, tip, help, error } = texts
  const { id, 'aria-describedby': describedBy } = useField(texts).control
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into a frame
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={describedBy}
      data-invalid={error !== undefined || undefined}
      className={layout.stackTight}
    >
      <div className={classNames(layout.row, text.small)}>
        <span id={id} className={text.strong}>
          {label}
        </span>
        {mark !== undefined && <span className={text.muted}>{mark}</span>}
        {tip}
      </div>
      {children}
      <div aria-live="polite" className={styles.messages}>
        {error !== undefined && (
          <FieldMessage id={`${id}-message`} tone="error">
            {error}
          </FieldMessage>
        )}
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className={text.sub}>
          {help}
        </p>
      )}
    </div>
  )
}

/** Returns the author's description, and which value applies if nothing is entered. */
function helpOf(filled: FilledField): string | undefined {
  return [filled.field.description, defaultHelp(filled)].filter((part) => part !== '').join(' ') || undefined
}

function defaultHelp({ field, entry, fallback, touched, problem }: FilledField): string {
  if (fallback === undefined || (problem !== undefined && !touched)) return ''
  if (entry === '') return `Empty means the default, ${quotedValue(fallback)}.`
  if (touched || !hidesChoice(field, fallback)) return ''
  return `If you choose nothing, the default is used: ${quotedValue(fallback)}.`
}
