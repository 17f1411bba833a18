/** What is read of a pyproject.toml: the two entries of `[project]` that say what a program needs. */

/** The strings of `dependencies`; none where the project names none, or leaves them to its build tool. */
export function dependenciesOf(toml: string): string[] {
  const table = projectTable(toml)
  const list = /^dependencies\s*=\s*\[/m.exec(table)
  if (!list) return []
  const found: string[] = []
  const rest = table.slice(list.index + list[0].length)
  // A string in either kind of quotes, a comment up to the end of its line, or the end of the list.
  for (const [token, basic, literal] of rest.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|#[^\n]*|\]/g)) {
    if (token === ']') break
    const text = literal ?? basic?.replaceAll(/\\(.)/g, '$1')
    if (text) found.push(text)
  }
  return found
}

/** `requires-python`, such as '>=3.10'; '' where it says nothing. */
export function requiredPython(toml: string): string {
  return /^requires-python\s*=\s*["']([^"'\n]*)["']/m.exec(projectTable(toml))?.[1] ?? ''
}

/** The lines of `[project]`, up to the next table. */
function projectTable(toml: string): string {
  const start = /^\[project\][ \t]*(#.*)?$/m.exec(toml)
  if (!start) return ''
  const rest = toml.slice(start.index + start[0].length)
  return rest.slice(0, /^\[[^\]"'\n]*\]\]?[ \t]*(#.*)?$/m.exec(rest)?.index ?? rest.length)
}
