import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import { fail } from './cli-error.ts'
import { PIPELINE, SEARCH, type ValuesOf } from './options.ts'

/** The options of commands that choose runs by filters. */
export const RUN_FILTERS = {
  state: { value: 'failed,stopped', help: 'queued, starting, running, succeeded, failed or stopped' },
  solution: { value: 'NAME', help: 'runs of the solution' },
  version: { value: 'N', help: 'runs of the version of the solution' },
  stream: { value: 'NAME', help: 'runs of the stream' },
  pipeline: { value: PIPELINE.value, help: 'runs of the pipeline' },
  person: { value: 'me', help: 'runs that the person started' },
  tier: { value: 'TIER', help: 'runs of the tier' },
  from: { value: '2026-11-20', help: 'runs from this day on' },
  to: { value: '2026-11-27', help: 'runs until this day' },
  tag: { value: 'TAG', multiple: true, help: 'runs with the tag' },
  star: { help: 'runs with a star' },
  failure: { value: 'KEY', help: 'runs that failed in the same way' },
  figure: { value: "'accuracy>0.9'", multiple: true, help: 'runs with such a figure' },
  parameter: { value: "'epochs=300'", multiple: true, help: 'runs with such a parameter' },
  search: SEARCH,
} as const

/** Returns the filters of the run list from the options. The server validates their values. */
export function runFiltersOf(options: ValuesOf<typeof RUN_FILTERS>): RunFilters {
  const all = {
    q: options.search,
    state: options.state,
    pipeline: options.pipeline === undefined ? undefined : pipelineOf(options.pipeline),
    solution: options.solution,
    version: options.version === undefined ? undefined : versionOf(options.version),
    stream: options.stream,
    person: options.person,
    tier: options.tier,
    from: options.from,
    to: options.to,
    tag: options.tag,
    star: options.star ? ('true' as const) : undefined,
    failure: options.failure,
    figure: options.figure,
    parameter: options.parameter,
  }
  for (const [name, value] of Object.entries(all))
    if (value === '') fail(`--${name === 'q' ? 'search' : name} needs a value.`)
  return withLocalDays(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
}

export function pipelineOf(sent: string): 'train' | 'inference' {
  return sent === 'train' || sent === 'inference'
    ? sent
    : fail(`The pipeline is train or inference, not '${sent}'.`)
}

function versionOf(sent: string): number {
  const version = Number(sent.replace(/^v/, ''))
  return Number.isSafeInteger(version) && version > 0
    ? version
    : fail(`A version is a whole number, not '${sent}'.`)
}
