import { messages } from '@podium/contract/rules.ts'
import { type Tier, tierLabels } from '@podium/contract/tiers.ts'
import { HelpTip } from '../../../ui/feedback/help-tip.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { WorkspaceForm } from './use-workspace-form.ts'
import styles from './workspace-form.module.css'

interface ResourceFieldsProps {
  form: WorkspaceForm
  /** what each checked instance type offers */
  offers: Record<string, string>
  /** an instance type of this machine, for fields that it can serve */
  placeholderFor: (tier: Tier) => string | undefined
}

// With and without GPU side by side.
const ROWS: readonly Tier[] = ['high', 'high-gpu', 'standard', 'standard-gpu', 'low', 'low-gpu']

const TIP = "0 is not allowed. Specs above the node group's maximum are trained at that maximum."

const OWN_TYPES = (
  <>
    A type of another cloud is known once it stands in the file of <code>PODIUM_INSTANCE_TYPES_FILE</code>:{' '}
    <a href="/guide/make-a-workspace.html#types-of-another-cloud" target="_blank" rel="noopener noreferrer">
      how
    </a>
    .
  </>
)

export function ResourceFields({ form, offers, placeholderFor }: ResourceFieldsProps) {
  const { values, errors, change, refOf } = form
  const offerOf = (instance: string) =>
    instance === '' ? 'not offered' : (offers[instance] ?? 'checked at Save')
  function helpOf(tier: Tier) {
    if (errors[tier] === messages.instance_type) return OWN_TYPES
    return errors[tier] === undefined ? offerOf(values[tier].trim()) : undefined
  }
  return (
    <FormSection title="Resources" tip={<HelpTip>{TIP}</HelpTip>}>
      <div className={styles.tiers}>
        {ROWS.map((tier) => (
          <TextField
            key={tier}
            ref={refOf(tier)}
            label={tierLabels[tier]}
            mono
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholderFor(tier)}
            value={values[tier]}
            error={errors[tier]}
            help={helpOf(tier)}
            onChange={(event) => change({ [tier]: event.currentTarget.value })}
          />
        ))}
      </div>
      <p className={styles.help}>{TIP}</p>
    </FormSection>
  )
}
