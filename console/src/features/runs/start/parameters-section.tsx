import { FormSection } from '../../../ui/form-section.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import styles from './new-run.module.css'
import type { Entry } from './parameter-entry.ts'
import { ParameterInput } from './parameter-input.tsx'
import type { FilledField } from './parameter-values.ts'

interface ParametersSectionProps {
  fields: readonly FilledField[]
  /** shows what is wrong also in fields nobody touched */
  tried: boolean
  onEntry: (key: string, entry: Entry) => void
  onDefaults: () => void
}

/** The form that the version's author described, a field for every parameter, by step. */
export function ParametersSection({ fields, tried, onEntry, onDefaults }: ParametersSectionProps) {
  const steps = [...new Set(fields.map(({ field }) => field.step))]
  const changed = fields.some(({ touched, changed: differs }) => touched || differs)
  return (
    <FormSection
      title="Parameters"
      aside={changed && <TextButton onClick={onDefaults}>Back to the defaults</TextButton>}
    >
      {fields.length === 0 && <p className={styles.help}>This pipeline asks for no parameters.</p>}
      {steps.map((step) => (
        <div key={step} className={styles.step}>
          <h3 className={styles.stepName}>{step}</h3>
          {fields
            .filter(({ field }) => field.step === step)
            .map((filled) => (
              <ParameterInput
                key={filled.key}
                filled={filled}
                error={tried || filled.touched ? filled.problem : undefined}
                onEntry={(entry) => onEntry(filled.key, entry)}
              />
            ))}
        </div>
      ))}
    </FormSection>
  )
}
