import { limits, messages } from '@podium/contract/rules.ts'
import type { ReactNode } from 'react'
import { countOf } from '../../../format/number.ts'
import { FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { TagEditor } from '../../../ui/form/tag-editor.tsx'
import { TextAreaField } from '../../../ui/form/text-area-field.tsx'
import type { NameVerdict } from '../../runs/components/use-name-verdict.ts'
import { CouplingSection } from './coupling-section.tsx'
import { type Problems, unplaced } from './instance-problems.ts'
import { ModesSection } from './modes-section.tsx'
import { NameField } from './name-field.tsx'
import type { Offered } from './tier-fields.tsx'
import type { InstanceForm as Form } from './use-instance-form.ts'

interface InstanceFormProps {
  label: string
  form: Form
  verdict: NameVerdict
  offered: Offered
  /** whether it is coupled can still be chosen */
  couplable: boolean
  /** above the fields: what somebody else changed */
  notice?: ReactNode
  buttons: ReactNode
  onSave: () => void
  children: ReactNode
}

/** The details of an instance, made or changed; what comes of them stands at the right. */
export function InstanceForm(props: InstanceFormProps) {
  const { label, form, verdict, offered, couplable, notice, buttons, onSave, children } = props
  const { draft, problems, change } = form
  const count = Object.keys(problems).length
  const others = unplaced(problems, form.forms)
  return (
    <FormColumns length="long">
      <FormFrame ref={form.element} label={label} onSubmit={onSave}>
        <FormFields sections>
          {notice}
          <FormSection title="Information">
            <NameField form={form} verdict={verdict} />
            <TextAreaField
              label="Description"
              mark="optional"
              rows={3}
              value={draft.description}
              error={problems.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <TagEditor
              label="Tags"
              mark="optional"
              tags={draft.tags}
              onChange={(tags) => change({ tags })}
              max={limits.tags}
              full={messages.tags}
              errors={tagErrors(problems)}
            />
          </FormSection>
          <ModesSection form={form} offered={offered} />
          {couplable && (
            <CouplingSection coupled={draft.coupled} onChange={(coupled) => change({ coupled })} />
          )}
        </FormFields>
        <SaveBar
          note={count > 0 && `${countOf(count, 'field needs', 'fields need')} attention`}
          refusal={others.join(' ')}
        >
          {buttons}
        </SaveBar>
      </FormFrame>
      {children}
    </FormColumns>
  )
}

/** By place and part, as the editor of tags takes them: '0.key'. */
function tagErrors(problems: Problems): Record<string, string> {
  const own = Object.entries(problems).filter(([name]) => name.startsWith('tags.'))
  return Object.fromEntries(own.map(([name, message]) => [name.slice('tags.'.length), message]))
}
