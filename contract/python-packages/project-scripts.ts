import { parse } from 'smol-toml'
import { isObject } from '../rules/metadata-json.ts'
import { LONGEST_PROJECT } from './project-table.ts'

/** Returns the scripts of a pyproject.toml as `{name: 'package.module:function'}`, also Poetry's; {} if it cannot be read. */
export function projectScripts(text: string): Record<string, string> {
  const file = tomlOf(text)
  const { poetry } = tableOf(file.tool)
  const scripts = { ...tableOf(tableOf(poetry).scripts), ...tableOf(tableOf(file.project).scripts) }
  return Object.fromEntries(
    Object.entries(scripts).filter((script): script is [string, string] => typeof script[1] === 'string'),
  )
}

function tomlOf(text: string): Record<string, unknown> {
  try {
    return text.length > LONGEST_PROJECT ? {} : parse(text)
  } catch {
    return {}
  }
}

function tableOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
