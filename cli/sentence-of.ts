/** The sentence in an error body: its detail, or the messages of its fields. */
export function sentenceOf(body: string, status: number): string {
  const detail = detailOf(body)
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail)) return detail.map(sentenceOfProblem).join('\n')
  return `The server answered ${status}.`
}

/** A message that begins with its field's name needs no other address. */
function sentenceOfProblem({ loc, msg }: { loc: unknown[]; msg: string }): string {
  return msg.startsWith(`${loc.at(-1)}:`) ? msg : `${loc.slice(1).join('.')}: ${msg}`
}

function detailOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { detail?: unknown }).detail
  } catch {
    return undefined
  }
}
