import type { readEngine } from '@podium/contract/system.ts'
import { TIERS, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { OptionRows } from '../../../ui/form/option-rows.tsx'
import {
  givenSentence,
  impossible,
  limitSentence,
  type TierPlan,
  typeSentence,
} from '../components/tier-words.ts'
import { useInstanceTypes } from '../components/use-instance-types.ts'
import type { ChangeDraft } from './form-parts.ts'

interface TierSectionProps {
  plan: TierPlan
  set: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
  change: ChangeDraft
}

/** The workspace's tiers with what each stands for; one that is not set cannot be chosen. */
export function TierSection({ plan, set, engine, change }: TierSectionProps) {
  const types = useInstanceTypes(set)
  const said = givenSentence(plan)
  return (
    <FormSection title="Tier">
      <OptionRows<Tier>
        legend="Tier"
        value={plan.given ?? undefined}
        onChange={(tier) => change({ tier })}
        options={TIERS.map((tier) => {
          const instance = set.find(({ name }) => name === tier)?.instance
          const type = instance === undefined ? undefined : types.get(instance)
          return {
            value: tier,
            title: tierLabels[tier],
            sub: [typeSentence(type), limitSentence(type, engine)].filter(Boolean).join('; '),
            amount: instance,
            reason: instance === undefined ? 'Not set in this workspace' : impossible(tier, type, engine),
          }
        })}
      />
      {said !== null && <Note tone={plan.given === plan.asked ? 'info' : 'warn'}>{said}</Note>}
    </FormSection>
  )
}
