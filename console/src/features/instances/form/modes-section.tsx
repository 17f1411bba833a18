import type { Mode } from '@podium/contract/metadata.ts'
import { FieldMessage } from '../../../ui/form/field-message.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SwitchCard } from '../../../ui/form/switch-card.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { PipelineForm } from './instance-draft.ts'
import styles from './instance-form.module.css'
import { PipelineParameters } from './pipeline-parameters.tsx'
import { type Offered, TierFields } from './tier-fields.tsx'
import type { InstanceForm } from './use-instance-form.ts'

interface ModesSectionProps {
  form: InstanceForm
  offered: Offered
}

const PIPELINES: Record<Mode, { title: string; sub: string }> = {
  train: { title: 'Train', sub: 'Runs may train; the parameters below are where they begin.' },
  inference: {
    title: 'Inference',
    sub: 'Runs may use its models; the parameters below are where they begin.',
  },
}

/** What the instance offers and how its runs run. What is off takes no room. */
export function ModesSection({ form, offered }: ModesSectionProps) {
  const { draft, problems, change } = form
  const has = (mode: Mode): PipelineForm | undefined => form.forms.find((one) => one.mode === mode)
  const on = form.forms.filter((one) => one.on)
  return (
    <FormSection title="Modes">
      <div className={styles.modes} data-invalid={problems.modes === undefined ? undefined : true}>
        {(['train', 'inference'] as const).map((mode) => {
          const pipeline = has(mode)
          return (
            <SwitchCard
              key={mode}
              {...PIPELINES[mode]}
              on={pipeline?.on ?? false}
              onChange={(next) => change({ [mode]: next })}
              reason={pipeline ? undefined : `This version has no ${mode} pipeline.`}
            >
              {pipeline && <PipelineParameters form={form} pipeline={pipeline} />}
            </SwitchCard>
          )
        })}
        <div aria-live="polite">
          {problems.modes !== undefined && <FieldMessage tone="error">{problems.modes}</FieldMessage>}
        </div>
        <SwitchCard
          title="Resource"
          sub="A tier for each pipeline, in place of the one the version asks for."
          on={draft.resource}
          onChange={(resource) => change({ resource })}
        >
          <TierFields form={form} pipelines={on} offered={offered} />
        </SwitchCard>
        <SwitchCard
          title="Pipeline"
          sub="Which of the solution's pipelines a run gets that names none."
          on={draft.pipeline !== null}
          onChange={(next) => change({ pipeline: next ? (on[0]?.mode ?? 'train') : null })}
        >
          <SelectField
            label="Pipeline of its runs"
            value={draft.pipeline ?? ''}
            error={problems['modes.pipeline']}
            options={form.forms.map(({ mode, on }) => ({
              value: mode,
              label: on ? PIPELINES[mode].title : `${PIPELINES[mode].title} (off)`,
              disabled: !on,
            }))}
            onChange={(event) => change({ pipeline: event.currentTarget.value as Mode })}
          />
        </SwitchCard>
        <SwitchCard
          title="Data Wrangler"
          sub="Code and data addresses of its own, in place of the version's."
          on={draft.wrangler}
          onChange={(wrangler) => change({ wrangler })}
        >
          <WranglerFields form={form} />
        </SwitchCard>
        <SwitchCard
          title="Dev Mode"
          sub="Keeps the working directory of every run and logs at debug level."
          on={draft.dev}
          onChange={(dev) => change({ dev })}
        />
      </div>
    </FormSection>
  )
}

function WranglerFields({ form: { draft, problems, change } }: { form: InstanceForm }) {
  const typed = { mono: true, autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const
  const help = "s3://bucket/path, or a path in the workspace's bucket. Empty means the version's own."
  return (
    <>
      <TextField
        {...typed}
        label="Code address"
        value={draft.code_uri}
        error={problems['modes.data_wrangler.code_uri']}
        help={help}
        onChange={(event) => change({ code_uri: event.currentTarget.value })}
      />
      <TextField
        {...typed}
        label="Data address"
        value={draft.dataset_uri}
        error={problems['modes.data_wrangler.dataset_uri']}
        help={help}
        onChange={(event) => change({ dataset_uri: event.currentTarget.value })}
      />
    </>
  )
}
