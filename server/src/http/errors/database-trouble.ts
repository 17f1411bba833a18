import { postgresError } from '@podium/database/postgres-error.ts'

const AWAY = 'The database does not answer right now.'
const BUSY = 'The database is too busy to answer in time.'
const IN_USE = 'All connections to the database are in use.'

/** Sentences by SQLSTATE prefix: appendix A of PostgreSQL's documentation. */
const BY_CODE: [RegExp, string][] = [
  [/^25006/, 'The database takes no changes now.'],
  [/^53300/, IN_USE],
  [/^53100/, 'The disk of the database is full.'],
  [/^53200/, 'The database has no memory left.'],
  [/^53400/, 'The database has reached one of its limits.'],
  [/^(28|3D000|57P04)/, 'The database does not let the server in.'],
  [/^42501/, 'The database does not allow the server to do this.'],
  [/^(55P03|40001|40P01)/, BUSY],
  [/^(58|XX001|XX002)/, 'The database cannot use its files.'],
  [/^(26000|42P05)/, 'A pooler gives the server other sessions of the database than its own.'],
  [/^(08|53|57P|25P03|25P04|55000)/, AWAY],
]

const BY_MESSAGE: [RegExp, string][] = [
  [/timeout exceeded when trying to connect|no more connections allowed/, IN_USE],
  [/due to statement timeout/, BUSY],
  [/Connection terminated|is not queryable|Query read timeout|timeout expired/, AWAY],
]

/** Why the database cannot serve, as a sentence for anyone; null for any other error. It may be temporary. */
export function databaseTrouble(error: unknown): string | null {
  const { code = '', message = '' } = postgresError(error)
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code))
    return /connect|ECONN|EPIPE|read/.test(message) ? AWAY : null
  return sentenceIn(BY_MESSAGE, message) ?? sentenceIn(BY_CODE, code)
}

function sentenceIn(sentences: [RegExp, string][], text: string): string | null {
  return sentences.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
