import { messages, storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules.ts'
import { readEngine } from '@podium/contract/system.ts'
import { isGpuTier, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { q } from '../../../api/query.ts'
import { NameField } from '../../../record/name-check.tsx'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { HelpTip } from '../../../ui/feedback/tooltip.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { offerOf, sizeOf, suggestedTypes } from './instance-types.ts'
import { RunSettingFields, TYPED_AS_IS } from './run-setting-fields.tsx'
import { impossible, limitSentence } from './tier-limits.ts'
import { useInstanceTypes } from './use-instance-types.ts'
import { executionSpecsOf, type WorkspaceForm } from './use-workspace-form.ts'
import styles from './workspace-form.module.css'

// With and without GPU side by side.
const ROWS: readonly Tier[] = ['high', 'high-gpu', 'standard', 'standard-gpu', 'low', 'low-gpu']

const NAME = {
  label: 'Workspace Name',
  tip: (
    <HelpTip>
      The workspace name is the namespace created for the project. A "-ws" suffix is stripped and saved
      automatically.
    </HelpTip>
  ),
}
const TIERS_TIP = "0 is not allowed. Specs above the node group's maximum are trained at that maximum."

/** The tiers from large to small, with and without GPU. */
const SIZES = ['high', 'standard', 'low'] as const

/** What to type in place of an instance type that is not known. */
function UnknownType({ example }: { example: string | undefined }) {
  return (
    <>
      {example && (
        <>
          For this machine write a type such as <code>{example}</code>.{' '}
        </>
      )}
      Types of other clouds belong in the file of <code>PODIUM_INSTANCE_TYPES_FILE</code>:{' '}
      <a href="/guide/make-a-workspace.html#types-of-another-cloud" target="_blank" rel="noopener noreferrer">
        how to add them
      </a>
      .
    </>
  )
}

/** The fields of a new or an existing workspace. */
export function WorkspaceFields({ form }: { form: WorkspaceForm }) {
  const { values, errors, field, offers } = form
  const name = values.name.trim()
  const engine = useQuery(q(readEngine)).data

  const saved = useInstanceTypes(executionSpecsOf(form.before))
  const types = suggestedTypes(engine?.own_instance_type ?? null)
  const listId = useId()

  /** An instance type of this machine, for the tiers that it can serve: the larger the tier, the more of it. */
  function placeholderFor(tier: Tier): string | undefined {
    if (engine?.largest.gpu === 0 && isGpuTier(tier)) return undefined
    return (types[SIZES.findIndex((size) => tier.startsWith(size))] ?? types.at(-1))?.name ?? 'instance type'
  }

  function helpFor(tier: Tier) {
    const isUnknown = errors[tier] === messages.instance_type
    if (isUnknown) return <UnknownType example={types[0]?.name} />
    const instance = values[tier].trim()
    if (errors[tier] !== undefined) return undefined
    // The line stays while a field is empty, so that it keeps its height beside its neighbour.
    if (instance === '') return 'optional'
    const known = offers[instance] ?? saved.get(instance)
    const offer = known ? offerOf(known) : types.find(({ name }) => name === instance)?.offer
    return [offer ?? 'checked at Save', limitSentence(typeOf(tier), engine)].filter(Boolean).join('; ')
  }

  /** As far as it is known before Save. */
  function typeOf(tier: Tier) {
    const instance = values[tier].trim()
    return offers[instance] ?? saved.get(instance) ?? sizeOf(instance)
  }

  const refusals = ROWS.flatMap((tier) => {
    const refusal = values[tier].trim() === '' ? undefined : impossible(tier, typeOf(tier), engine)
    return refusal === undefined ? [] : [`${tierLabels[tier]}: ${refusal}`]
  })

  return (
    <div className={styles.columns}>
      <FormSection title="Information">
        {'nameCheck' in form ? (
          <NameField
            {...NAME}
            form={form}
            name="name"
            nameCheck={form.nameCheck}
            help={
              workspaceNameProblem(name) === null ? (
                <>
                  Stored as <span className={text.mono}>{storedWorkspaceName(name)}</span>
                </>
              ) : undefined
            }
          />
        ) : (
          <TextField {...NAME} help="The name never changes." readOnly value={name} />
        )}
        <TextField
          {...field('s3_bucket_name')}
          {...TYPED_AS_IS}
          label="Bucket Name"
          tip={
            <HelpTip>
              The S3 bucket made during infrastructure install. All learning results are stored here.
            </HelpTip>
          }
        />
        {form.withDashboard && (
          <TextField {...field('dashboard_hash')} {...TYPED_AS_IS} label="Dashboard Hash" />
        )}
        <TextField
          {...field('edge_conductor_url')}
          {...TYPED_AS_IS}
          label="Edge Conductor URL"
          mark="optional"
          tip={<HelpTip>The Edge Conductor URL can be entered later.</HelpTip>}
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      </FormSection>
      <FormSection title="Resources" tip={<HelpTip>{TIERS_TIP}</HelpTip>}>
        <div className={layout.two}>
          {ROWS.map((tier) => (
            <TextField
              key={tier}
              {...field(tier)}
              {...TYPED_AS_IS}
              label={tierLabels[tier]}
              mono
              list={listId}
              placeholder={placeholderFor(tier)}
              help={helpFor(tier)}
            />
          ))}
        </div>
        <datalist id={listId}>
          {types.map(({ name, offer }) => (
            <option key={name} value={name}>
              {offer}
            </option>
          ))}
        </datalist>
        {refusals.length > 0 && (
          <Note tone="warn" live>
            {refusals.join(' ')} Runs of such a tier cannot start here.
          </Note>
        )}
        <p className={classNames(text.tiny, text.muted)}>
          A tier that stays empty is not offered. {TIERS_TIP}
        </p>
      </FormSection>
      {engine && <RunSettingFields form={form} heeds={engine.heeds} />}
    </div>
  )
}
