import { networkIsOpen, type RunSetting, runSettingLabels } from '@podium/contract/rules/run-settings.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type WorkspaceForm, YES } from './use-workspace-form.ts'

/** Attributes of a field for a name that must be typed exactly. */
export const TYPED_AS_IS = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** The settings for how runs of the workspace start. Shows those that the engine applies. */
export function RunSettingFields({ form, heeds }: { form: WorkspaceForm; heeds: readonly RunSetting[] }) {
  const { field, values, change } = form
  const isHeeded = (setting: RunSetting) => heeds.includes(setting)
  const named = (setting: RunSetting) => ({
    ...field(setting),
    ...TYPED_AS_IS,
    label: runSettingLabels[setting],
    mark: 'optional' as const,
  })
  return (
    <FormSection title="Runs">
      {isHeeded('network') ? (
        <Checkbox
          label={runSettingLabels.network}
          help="Off: runs have no network (on Kubernetes they still reach Podium). Applies to new runs."
          checked={values.network === YES}
          onChange={(event) => change({ network: event.currentTarget.checked ? YES : '' })}
        />
      ) : (
        <Note tone="warn">{networkIsOpen}</Note>
      )}
      {isHeeded('queue') && (
        <TextField
          {...named('queue')}
          mono
          help="The queue of the cluster that admits its runs, such as a LocalQueue of Kueue."
        />
      )}
      {isHeeded('pending_limit_minutes') && (
        <TextField
          {...named('pending_limit_minutes')}
          inputMode="numeric"
          help="A run that waits longer for a node fails. Leave it empty to wait without a limit."
        />
      )}
      {isHeeded('system_user') && (
        <TextField
          {...named('system_user')}
          mono
          help="Runs start as this user on the cluster's machines. If it is empty, they start as the user of Podium's server; if that is root, no run starts."
        />
      )}
      {isHeeded('stop_grace_seconds') && (
        <TextField
          {...named('stop_grace_seconds')}
          inputMode="numeric"
          help="How many seconds a program has to save after it is told to stop. Leave it empty for 10."
        />
      )}
    </FormSection>
  )
}
