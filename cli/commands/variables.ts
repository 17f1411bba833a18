import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import {
  deleteVariable,
  exportVariables,
  listVariables,
  putVariable,
  readVariable,
} from '@podium/contract/calls/variables.ts'
import { fail } from '../cli-error.ts'
import { call, open as openStream } from '../client.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { JSON_OUTPUT } from '../options.ts'
import { print, printJson, printRows } from '../print.ts'
import { openQuestions } from '../questions.ts'
import { readAll } from '../read-all.ts'
import { findSolution } from '../run-destination.ts'

const list = command({
  name: 'variables [list]',
  about: 'the variables and secrets of the workspace',
  options: { json: JSON_OUTPUT },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const params = { id: workspace.id }
    const found = await readAll(async (page) => {
      const { variables, total } = await call(connection, listVariables, { params, query: page })
      return { items: variables, total }
    })
    if (options.json) return printJson(found)
    if (found.length === 0) return print(`${workspace.display_name} has no variables.`)
    printRows([
      ['NAME', 'KIND', 'VALUE', 'FOR', 'CHANGED', 'BY'],
      ...found.map((variable) => [
        variable.name,
        variable.secret ? 'secret' : 'variable',
        variable.value?.split('\n')[0] ?? variable.problem,
        variable.solutions.length === 0 ? 'all solutions' : variable.solution_names.join(', '),
        variable.updated_at,
        variable.updated_by,
      ]),
    ])
  },
})

/** Sets `NAME=value`, or NAME with a value that is asked for or read from standard input, so that it stays secret. */
const set = command({
  name: 'variables set',
  args: 'NAME=value | NAME --secret',
  about: 'set a variable, or a secret, whose value is asked for or read from standard input',
  options: {
    secret: { help: 'set a secret' },
    environment: { help: 'put the secret into the environment of runs as well as into its file' },
    solution: { value: 'NAME', help: 'for runs of that solution only' },
  },
  async run({ words: [typed], options, open }) {
    const [, name = '', written] = /^([^=]+)(?:=(.*))?$/s.exec(typed ?? '') ?? []
    if (name === '')
      return fail('Name the variable: podium variables set NAME=value, or podium variables set NAME --secret')
    const { connection, workspace } = await open()
    const params = { id: workspace.id, name }
    const isSecret = options.secret ?? (await isKnownSecret(connection, params))
    if (isSecret && written !== undefined)
      fail(
        `${name} is a secret. Give only its name: the command then asks for the value, or reads it from standard input.`,
      )
    const solution = options.solution && (await findSolution(connection, workspace, options.solution))
    const body = {
      value: written ?? (await askedValue(name)),
      ...(options.secret !== undefined && { secret: options.secret }),
      ...(solution && { solutions: [solution.id] }),
      ...(options.environment !== undefined && { in_environment: options.environment }),
    }
    await call(connection, putVariable, { params, body })
    print(`${name} is set. Runs of ${workspace.display_name} that start from now on get it.`)
  },
})

async function isKnownSecret(connection: Connection, params: { id: string; name: string }): Promise<boolean> {
  const variable = await call(connection, readVariable, { params }).catch(() => null)
  return variable?.secret ?? false
}

/** Reads all of a pipe, even a key of several lines, without the last line break. */
async function askedValue(name: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const questions = await openQuestions()
  try {
    return await questions.askSilently(`Value of ${name}: `, `There is no value for ${name}.`)
  } finally {
    questions.close()
  }
}

const remove = command({
  name: 'variables delete',
  args: '<name>',
  about: 'delete a variable or a secret',
  missing: 'Name the variable',
  async run({ words: [name = ''], open }) {
    const { connection, workspace } = await open()
    await call(connection, deleteVariable, { params: { id: workspace.id, name } })
    print(`${name} is deleted. Runs that have started keep it.`)
  },
})

const save = command({
  name: 'variables export',
  about: 'all of them as JSON, without the values of secrets',
  options: {
    output: { value: 'FILE', short: 'o', help: 'write them to a file' },
    replace: { help: 'replace an existing file' },
  },
  async run({ options, open }) {
    const { connection, workspace } = await open()
    const answer = await openStream(connection, exportVariables, { params: { id: workspace.id } })
    const content = await answer.text()
    if (options.output === undefined) return print(content.trimEnd())
    await writeFile(options.output, content, { flag: options.replace ? 'w' : 'wx' }).catch((error) =>
      fail(`${options.output} could not be written (${error.code}). Choose another with -o.`),
    )
    print(
      `The variables of ${workspace.display_name} are in ${options.output}, without the values of secrets.`,
    )
  },
})

export const VARIABLES = [list, set, remove, save]
