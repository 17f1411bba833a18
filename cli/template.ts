/// <reference types="vite/types/importMeta.d.ts" />

const FOLDER = '../examples/my-solution/'

/**
 * The template of a solution: the text of each of its files by its path, in the order of their names. The build writes them
 * in here, so that the command stays one file on any machine.
 */
export function templateFiles(): Record<string, string> {
  const texts = import.meta.glob<string>(
    ['../examples/my-solution/**/*', '!**/out/**', '!**/__pycache__/**'],
    { query: '?raw', import: 'default', eager: true, exhaustive: true },
  )
  const paths = Object.keys(texts).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(FOLDER.length), texts[path] ?? '']))
}
