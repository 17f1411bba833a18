import { Card } from '../../../ui/layout/card.tsx'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import type { PipelineForm } from '../form/instance-draft.ts'

/** What a run receives that changes nothing, to the letter, for each pipeline that is on and asks for something. */
export function ParameterCards({ forms }: { forms: readonly PipelineForm[] }) {
  return forms
    .filter(({ on, filled }) => on && filled.fields.length > 0)
    .map(({ mode, filled }) => (
      <Card
        key={mode}
        title={`${mode === 'train' ? 'A training' : 'An inference'} run receives, before its stream's own values`}
        flush
      >
        <ReceivedParameters label={`Parameters of ${mode}`} filled={filled} />
      </Card>
    ))
}
