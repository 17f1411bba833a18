/** Returns the package name as indexes compare it: `Py-YAML` and `py_yaml` are the same, `PyYAML` is another. */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-')
}

/** The name of the package that a requirement such as 'numpy>=1.26' asks for, as indexes compare it. */
export function nameOf(requirement: string): string {
  return plainName(/^[\w.-]*/.exec(requirement.trim())?.[0] ?? '')
}

/** The requirements in the named lists, such as extras. */
export function requirementsIn(lists: Record<string, string[]>, names: readonly string[]): string[] {
  const plainNames = new Set(names.map(plainName))
  return Object.entries(lists).flatMap(([list, all]) => (plainNames.has(plainName(list)) ? all : []))
}
