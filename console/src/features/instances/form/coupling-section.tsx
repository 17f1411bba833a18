import { FormSection } from '../../../ui/form/form-section.tsx'
import { OptionCards } from '../../../ui/form/option-cards.tsx'
import { COUPLED, DECOUPLED } from '../components/coupling-words.ts'

interface CouplingSectionProps {
  coupled: boolean
  onChange: (coupled: boolean) => void
}

/** What ties the instance to its streams; it never changes afterwards. */
export function CouplingSection({ coupled, onChange }: CouplingSectionProps) {
  return (
    <FormSection title="Stream and instance">
      <OptionCards<'decoupled' | 'coupled'>
        legend="Stream and instance"
        value={coupled ? 'coupled' : 'decoupled'}
        onChange={(value) => onChange(value === 'coupled')}
        options={[
          { value: 'decoupled', title: 'Decoupled', sub: DECOUPLED },
          { value: 'coupled', title: 'Coupled', sub: COUPLED },
        ]}
      />
    </FormSection>
  )
}
