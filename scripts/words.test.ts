// @module-tag git
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

const root = new URL('..', import.meta.url).pathname
let sources: { path: string; text: string }[]
beforeAll(() => {
  sources = readSourceFiles(root)
    .filter(({ path }) => !/\.(test|spec)\.tsx?$|conformance\.ts$|\/common-passwords\.ts$/.test(path))
    .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
})

/** Phrases in sentences for people, in the console, refusals and the command, with plainer ones. */
const PHRASES: [phrase: RegExp, instead: string][] = [
  [/\bunder way\b/i, 'queued or running, not ended yet'],
  [/(?<=[a-z] )anew\b(?! ?[:=?,)])/i, 'again'],
  [/\bany ?more\b/i, 'no longer'],
  [/\bbesides\b/i, 'also'],
  [/\b(?:everybody|anybody)\b/i, 'everyone, anyone'],
  [/\bwhatever\b/i, 'what exactly'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|one\b|more\b|room\b)/i, 'is not a'],
  [/\b(?:as|was) it came\b/i, 'what it is'],
  [/\b(?:stands?|lies) (?:here|there|in|at|against|below)\b/i, 'is'],
  [/\bleft (?:a|the|no|nothing)\b/i, 'produced'],
  [/\b(?:is|are) void\b/i, 'no longer works'],
  [/\blets? in again\b/i, 'admits'],
  [/[a-z](?<!Successfully|Workspace)!['"`<]/, 'no exclamation mark'],
]

const COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[\s\S]*?\*\//g
const IMPORT = /^\s*(?:import\b|export\b.* from\b|\} from\b).*$/gm

function sentencesOf(text: string): string {
  return text.replace(COMMENT, (_, quoted: string | undefined) => quoted ?? '').replace(IMPORT, '')
}

test('uses plain words in sentences that people read', () => {
  const found = sources
    .filter(({ path }) => /^(contract|server\/src|console\/src|cli|engines|storage|database)\//.test(path))
    .flatMap(({ path, text }) => {
      const sentences = sentencesOf(text)
      return PHRASES.flatMap(([phrase, instead]) => {
        const match = phrase.exec(sentences)
        return match
          ? [`${path}: "${sentences.slice(match.index, match.index + 60).split('\n')[0]}": ${instead}`]
          : []
      })
    })
  expect(found).toEqual([])
})
