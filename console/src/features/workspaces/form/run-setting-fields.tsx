import { networkIsOpen, type RunSetting, runSettings } from '@podium/contract/rules/run-settings.ts'
import type { ComponentProps } from 'react'
import { YES } from '../../../record/field-values.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { TYPED_AS_IS } from '../components/detail-views.tsx'
import type { WorkspaceForm } from './use-workspace-form.ts'

type TypedSetting = Exclude<RunSetting, 'network'>

/** The attributes of each text field. */
const INPUTS: Record<TypedSetting, Partial<ComponentProps<typeof TextField>>> = {
  queue: {
    mono: true,
    help: 'The queue of the cluster that admits its runs, such as a LocalQueue of Kueue.',
  },
  pending_limit_minutes: {
    inputMode: 'numeric',
    help: 'A run that waits longer for a node fails. Leave it empty to wait without a limit.',
  },
  system_user: {
    mono: true,
    help: "Runs start as this user on the cluster's machines. If it is empty, they start as the user of Podium's server; if that is root, no run starts.",
  },
  stop_grace_seconds: {
    inputMode: 'numeric',
    help: 'How many seconds a program has to save after it is told to stop. Leave it empty for 10.',
  },
}

/** The settings for how runs of the workspace start. Shows those that the engine applies. */
export function RunSettingFields({ form, heeds }: { form: WorkspaceForm; heeds: readonly RunSetting[] }) {
  const { field, values, change } = form
  return (
    <FormSection title="Runs">
      {heeds.includes('network') ? (
        <Checkbox
          label={runSettings.network.label}
          help="Off: runs have no network (on Kubernetes they still reach Podium). Applies to new runs."
          checked={values.network === YES}
          onChange={(event) => change({ network: event.currentTarget.checked ? YES : '' })}
        />
      ) : (
        <Note tone="warn">{networkIsOpen}</Note>
      )}
      {(Object.keys(INPUTS) as TypedSetting[])
        .filter((setting) => heeds.includes(setting))
        .map((setting) => (
          <TextField
            key={setting}
            {...field(setting)}
            {...TYPED_AS_IS}
            label={runSettings[setting].label}
            mark="optional"
            {...INPUTS[setting]}
          />
        ))}
    </FormSection>
  )
}
