/** Returns the name of a package as indexes compare it: `Py-YAML` and `py_yaml` are one, `PyYAML` is another. */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-')
}
