import type { Entry } from './parameter-entry.ts'
import { ParameterInput } from './parameter-input.tsx'
import type { FilledField } from './parameter-values.ts'
import styles from './parameters.module.css'

interface ParameterFieldsProps {
  fields: readonly FilledField[]
  onEntry: (key: string, entry: Entry) => void
  /** the level of the headings that name the steps */
  heading?: 'h3' | 'h4'
}

/** The form that the version's author described, a field for every parameter, by step. */
export function ParameterFields({ fields, onEntry, heading: Heading = 'h3' }: ParameterFieldsProps) {
  const steps = [...new Set(fields.map(({ field }) => field.step))]
  if (fields.length === 0) return <p className={styles.help}>This pipeline asks for no parameters.</p>
  return steps.map((step) => (
    <div key={step} className={styles.step}>
      <Heading className={styles.stepName}>{step}</Heading>
      {fields
        .filter(({ field }) => field.step === step)
        .map((filled) => (
          <ParameterInput key={filled.key} filled={filled} onEntry={(entry) => onEntry(filled.key, entry)} />
        ))}
    </div>
  ))
}
