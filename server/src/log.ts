import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino } from 'pino'

/** JSON log lines for the operator of the server. */
export function createLog(level: string, destination: pino.DestinationStream): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, serializers: { err: describeError } }, destination)
}

/** An error with its causes, without a statement's values and the row that PostgreSQL quotes: both hold secrets. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const chain = chainOf(error)
  return {
    type: error.constructor.name,
    message: chain.map(ownSentence).join(': '),
    code: chain.flatMap((one) => (one as NodeJS.ErrnoException).code ?? [])[0],
    stack: chain.map((one) => [ownSentence(one), ...framesOf(one)].join('\n')).join('\ncaused by: '),
  }
}

/** The error in words; for a statement, PostgreSQL's message. */
export function sentenceOf(error: Error): string {
  return error instanceof DrizzleQueryError && error.cause ? sentenceOf(error.cause) : error.message
}

/** The message without a statement's values. */
function ownSentence(error: Error): string {
  return error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
}

function chainOf(error: Error): Error[] {
  const chain: Error[] = []
  for (let one: unknown = error; one instanceof Error && !chain.includes(one); one = one.cause)
    chain.push(one)
  return chain
}

function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => /^\s+at /.test(line))
}
