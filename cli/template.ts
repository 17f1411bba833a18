/// <reference types="vite/types/importMeta.d.ts" />

const FOLDER = '../examples/my-solution/'

/**
 * Returns the files of the solution template: their texts by path, ordered. The build embeds them, so that the
 * command is one file on any machine.
 */
export function templateFiles(): Record<string, string> {
  const texts = import.meta.glob<string>(
    ['../examples/my-solution/**/*', '!**/out/**', '!**/__pycache__/**'],
    { query: '?raw', import: 'default', eager: true, exhaustive: true },
  )
  const paths = Object.keys(texts).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(FOLDER.length), texts[path] ?? '']))
}
