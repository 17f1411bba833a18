import type { StepValues } from '@podium/contract/solution-metadata/parameters.ts'
import type { ProgramArgument } from '@podium/contract/solution-metadata/program.ts'
import type { DescribedParameter } from './described-program.ts'

/** A program that a folder says how to start. */
export interface EntryPoint {
  /** such as 'train.py', 'dvc.yaml' or 'MLproject: main' */
  title: string
  command: string[]
  arguments: ProgramArgument[] | 'hydra'
  /** its parameters, as `args` of `user_parameters` describe them */
  described: DescribedParameter[]
  /** their defaults, as values of the step `main` */
  parameters: StepValues
  /** lines of a requirements file that it needs beside those of the folder; `-r` names a file from the root */
  requirements: string[]
  /** the version of Python that it names, such as '3.10' */
  python?: string
}

/** An entry point before its defaults are taken from what describes it. */
export type FoundEntry = Omit<EntryPoint, 'parameters'>
