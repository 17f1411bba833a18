import { type RunSpec, StartRefused } from '../engine.ts'

/** @throws StartRefused if there is no program to start, with `noContainers` if the pipeline names an image instead */
export function requireCommand({ command, image }: RunSpec, noContainers: string): void {
  if (command !== null && command.length > 0) return
  throw new StartRefused(
    image === null
      ? 'The pipeline names no command: register a version whose pipeline has one.'
      : `${noContainers}: register a version whose pipeline has a command and a source.`,
  )
}
