import { tierLabels } from '@podium/contract/tiers.ts'
import type { ReactNode } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormAside } from '../../../ui/form/form-columns.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import { tierPlan } from '../../runs/components/tier-words.ts'
import { isTag, type PipelineForm } from './instance-draft.ts'
import styles from './instance-form.module.css'
import type { Offered } from './tier-fields.tsx'
import type { InstanceForm } from './use-instance-form.ts'

interface SummaryAsideProps {
  form: InstanceForm
  solution: string
  offered: Offered
  /** a draft may still become complete here */
  draftable: boolean
  children?: ReactNode
}

/** What comes of the form: the instance in short, and to the letter what its runs receive. */
export function SummaryAside({ form, solution, offered, draftable, children }: SummaryAsideProps) {
  const { draft, forms } = form
  const on = forms.filter((one) => one.on)
  const items: Definition[] = [
    { term: 'Solution', value: solution },
    ...forms.map((one) => ({
      term: one.mode === 'train' ? 'Train' : 'Inference',
      value: one.on ? tierText(one, offered) : 'off',
    })),
    { term: 'Relation', value: draft.coupled ? 'coupled' : 'decoupled' },
    { term: 'Tags', value: String(draft.tags.filter(isTag).length) },
  ]
  return (
    <FormAside label="What comes of it">
      <Card title="Summary" flush>
        <div className={styles.facts}>
          <DefinitionList items={items} />
        </div>
      </Card>
      {on.map(({ mode, filled }) => (
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
      {children}
    </FormAside>
  )
}

function tierText({ tier }: PipelineForm, { set }: Offered): string {
  if (!set) return 'loading the tiers'
  const { given } = tierPlan(tier, set)
  if (given === null) return "the engine's default"
  const instance = set.find(({ name }) => name === given)?.instance
  return instance === undefined ? tierLabels[given] : `${tierLabels[given]}, ${instance}`
}
