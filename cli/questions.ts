import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fail } from './cli-error.ts'

/** Asks the person or program that started the command. */
export interface Questions {
  /** @param orElse the sentence for a pipe without an answer */
  ask(question: string, orElse: string): Promise<string>
  /** The same, without echoing the input. */
  askSilently(question: string, orElse: string): Promise<string>
  close(): void
}

/** Asks at the terminal, or reads standard input line by line if it is a pipe. */
export async function openQuestions(): Promise<Questions> {
  return process.stdin.isTTY ? atTerminal() : fromLines(await text(process.stdin))
}

/** True if the person says yes. */
export async function agrees(question: string): Promise<boolean> {
  const questions = await openQuestions()
  try {
    const answer = await questions.ask(`${question} [y/N] `, 'Nothing was done. In a script, add --yes.')
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    questions.close()
  }
}

export function fromLines(input: string): Questions {
  const lines = input.split('\n').map((line) => line.replace(/\r$/, ''))
  const next = async (_: string, orElse: string) => lines.shift() || fail(orElse)
  return { ask: next, askSilently: next, close: () => {} }
}

function atTerminal(): Questions {
  let silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stderr.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  return {
    ask: (question) => terminal.question(question),
    async askSilently(question) {
      const answer = terminal.question(question)
      silent = true
      try {
        return await answer
      } finally {
        silent = false
        process.stderr.write('\n')
      }
    },
    close: () => terminal.close(),
  }
}
