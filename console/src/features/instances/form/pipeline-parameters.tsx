import { TextButton } from '../../../ui/button/text-button.tsx'
import { ParameterFields } from '../../runs/components/parameters/parameter-fields.tsx'
import { type FilledField, problemOf } from '../../runs/components/parameters/parameter-values.ts'
import type { PipelineForm } from './instance-draft.ts'
import styles from './instance-form.module.css'
import { parameterName } from './instance-problems.ts'
import type { InstanceForm } from './use-instance-form.ts'

interface PipelineParametersProps {
  form: InstanceForm
  pipeline: PipelineForm
}

/** The parameters of one pipeline, with the way back to the version's own. */
export function PipelineParameters({ form, pipeline: { mode, filled } }: PipelineParametersProps) {
  const { draft, problems } = form
  const isChanged = filled.fields.some(({ touched, changed }) => touched || changed)

  function withRefusal(one: FilledField): FilledField {
    const message = problems[parameterName(mode, one.field)]
    return message === undefined ? one : { ...one, touched: true, problem: problemOf(one.field, message) }
  }
  function backToDefaults() {
    const ofOthers = Object.entries(draft.entries).filter(([key]) =>
      filled.fields.every((field) => field.key !== key),
    )
    form.change({ entries: Object.fromEntries(ofOthers), plain: [...draft.plain, mode] })
  }
  return (
    <>
      <ParameterFields fields={filled.fields.map(withRefusal)} onEntry={form.enter} />
      {isChanged && (
        <div className={styles.back}>
          <TextButton onClick={backToDefaults}>Back to the defaults</TextButton>
        </div>
      )}
    </>
  )
}
