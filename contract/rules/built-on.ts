/** Says why a maker may not delete something that others built on, with their names. */
export function builtOnReason(names: readonly string[]): string {
  const [first = 'Someone else', second] = names
  const others = names.length > 2 ? `${names.length - 1} others` : second
  const who = others === undefined ? first : `${first} and ${others}`
  return `${who} added to it: only a manager of this workspace may delete it.`
}
