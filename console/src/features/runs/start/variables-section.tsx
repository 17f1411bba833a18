import { FormSection } from '../../../ui/form/form-frame.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import type { SectionProps } from './use-new-run.ts'

/** The environment variables of the run, in addition to those of its workspace. */
export function VariablesSection({ form: { draft, choose }, problems }: SectionProps) {
  return (
    <FormSection title="Variables">
      <TextAreaField
        label="NAME=value, one a line"
        rows={Math.min(8, Math.max(2, draft.variables.split('\n').length))}
        spellCheck={false}
        autoComplete="off"
        value={draft.variables}
        error={problems.variables}
        onChange={({ currentTarget: { value } }) => choose({ variables: value })}
        help="Added to the workspace's variables. Anyone who can see the run can read them; keep passwords in workspace secrets."
      />
    </FormSection>
  )
}
