import { readEngine } from '@podium/contract/calls/system.ts'
import { messages, storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules/rules.ts'
import { isGpuTier, TIERS, type Tier, tierLabels } from '@podium/contract/rules/tiers.ts'
import { workspaceDetails } from '@podium/contract/rules/workspace-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { q } from '../../../api/query.ts'
import { namesOf } from '../../../record/consequences.tsx'
import { NameField } from '../../../record/name-check.tsx'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { inside } from '../../../ui/base-path.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { HelpTip } from '../../../ui/tooltip/tooltip.tsx'
import { DETAIL_VIEWS, DETAILS, TYPED_AS_IS } from '../components/detail-views.tsx'
import { offerOf, sizeOf, suggestedTypes } from '../components/instance-types.ts'
import { getsSentence, impossible, mostSentence } from '../components/tier-limits.ts'
import { useInstanceTypes } from '../components/use-instance-types.ts'
import { RunSettingFields } from './run-setting-fields.tsx'
import { executionSpecsOf, type WorkspaceForm } from './use-workspace-form.ts'
import styles from './workspace-form.module.css'

// Pairs the tiers with and without a GPU.
const ROWS: readonly Tier[] = ['high', 'high-gpu', 'standard', 'standard-gpu', 'low', 'low-gpu']

const BUCKETS = {
  directory: 'Here it is a folder of the server.',
  s3: 'Here it is kept in the S3 service of this installation.',
}

function BucketTip({ objects }: { objects: keyof typeof BUCKETS | undefined }) {
  return (
    <HelpTip of="Bucket Name">
      The S3 bucket made during infrastructure install. All learning results are stored here.
      {objects && ` ${BUCKETS[objects]}`}
    </HelpTip>
  )
}

/** Suggests a type in place of an unknown one. */
function UnknownType({ example }: { example: string | undefined }) {
  return (
    <>
      {example && (
        <>
          For this machine write a type such as <code translate="no">{example}</code>.{' '}
        </>
      )}
      Types of other clouds belong in the file of <code translate="no">PODIUM_INSTANCE_TYPES_FILE</code>:{' '}
      <a
        href={inside('/guide/make-a-workspace.html#types-of-another-cloud')}
        target="_blank"
        rel="noopener noreferrer"
      >
        how to add them
      </a>
      .
    </>
  )
}

function refusedWords(tiers: readonly string[]): string {
  return `Runs on ${namesOf(tiers, tiers.length)} cannot start.`
}

/** The fields of a new or an existing workspace. The name of an existing one cannot be changed. */
export function WorkspaceFields({ form }: { form: WorkspaceForm }) {
  const { values, errors, field, offers } = form
  const name = values.name.trim()
  const engine = useQuery(q(readEngine)).data

  const saved = useInstanceTypes(executionSpecsOf(form.before))
  const types = suggestedTypes(engine?.own_instance_type ?? null)
  const listId = useId()

  /** An example type for tiers without a GPU: the larger the tier, the larger the part of this machine. */
  function placeholderFor(tier: Tier): string {
    const type = isGpuTier(tier) ? undefined : types[TIERS.indexOf(tier)]
    return type ? `e.g. ${type.name}` : 'instance type'
  }

  function helpFor(tier: Tier) {
    const isUnknown = errors[tier] === messages.instance_type
    if (isUnknown) return <UnknownType example={types[0]?.name} />
    const instance = values[tier].trim()
    if (errors[tier] !== undefined || instance === '') return undefined
    const gets = getsSentence(typeOf(tier), engine)
    if (gets !== undefined) return <span className={text.warn}>{gets}</span>
    const known = offers[instance] ?? saved.get(instance)
    const offer = known ? offerOf(known) : types.find(({ name }) => name === instance)?.offer
    return offer ?? 'checked at Save'
  }

  /** Returns the type of a tier, as far as it is known before Save. */
  function typeOf(tier: Tier) {
    const instance = values[tier].trim()
    return offers[instance] ?? saved.get(instance) ?? sizeOf(instance)
  }

  /** Groups the reasons why tiers cannot start, so that each is shown once. */
  const refusals = new Map<string, string[]>()
  for (const tier of ROWS) {
    const refusal = values[tier].trim() === '' ? undefined : impossible(tier, typeOf(tier), engine)
    if (refusal !== undefined) refusals.set(refusal, [...(refusals.get(refusal) ?? []), tierLabels[tier]])
  }

  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <FormSection title="Information">
          {'nameCheck' in form && (
            <NameField
              label="Workspace Name"
              tip={
                <HelpTip of="Workspace Name">
                  The workspace name is the namespace created for the project. A "-ws" suffix is stripped and
                  saved automatically.
                </HelpTip>
              }
              form={form}
              name="name"
              nameCheck={form.nameCheck}
              help={
                workspaceNameProblem(name) === null ? (
                  <>
                    Stored as{' '}
                    <span translate="no" className={text.mono}>
                      {storedWorkspaceName(name)}
                    </span>
                  </>
                ) : undefined
              }
            />
          )}
          {DETAILS.filter((name) => name !== 'dashboard_hash' || form.withDashboard).map((name) => (
            <TextField
              key={name}
              {...field(name)}
              label={workspaceDetails[name].label}
              tip={name === 's3_bucket_name' && <BucketTip objects={engine?.objects} />}
              {...DETAIL_VIEWS[name].input}
            />
          ))}
        </FormSection>
        {engine && <RunSettingFields form={form} heeds={engine.heeds} />}
      </div>
      <FormSection
        title="Resources"
        tip={
          <>
            <span className={classNames(text.small, text.muted)}>optional</span>
            <HelpTip of="Resources">
              0 is not allowed. Specs above the node group's maximum are trained at that maximum.
              {engine && ` ${mostSentence(engine)}`}
            </HelpTip>
          </>
        }
      >
        <div className={layout.two}>
          {ROWS.map((tier) => (
            <TextField
              key={tier}
              {...field(tier)}
              {...TYPED_AS_IS}
              label={tierLabels[tier]}
              // A placeholder is not a type, so it is not in monospace.
              mono={values[tier] !== ''}
              list={listId}
              placeholder={placeholderFor(tier)}
              help={helpFor(tier)}
            />
          ))}
        </div>
        <p className={classNames(text.tiny, text.muted)}>
          Empty tiers are not offered. {impossible('high-gpu', undefined, engine)}
        </p>
        <datalist id={listId}>
          {types.map(({ name, offer }) => (
            <option key={name} value={name}>
              {offer}
            </option>
          ))}
        </datalist>
        {refusals.size > 0 && (
          <Note tone="warn" live>
            {[...refusals].map(([refusal, tiers]) => `${refusal} ${refusedWords(tiers)}`).join(' ')}
          </Note>
        )}
      </FormSection>
    </div>
  )
}
