import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { withLocalDays } from '@podium/contract/rules/local-days.ts'
import { fail } from './cli-error.ts'
import type { Options } from './options.ts'

/** Returns the filters of the run list from the options. The server validates their values. */
export function runFiltersOf(options: Options): RunFilters {
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
