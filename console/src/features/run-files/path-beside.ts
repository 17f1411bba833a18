/**
 * Resolves a relative address in a file: `../plots/roc.png` in `report/index.md` becomes `plots/roc.png`. Returns null
 * for another host, an anchor, an absolute path, or a path out of the run's files.
 */
export function pathBeside(file: string, address: string): string | null {
  const [written = ''] = address.split(/[?#]/, 1)
  if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|\/|\\)/i.test(written)) return null
  const parts = file.split('/').slice(0, -1)
  for (const part of decoded(written).split('/')) {
    if (part === '..' && parts.pop() === undefined) return null
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('/')
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
