import { fail } from '@podium/contract/errors.ts'
import { type Metadata, MODES } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import type { ChosenParameters } from '@podium/contract/streams.ts'
import { checkedParameters } from '../instances/checked-parameters.ts'

/** The version that a stream's instance is bound to. */
interface BoundTo {
  solution_name: string
  version_num: number
  metadata: Metadata
}

/** The values chosen for each pipeline, every one as its field has it; refused where a run would be refused with it. */
export function checkedForBoth(bound: BoundTo, sent: ChosenParameters): ChosenParameters {
  const checked: ChosenParameters = {}
  for (const mode of MODES) {
    const chosen = sent[mode]
    if (!chosen) continue
    const pipeline =
      pipelineOf(bound.metadata, mode) ??
      fail('RUN.CHOICE', {
        problem: `Version ${bound.version_num} of ${bound.solution_name} has no ${mode} pipeline to give parameters to.`,
      })
    checked[mode] = checkedParameters(pipeline, chosen, ['parameters', mode])
  }
  return checked
}
