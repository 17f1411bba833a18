import { MODES, type Mode } from '@podium/contract/metadata.ts'
import type { StepValues } from '@podium/contract/parameters.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'
import { isSample } from '../components/data-name.ts'
import type { Entries } from '../components/parameters/parameter-values.ts'

/** What was chosen so far; null stands for what makes sense by itself. */
export interface RunDraft {
  target: 'stream' | 'new-stream' | 'new-instance' | null
  stream: string
  instance: string
  solution: string
  version: number | null
  instance_name: string | null
  stream_name: string | null
  pipeline: Mode | null
  /** the run whose model is used; '' for the newest of the stream */
  model: string
  data: 'sample' | 'set' | 'upload'
  dataset: string[]
  folder: string | null
  tier: Tier | null
  /** parameters of the run that this one begins from */
  given: StepValues
  /** the version's own values were asked for, so neither the stream's nor the given ones count */
  plain: boolean
  entries: Entries
}

type Search = Record<string, string | undefined>

/** The draft that an address asks for. */
export function draftOf(search: Search, from: RunInfo | undefined): RunDraft {
  const draft: RunDraft = {
    target: targetOf(search),
    stream: search.stream ?? '',
    instance: search.instance ?? '',
    solution: search.solution ?? '',
    version: Number(search.version?.replace(/^v/, '')) || null,
    instance_name: null,
    stream_name: null,
    pipeline: MODES.find((mode) => mode === search.pipeline) ?? null,
    model: search.model ?? '',
    data: 'sample',
    dataset: [],
    folder: null,
    tier: TIERS.find((tier) => tier === search.tier) ?? null,
    given: {},
    plain: false,
    entries: {},
  }
  return from ? { ...draft, ...ofRun(from) } : draft
}

function targetOf({ stream, instance, solution }: Search): RunDraft['target'] {
  if (stream) return 'stream'
  if (instance) return 'new-stream'
  return solution ? 'new-instance' : null
}

function ofRun(run: RunInfo): Partial<RunDraft> {
  const tier = TIERS.find((name) => name === run.tier_asked)
  return {
    target: 'stream',
    stream: run.stream_id,
    pipeline: run.pipeline,
    model: run.model_from ?? '',
    given: run.parameters,
    ...(tier && { tier }),
    ...(!isSample(run.dataset_uri) && { data: 'set', dataset: run.dataset_uri }),
  }
}
