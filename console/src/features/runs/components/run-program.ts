import { pipelineIn } from '@podium/contract/calls/choices.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { programOf } from '@podium/contract/solution-metadata/pipeline-program.ts'
import { type Program, wordsOf } from '@podium/contract/solution-metadata/program.ts'

/** Returns the program that the run started; null for the container's own entry point. */
export function programOfRun(run: Pick<RunInfo, 'metadata_json' | 'pipeline'>): Program | null {
  const pipeline = pipelineIn(run.metadata_json, run.pipeline)
  return pipeline && programOf(pipeline)
}

/** Returns the command line of the run as a person would type it in a shell; null for the container's own. */
export function commandLine(run: Pick<RunInfo, 'metadata_json' | 'pipeline' | 'parameters'>): string | null {
  const program = programOfRun(run)
  return program && wordsOf(program, run.parameters).map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
