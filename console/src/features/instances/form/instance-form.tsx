import { readWorkspace, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { tierLabels } from '@podium/contract/rules/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { NameField } from '../../../record/name-check.tsx'
import { RecordForm } from '../../../record/record-form.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormColumns, FormSection, FormSidebar } from '../../../ui/form/form-frame.tsx'
import { OptionCards } from '../../../ui/form/options.tsx'
import { TagEditor } from '../../../ui/form/tag-editor.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import { tierPlan } from '../../runs/components/tier-words.ts'
import { MODE_NAMES } from './instance-changes.ts'
import { COUPLING_WORDS, isTag, type PipelineForm } from './instance-draft.ts'
import { unplaced } from './instance-problems.ts'
import { ModesSection } from './modes-section.tsx'
import { RECEIVES } from './pipeline-parameters.tsx'
import type { InstanceFormState } from './use-instance-form.tsx'

interface InstanceFormProps {
  label: string
  form: InstanceFormState
  /** why the person may not save it */
  disabledReason?: string | undefined
  /** shown when the record, or the version it is based on, was deleted */
  afterGone: ReactNode
  /** the button that leads to an earlier step */
  back?: ReactNode
  onCancel: () => void
}

/** The fields of an instance, and at the right what its runs receive. */
export function InstanceForm({ label, form, afterGone, back, onCancel, ...props }: InstanceFormProps) {
  const { values, errors, change, instance } = form
  const gone = form.isGone ? `${instance?.name ?? form.solution} was deleted in the meantime.` : undefined
  const disabledReason = gone ?? props.disabledReason
  const draftable = instance?.draft ?? true
  const nothingChanged = draftable ? undefined : form.disabledReason
  if (!form.versionQuery.data)
    return queryPlaceholder(form.versionQuery, 'the version', { rows: 8, tall: true })
  return (
    <FormColumns length="long">
      <RecordForm
        label={label}
        form={{ ...form, disabledReason: disabledReason ?? nothingChanged }}
        sections
        refusal={unplaced(errors, form.forms).join(' ')}
        onCancel={onCancel}
        back={back}
        saveAs={
          draftable && (
            <Button
              busy={form.isSavingDraft}
              disabledReason={disabledReason}
              onClick={() => void form.saveDraft()}
            >
              Save as draft
            </Button>
          )
        }
      >
        {gone && (
          <Note tone="bad" live title={gone}>
            {afterGone}
          </Note>
        )}
        <FormSection title="Information">
          <NameField form={form} name="name" label="Name" nameCheck={form.nameCheck} />
          <TextAreaField {...form.field('description')} label="Description" mark="optional" rows={3} />
          <TagEditor
            label="Tags"
            mark="optional"
            tags={values.tags}
            onChange={(tags) => change({ tags })}
            max={limits.tags}
            full={messages.tags}
            errors={Object.fromEntries(
              Object.entries(errors).map(([part, message]) => [part.replace(/^tags\./, ''), message]),
            )}
          />
        </FormSection>
        <ModesSection form={form} />
        {!instance && (
          <FormSection title="Stream and instance">
            <OptionCards<'decoupled' | 'coupled'>
              legend="Stream and instance"
              value={values.coupled ? 'coupled' : 'decoupled'}
              onChange={(value) => change({ coupled: value === 'coupled' })}
              options={[
                { value: 'decoupled', title: 'Decoupled', sub: COUPLING_WORDS.decoupled },
                { value: 'coupled', title: 'Coupled', sub: COUPLING_WORDS.coupled },
              ]}
            />
          </FormSection>
        )}
      </RecordForm>
      <Summary form={form} draftable={draftable} />
    </FormColumns>
  )
}

/** A summary of the instance, with the exact parameters that its runs receive. */
function Summary({ form, draftable }: { form: InstanceFormState; draftable: boolean }) {
  const { values, forms, solution, workspace_id } = form
  const { data } = useQuery(q(readWorkspace, { query: { workspace_id } }))
  return (
    <FormSidebar label="Preview">
      <Card title="Summary" flush>
        <DefinitionList
          inset
          items={[
            { term: 'Solution', value: solution },
            ...forms.map((one) => ({
              term: MODE_NAMES[one.mode],
              value: one.on ? tierText(one, data?.execution_specs) : 'off',
            })),
            { term: 'Relation', value: values.coupled ? 'coupled' : 'decoupled' },
            { term: 'Tags', value: String(values.tags.filter(isTag).length) },
          ]}
        />
      </Card>
      {forms
        .filter(({ on }) => on)
        .map(({ mode, filled }) => (
          <Card key={mode} title={RECEIVES[mode]} flush>
            <ReceivedParameters label={`Parameters of ${mode}`} filled={filled} />
          </Card>
        ))}
      {draftable && (
        <Note tone="info" title="A draft may be incomplete.">
          It cannot run until you complete it.
        </Note>
      )}
    </FormSidebar>
  )
}

/** @param set the workspace's tiers, undefined until they are read */
function tierText({ tier }: PipelineForm, set: Workspace['execution_specs'] | undefined): string {
  if (!set) return 'loading the tiers'
  const { allocated, instead } = tierPlan(tier, set)
  if (instead !== null) return 'none with a GPU'
  if (allocated === null) return "the engine's default"
  const instance = set.find(({ name }) => name === allocated)?.instance
  return instance === undefined ? tierLabels[allocated] : `${tierLabels[allocated]}, ${instance}`
}
