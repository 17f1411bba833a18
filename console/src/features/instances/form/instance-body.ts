import type { editInstance } from '@podium/contract/instances.ts'
import type { ArgumentsOf } from '../../../api/route-types.ts'
import { isRight } from '../../runs/components/parameters/parameter-values.ts'
import { type InstanceDraft, isTag, type PipelineForm } from './instance-draft.ts'

type Body = ArgumentsOf<typeof editInstance>['body']

interface Wish {
  draft: InstanceDraft
  name: string
  forms: readonly PipelineForm[]
  /** kept incomplete: what is wrong in it is kept as it was typed */
  asDraft: boolean
}

/** What is sent: of the parameters only what differs from the version's own. */
export function instanceBody({ draft, name, forms, asDraft }: Wish): NonNullable<Body> {
  const { description, tags, pipeline, resource, tiers, wrangler, code_uri, dataset_uri, dev } = draft
  const pipelines = forms.map((form) => [form.mode, pipelineMode(form, asDraft)])
  const asked = forms.flatMap(({ mode, on }) => {
    const tier = tiers[mode]
    return resource && on && tier ? [[mode, tier]] : []
  })
  return {
    name,
    description,
    tags: tags.filter(isTag).map(({ key, value }) => ({ key, value })),
    modes: {
      ...Object.fromEntries(pipelines),
      ...(pipeline && { pipeline }),
      ...(wrangler && { data_wrangler: { code_uri: code_uri.trim(), dataset_uri: dataset_uri.trim() } }),
      ...(dev && { dev }),
    },
    execution_specs: Object.fromEntries(asked),
    draft: asDraft,
  }
}

/** What was chosen for a pipeline that is off is kept for the day it is turned on, unless it is wrong. */
function pipelineMode({ on, filled }: PipelineForm, asDraft: boolean) {
  const isKept = Object.keys(filled.differing).length > 0 && (on || asDraft || isRight(filled))
  return { on, ...(isKept && { parameters: filled.differing }) }
}
