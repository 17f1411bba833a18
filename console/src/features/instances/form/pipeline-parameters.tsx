import type { Mode } from '@podium/contract/solution-metadata/modes.ts'
import { TextButton } from '../../../ui/button/button.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import type { Entry } from '../../runs/components/parameters/parameter-entry.ts'
import { ParameterFields } from '../../runs/components/parameters/parameter-fields.tsx'
import {
  type Filled,
  type FilledField,
  problemOf,
} from '../../runs/components/parameters/parameter-values.ts'
import type { InstanceDraft } from './instance-draft.ts'

/** The form values of an instance or a stream that concern parameters. */
type Chosen = Pick<InstanceDraft, 'entries' | 'plain'>

interface PipelineParametersProps {
  form: Pick<Fields<Chosen>, 'values' | 'errors' | 'fill'>
  mode: Mode
  filled: Filled
  /** the label of the button that resets them */
  back: string
}

/** Headings of the parameters that a run receives. */
export const RECEIVES: Record<Mode, string> = {
  train: 'A training run receives',
  inference: 'An inference run receives',
}

/** Returns the key of a parameter among the messages of a form. */
export function parameterName(mode: Mode, { step, name }: { step: string; name: string }) {
  return `entries.${mode}.${step}.${name}` as const
}

/** The parameters of one pipeline in a form. Each is validated as it is typed. */
export function PipelineParameters({ form, mode, filled, back }: PipelineParametersProps) {
  const { values, errors, fill } = form
  const { fields } = filled

  function withMessage(one: FilledField): FilledField {
    const message = errors[parameterName(mode, one.field)]
    return message === undefined ? one : { ...one, touched: true, problem: problemOf(one.field, message) }
  }
  function enter(key: string, entry: Entry) {
    const edited = fields.filter((one) => one.key === key).map(({ field }) => parameterName(mode, field))
    fill({ entries: { ...values.entries, [key]: entry } }, edited)
  }
  function setBack() {
    const ofOthers = Object.entries(values.entries).filter(([key]) => fields.every((one) => one.key !== key))
    const edited = fields.map(({ field }) => parameterName(mode, field))
    fill({ entries: Object.fromEntries(ofOthers), plain: [...values.plain, mode] }, edited)
  }
  return (
    <>
      <ParameterFields fields={fields.map(withMessage)} onEntry={enter} />
      {fields.some(({ touched, changed }) => touched || changed) && (
        <div>
          <TextButton onClick={setBack}>{back}</TextButton>
        </div>
      )}
    </>
  )
}
