import type { Choice } from '@podium/contract/parameters.ts'
import { useId } from 'react'
import { SegmentedControl } from '../../../../ui/form/segmented-control.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { SliderField } from '../../../../ui/form/slider-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { CheckedChoices } from './checked-choices.tsx'
import { type Entry, hasChoices, hidesChoice, sliderStep, spokenValue, typeText } from './parameter-entry.ts'
import { ParameterFrame } from './parameter-frame.tsx'
import type { FilledField } from './parameter-values.ts'
import styles from './parameters.module.css'

interface ParameterInputProps {
  filled: FilledField
  onEntry: (entry: Entry) => void
}

/** The field that suits the parameter's type. */
export function ParameterInput({ filled, onEntry }: ParameterInputProps) {
  const { field, entry, was, changed } = filled
  const id = useId()
  const texts = {
    label: field.name,
    mark: changed && was !== undefined ? `was ${spokenValue(was)}` : undefined,
    tip: <span className={styles.type}>{typeText(field, entry)}</span>,
    help: helpOf(filled),
    error: filled.problem,
  }
  if (typeof entry !== 'string')
    return (
      <ParameterFrame {...texts} id={id}>
        <CheckedChoices
          choices={field.selectable}
          checked={entry}
          onChange={(next: readonly Choice[]) => onEntry(next)}
        />
      </ParameterFrame>
    )
  if (field.type === 'single_selection' && hasChoices(field)) {
    const options = field.selectable.map((choice, at) => ({ value: String(at), label: String(choice) }))
    if (options.length <= 2 && entry !== '')
      return (
        <ParameterFrame {...texts} id={id}>
          <SegmentedControl label={field.name} segments={options} value={entry} onChange={onEntry} />
        </ParameterFrame>
      )
    return (
      <SelectField
        {...texts}
        value={entry}
        {...(entry === '' && { placeholder: 'Choose one' })}
        options={options}
        onChange={(event) => onEntry(event.currentTarget.value)}
      />
    )
  }
  if (field.type === 'int' || field.type === 'float') {
    const step = sliderStep(field)
    return (
      <SliderField
        {...texts}
        value={entry}
        onChange={onEntry}
        min={field.range?.min ?? 0}
        max={field.range?.max ?? 0}
        step={step ?? 1}
        slider={step !== null}
      />
    )
  }
  return <TextField {...texts} value={entry} onChange={(event) => onEntry(event.currentTarget.value)} />
}

/** What the author says of it, and what counts where nothing is typed. */
function helpOf(filled: FilledField): string | undefined {
  return [filled.field.description, defaultHelp(filled)].filter((part) => part !== '').join(' ') || undefined
}

function defaultHelp({ field, entry, fallback, touched, problem }: FilledField): string {
  if (fallback === undefined || (problem !== undefined && !touched)) return ''
  if (entry === '') return `Empty means the default, ${spokenValue(fallback)}.`
  if (touched || !hidesChoice(field, fallback)) return ''
  return `Left as it is, the default counts: ${spokenValue(fallback)}.`
}
