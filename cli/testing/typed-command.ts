import { runCommandLine } from '../command-line.ts'

/** Values of options as a test states them. */
export type TypedOptions = Record<string, string | boolean | readonly string[] | undefined>

/** Runs `podium NAME …WORDS --OPTION=VALUE …` in this process. */
export function podium(
  name: string,
  words: readonly string[] = [],
  options: TypedOptions = {},
): Promise<void> {
  const typed = Object.entries(options).flatMap(([option, value]) =>
    [value ?? []].flat().map((one) => (one === true ? `--${option}` : `--${option}=${one}`)),
  )
  return runCommandLine([name, ...words, ...typed])
}
