import { TextButton } from '../../../ui/button/text-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { Entry } from '../components/parameters/parameter-entry.ts'
import { ParameterFields } from '../components/parameters/parameter-fields.tsx'
import type { FilledField } from '../components/parameters/parameter-values.ts'

interface ParametersSectionProps {
  fields: readonly FilledField[]
  /** what was typed elsewhere and does not count here, in sentences */
  left: readonly string[]
  onEntry: (key: string, entry: Entry) => void
  onDefaults: () => void
}

/** The parameters of the run, with the way back to the version's own. */
export function ParametersSection({ fields, left, onEntry, onDefaults }: ParametersSectionProps) {
  const changed = fields.some(({ touched, changed: differs }) => touched || differs)
  return (
    <FormSection
      title="Parameters"
      aside={changed && <TextButton onClick={onDefaults}>Back to the defaults</TextButton>}
    >
      {left.length > 0 && (
        <Note tone="info" live>
          {left.join(' ')}
        </Note>
      )}
      <ParameterFields fields={fields} onEntry={onEntry} />
    </FormSection>
  )
}
