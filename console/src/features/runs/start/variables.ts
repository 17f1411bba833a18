import { runVariablesProblem } from '@podium/contract/calls/variables.ts'

/** Parses NAME=value lines; a line without '=' continues the value before it. */
export function variablesIn(text: string): Record<string, string> {
  const variables: [name: string, value: string][] = []
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s*([^=\s]+)=(.*)$/s.exec(line) ?? []
    const last = variables.at(-1)
    if (name !== undefined) variables.push([name, value])
    else if (last && line.trim() !== '') last[1] += `\n${line}`
    else if (line.trim() !== '') variables.push([line.trim(), ''])
  }
  return Object.fromEntries(variables)
}

/** Returns the variables as NAME=value lines. */
export function variableLines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

export function variablesProblem(text: string): string | undefined {
  const bad = runVariablesProblem(variablesIn(text))
  return bad === null ? undefined : `${bad.name}: ${bad.problem}`
}
