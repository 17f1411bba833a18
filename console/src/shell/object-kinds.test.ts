import { SEARCH_KINDS } from '@podium/contract/calls/search.ts'
import { expect, test } from 'vitest'
import { hrefOf } from '../navigation/target.ts'
import { screens } from '../routes.tsx'
import { kindOfPage, OBJECT_KINDS } from './object-kinds.ts'

test.each([
  ['run', '/inferenceModel/run/o1?ws=w1'],
  ['solution', '/solution/o1?ws=w1'],
  ['instance', '/inferenceModel/instance/o1?ws=w1'],
  ['stream', '/inferenceModel?view=runs&stream=line-1&ws=w1'],
  ['model', '/inferenceModel/models/o1?ws=w1'],
  ['data-set', '/dataSet/o1?ws=w1'],
  ['run-view', '/inferenceModel?state=failed&view=runs&ws=w1'],
  ['workspace', '/settings/workspace/detail/o1'],
  ['account', '/settings/account/edit/o1'],
] as const)('opens a %s at its address', (kind, href) => {
  const found = { id: 'o1', name: 'line-1', address: 'state=failed&view=runs' }
  expect(hrefOf(OBJECT_KINDS[kind].to(found, 'w1'))).toBe(href)
})

test("has every page of an object among the console's", () => {
  const paths = screens.map(({ path }) => path)
  const pages = SEARCH_KINDS.flatMap((kind) => OBJECT_KINDS[kind].path ?? [])
  expect(pages.filter((path) => !paths.includes(path))).toEqual([])
  expect(pages.map(kindOfPage)).toEqual(SEARCH_KINDS.filter((kind) => OBJECT_KINDS[kind].path))
  expect([kindOfPage('/overview'), kindOfPage(undefined)]).toEqual([undefined, undefined])
})
