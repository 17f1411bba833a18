/** The name that a setup.cfg gives its project in `[metadata]`; '' where it has none. */
export function nameInSetup(text: string): string {
  const [, metadata = ''] =
    /^\[metadata\][^\n]*\n((?:(?!\[)[^\n]*(?:\n|$))*)/m.exec(text.replaceAll('\r\n', '\n')) ?? []
  return /^name[ \t]*[=:][ \t]*([A-Za-z0-9][\w.-]*)[ \t]*$/m.exec(metadata)?.[1] ?? ''
}
