import { type Answer, answerOf, type Reply } from '@podium/contract/wire/answer.ts'
import { sentenceOfFault } from '@podium/contract/wire/sentences.ts'

/** Returns the sentence of a refusal: its detail, its fields' messages, or the name of what refused before Podium. */
export function sentenceOf(reply: Reply, bytes?: number): string {
  return sentenceOfAnswer(answerOf(reply), reply.status, bytes)
}

/** The same for a response that was parsed already. */
export function sentenceOfAnswer(answer: Answer, status: number, bytes?: number): string {
  if (!answer.isPodiums) return sentenceOfFault(answer.fault, { to: 'program', bytes })
  const { detail } = (answer.body ?? {}) as { detail?: unknown }
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail)) return detail.map(sentenceOfProblem).join('\n')
  return `The server answered ${status}.`
}

/** A message that begins with its field's name needs no path. */
function sentenceOfProblem({ loc, msg }: { loc: unknown[]; msg: string }): string {
  return msg.startsWith(`${loc.at(-1)}:`) ? msg : `${loc.slice(1).join('.')}: ${msg}`
}
