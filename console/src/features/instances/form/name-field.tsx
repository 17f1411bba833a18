import { ActionField } from '../../../ui/form/action-field.tsx'
import type { NameVerdict } from '../../runs/components/use-name-verdict.ts'
import type { InstanceForm } from './use-instance-form.ts'

interface NameFieldProps {
  form: InstanceForm
  verdict: NameVerdict
}

/** The name, and whether it is free: asked while nobody types, and by the button. */
export function NameField({ form, verdict }: NameFieldProps) {
  return (
    <ActionField
      label="Name"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={form.name}
      action="Check Duplicate"
      checking={verdict.checking}
      onAction={() => void verdict.checkAgain()}
      error={form.problems.name ?? verdict.error}
      good={verdict.good}
      onChange={(event) => form.change({ name: event.currentTarget.value })}
    />
  )
}
