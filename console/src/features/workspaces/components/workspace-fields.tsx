import { messages, storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules.ts'
import { readEngine } from '@podium/contract/system.ts'
import { isGpuTier, type Tier, tierLabels } from '@podium/contract/tiers.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { NameField } from '../../../record/name-check.tsx'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { HelpTip } from '../../../ui/feedback/tooltip.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { RunSettingFields, TYPED_AS_IS } from './run-setting-fields.tsx'
import type { WorkspaceForm } from './use-workspace-form.ts'
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

const OWN_TYPES = (
  <>
    To use a type of another cloud, add it to the file of <code>PODIUM_INSTANCE_TYPES_FILE</code>:{' '}
    <a href="/guide/make-a-workspace.html#types-of-another-cloud" target="_blank" rel="noopener noreferrer">
      how
    </a>
    .
  </>
)

/** The fields of a new or an existing workspace. */
export function WorkspaceFields({ form }: { form: WorkspaceForm }) {
  const { values, errors, field, offers } = form
  const name = values.name.trim()
  const engine = useQuery(q(readEngine)).data

  /** An instance type of this machine, for the tiers that it can serve. */
  function placeholderFor(tier: Tier): string | undefined {
    if (engine?.largest.gpu === 0 && isGpuTier(tier)) return undefined
    return engine?.own_instance_type ?? 'instance type'
  }

  function helpFor(tier: Tier) {
    if (errors[tier] !== undefined) return errors[tier] === messages.instance_type ? OWN_TYPES : undefined
    const instance = values[tier].trim()
    return instance === '' ? 'not offered' : (offers[instance] ?? 'checked at Save')
  }

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
              placeholder={placeholderFor(tier)}
              help={helpFor(tier)}
            />
          ))}
        </div>
        <p className={classNames(text.tiny, text.muted)}>{TIERS_TIP}</p>
      </FormSection>
      <RunSettingFields form={form} heeds={engine?.heeds ?? []} />
    </div>
  )
}
