// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname
let sheets: string[]
/** The classes that each component uses of the style sheets it imports. */
let uses: Use[]
/** Words from which a component may compute a class: values of unions and keys of tables, here and in the contract. */
let words: Set<string>
beforeAll(() => {
  const files = readSourceFiles(root)
  const sources = files.filter(({ path }) => path.startsWith('console/src/'))
  sheets = [...new Set(sources.flatMap(({ imports }) => imports))].filter((path) =>
    path.endsWith('.module.css'),
  )
  uses = sources
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, imports }) => {
      const text = textOf(path)
      return imports.filter((name) => name.endsWith('.module.css')).map((sheet) => useOf(sheet, path, text))
    })
  words = new Set(
    files
      .filter(({ path }) => /^(console\/src|contract)\//.test(path))
      .flatMap(({ path }) => textOf(path).match(/'\w+'|\b\w+(?=:)/g) ?? [])
      .map((word) => word.replaceAll("'", '')),
  )
})

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the classes that a style sheet declares, by the names in components. */
function classesOf(css: string): string[] {
  const own = css.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"|:global\([^)]*\)/g, '')
  const selectors = own.match(/[^{};]+(?=\{)/g) ?? []
  const names = selectors.flatMap((selector) => selector.match(/\.[a-z][\w-]*/g) ?? [])
  return [
    ...new Set(names.map((name) => name.slice(1).replaceAll(/-(\w)/g, (_, next) => next.toUpperCase()))),
  ]
}

interface Use {
  sheet: string
  component: string
  names: Set<string>
  /** the prefixes of the names it computes: '' for any */
  computed: string[]
}

function useOf(sheet: string, component: string, text: string): Use {
  const file = sheet.slice(sheet.lastIndexOf('/') + 1)
  const local = new RegExp(`import (\\w+) from '[^']*/${file}'`).exec(text)?.[1]
  const named = text.matchAll(new RegExp(`(?<![-.'/])\\b${local}\\.(\\w+)`, 'g'))
  const computed = text.matchAll(new RegExp(`\\b${local}\\[(?:\`([^$\`]*)\\$)?`, 'g'))
  return {
    sheet,
    component,
    names: new Set([...named].map(([, name = '']) => name)),
    computed: [...computed].map(([, prefix = '']) => prefix),
  }
}

test('uses every class of a style sheet in a component that imports it', () => {
  expect(sheets.length).toBeGreaterThan(50)
  // Classes of the theme are also for future components.
  const idle = sheets
    .filter((sheet) => !sheet.startsWith('console/src/theme/'))
    .flatMap((sheet) => {
      const users = uses.filter((use) => use.sheet === sheet)
      const isUsed = (name: string) =>
        users.some(
          ({ names, computed }) =>
            names.has(name) ||
            computed.some((prefix) => (prefix === '' ? words.has(name) : name.startsWith(prefix))),
        )
      return classesOf(textOf(sheet))
        .filter((name) => !isUsed(name))
        .map((name) => `${sheet}: ${name}`)
    })
  expect(idle).toEqual([])
})

test('declares every class that a component names in its style sheet', () => {
  const missing = uses.flatMap(({ sheet, component, names }) => {
    const declared = new Set(classesOf(textOf(sheet)))
    return [...names].filter((name) => !declared.has(name)).map((name) => `${component}: ${name} of ${sheet}`)
  })
  expect(missing).toEqual([])
})
