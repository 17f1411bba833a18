import { type ParseArgsConfig, parseArgs } from 'node:util'

export interface Option {
  /** its value in the help; an option without one is a switch */
  value?: string
  help: string
  short?: string
  /** whether it can be given several times */
  multiple?: true
}

export type OptionTable = Readonly<Record<string, Option>>

export type ValuesOf<Table extends OptionTable> = {
  -readonly [Name in keyof Table]?: Table[Name] extends { value: string }
    ? Table[Name] extends { multiple: true }
      ? string[]
      : string
    : boolean
}

/** The options of every command. */
export const COMMON = {
  server: { value: 'URL', help: 'the address of the server' },
  workspace: { value: 'NAME', short: 'w', help: 'the workspace, if you see several' },
  ca: { value: 'FILE', help: 'trust the certificate of your own authority' },
  help: { short: 'h', help: 'print this help' },
} as const satisfies OptionTable

export const ALIAS_TO_INFER = {
  value: 'NAME',
  help: 'infer with the model of this alias or ID, not the newest of the stream',
} as const
export const JSON_OUTPUT = { help: 'print JSON' } as const
export const PIPELINE = { value: 'train|inference', help: 'the pipeline, train if left out' } as const
export const SEARCH = { value: 'TEXT', short: 'q', help: 'only those that contain the text' } as const
export const TIME_ZONE = { value: 'Europe/Berlin', help: 'instead of the time zone of this machine' } as const
export const WITHOUT_ASKING = { short: 'y', help: 'do not ask before' } as const

/** Splits a command line into words and options. Options that are not in the table fail if it is strict. */
export function parse(args: string[], table: OptionTable, strict: boolean) {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    Object.entries(table).map(([name, { value, help: _, ...more }]) => [
      name,
      { ...more, type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  return parseArgs({ args, options, strict, allowPositionals: true, tokens: true })
}
