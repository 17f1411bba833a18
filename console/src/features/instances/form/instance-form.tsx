import { limits, messages } from '@podium/contract/rules.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import type { ReactNode } from 'react'
import { NameField } from '../../../record/name-check.tsx'
import { RecordForm } from '../../../record/record-form.tsx'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormAside, FormColumns, FormSection } from '../../../ui/form/form-frame.tsx'
import { OptionCards } from '../../../ui/form/options.tsx'
import { TagEditor } from '../../../ui/form/tag-editor.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import { tierPlan } from '../../runs/components/tier-words.ts'
import { COUPLING_WORDS, isTag, type PipelineForm } from './instance-draft.ts'
import { type Problems, unplaced } from './instance-problems.ts'
import { ModesSection } from './modes-section.tsx'
import { type Offered, useOffered } from './tier-fields.tsx'
import type { InstanceFormState } from './use-instance-form.tsx'

interface InstanceFormProps {
  label: string
  form: InstanceFormState
  workspace: string
  /** the version that it runs: 'vision v 4' */
  solution: string
  /** whether it is coupled can still be chosen */
  couplable?: boolean
  /** whether it can be saved as a draft */
  draftable: boolean
  /** why it cannot be saved at all */
  disabledReason: string | undefined
  /** above the fields */
  notice?: ReactNode
  /** the button that leads to an earlier step */
  back?: ReactNode
  onCancel: () => void
}

/** The details of an instance, and at the right what its runs receive. */
export function InstanceForm(props: InstanceFormProps) {
  const { label, form, workspace, solution, couplable, draftable, disabledReason, notice, back, onCancel } =
    props
  const { values, errors, change } = form
  const offered = useOffered(workspace)
  const nothingChanged = draftable ? undefined : form.disabledReason
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
        {notice}
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
            errors={tagErrors(errors)}
          />
        </FormSection>
        <ModesSection form={form} offered={offered} />
        {couplable && (
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
      <Summary form={form} solution={solution} offered={offered} draftable={draftable} />
    </FormColumns>
  )
}

interface SummaryProps extends Pick<InstanceFormProps, 'form' | 'solution' | 'draftable'> {
  offered: Offered
}

/** The instance in short, and to the letter what its runs receive. */
function Summary({ form: { values, forms }, solution, offered, draftable }: SummaryProps) {
  return (
    <FormAside label="Preview">
      <Card title="Summary" flush>
        <div className={layout.inset}>
          <DefinitionList
            items={[
              { term: 'Solution', value: solution },
              ...forms.map((one) => ({
                term: one.mode === 'train' ? 'Train' : 'Inference',
                value: one.on ? tierText(one, offered) : 'off',
              })),
              { term: 'Relation', value: values.coupled ? 'coupled' : 'decoupled' },
              { term: 'Tags', value: String(values.tags.filter(isTag).length) },
            ]}
          />
        </div>
      </Card>
      {forms
        .filter(({ on }) => on)
        .map(({ mode, filled }) => (
          <Card
            key={mode}
            title={mode === 'train' ? 'A training run receives' : 'An inference run receives'}
            flush
          >
            <ReceivedParameters label={`Parameters of ${mode}`} filled={filled} />
          </Card>
        ))}
      {draftable && (
        <Note tone="info" title="A draft may be incomplete.">
          It cannot run until it is saved.
        </Note>
      )}
    </FormAside>
  )
}

/** By place and part, as the editor of tags takes them: '0.key'. */
function tagErrors(errors: Problems): Record<string, string | undefined> {
  const own = Object.entries(errors).filter(([name]) => name.startsWith('tags.'))
  return Object.fromEntries(own.map(([name, message]) => [name.slice('tags.'.length), message]))
}

function tierText({ tier }: PipelineForm, { set }: Offered): string {
  if (!set) return 'loading the tiers'
  const { given } = tierPlan(tier, set)
  if (given === null) return "the engine's default"
  const instance = set.find(({ name }) => name === given)?.instance
  return instance === undefined ? tierLabels[given] : `${tierLabels[given]}, ${instance}`
}
