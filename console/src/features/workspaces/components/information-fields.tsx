import { storedWorkspaceName, workspaceNameProblem } from '@podium/contract/rules.ts'
import { HelpTip } from '../../../ui/feedback/help-tip.tsx'
import { ActionField } from '../../../ui/form/action-field.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { WorkspaceForm } from './use-workspace-form.ts'
import styles from './workspace-form.module.css'

interface InformationFieldsProps {
  form: WorkspaceForm
  withDashboard: boolean
  named: boolean
}

const TYPED_AS_IS = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

const NAME_TIP =
  'The workspace name is the namespace created for the project. A "-ws" suffix is stripped and saved automatically.'

export function InformationFields({ form, withDashboard, named }: InformationFieldsProps) {
  const { values, errors, change, refOf } = form
  return (
    <FormSection title="Information">
      {named ? (
        <TextField
          label="Workspace Name"
          tip={<HelpTip>{NAME_TIP}</HelpTip>}
          help="The name never changes."
          readOnly
          value={values.name}
        />
      ) : (
        <NameField form={form} />
      )}
      <TextField
        {...TYPED_AS_IS}
        ref={refOf('bucket')}
        label="Bucket Name"
        tip={
          <HelpTip>
            The S3 bucket made during infrastructure install. All learning results are stored here.
          </HelpTip>
        }
        value={values.bucket}
        error={errors.bucket}
        onChange={(event) => change({ bucket: event.currentTarget.value })}
      />
      {withDashboard && (
        <TextField
          {...TYPED_AS_IS}
          ref={refOf('dashboardHash')}
          label="Dashboard Hash"
          value={values.dashboardHash}
          error={errors.dashboardHash}
          onChange={(event) => change({ dashboardHash: event.currentTarget.value })}
        />
      )}
      <TextField
        {...TYPED_AS_IS}
        ref={refOf('edgeConductorUrl')}
        label="Edge Conductor URL"
        mark="optional"
        tip={<HelpTip>The Edge Conductor URL can be entered later.</HelpTip>}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={values.edgeConductorUrl}
        error={errors.edgeConductorUrl}
        onChange={(event) => change({ edgeConductorUrl: event.currentTarget.value })}
      />
    </FormSection>
  )
}

function NameField({ form }: { form: WorkspaceForm }) {
  const { values, errors, change, refOf, nameCheck } = form
  const { verdict, isChecking, check, forget } = nameCheck
  const name = values.name.trim()
  return (
    <ActionField
      {...TYPED_AS_IS}
      ref={refOf('name')}
      label="Workspace Name"
      tip={<HelpTip>{NAME_TIP}</HelpTip>}
      action="Check Duplicate"
      onAction={() => void check(name)}
      checking={isChecking}
      value={values.name}
      error={errors.name ?? (verdict && verdict.is !== 'free' ? verdict.message : undefined)}
      good={verdict?.is === 'free' ? verdict.message : undefined}
      help={
        workspaceNameProblem(name) !== null ? undefined : (
          <>
            Stored as <span className={styles.stored}>{storedWorkspaceName(name)}</span>
          </>
        )
      }
      onChange={(event) => {
        forget()
        change({ name: event.currentTarget.value })
      }}
    />
  )
}
