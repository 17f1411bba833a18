import { expect, test } from 'vitest'
import { addressOf, curlOf, exampleOf, firstBody, missing } from './made-call.ts'
import { type Call, canBeTried, matchingCalls, whoMay } from './openapi.ts'

const edit: Call = {
  operationId: 'editFile',
  summary: 'Change a file',
  method: 'PATCH',
  path: '/api/v1/workspaces/{id}/objects/{path}',
  'x-podium-allow': 'object.write',
  parameters: [
    { name: 'id', in: 'path', required: true },
    { name: 'path', in: 'path', required: true },
    { name: 'q', in: 'query' },
  ],
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, size: { type: 'integer' }, mode: { enum: ['a', 'b'] } },
          required: ['name', 'mode'],
        },
      },
    },
  },
  responses: { 200: { content: { 'application/json': {} } } },
}

test('fills a body with its required fields', () => {
  expect(JSON.parse(firstBody(edit, {}))).toEqual({ name: '', mode: 'a' })
  expect(exampleOf({ anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] })).toBe('')
  expect(exampleOf({ type: 'array', items: { type: 'string' } })).toEqual([])
  const tree = { type: 'object', properties: { child: { $ref: '#/Tree' } }, required: ['child'] }
  expect(exampleOf({ $ref: '#/Tree' }, { Tree: tree })).toEqual({ child: {} })
})

test('builds the address from the values, and names the missing ones', () => {
  expect(addressOf(edit, { values: {}, body: '' })).toBe(edit.path)
  expect(missing(edit, { values: { id: 'w1' }, body: '' })).toEqual(['path'])
  const values = { id: 'w/1', path: 'data/a b.csv', q: 'x&y' }
  expect(addressOf(edit, { values, body: '' })).toBe(
    '/api/v1/workspaces/w%2F1/objects/data/a%20b.csv?q=x%26y',
  )
  expect(missing(edit, { values, body: '' })).toEqual([])
})

test('writes the call as a shell command with the token from the environment', () => {
  const made = { values: { id: 'w1', path: 'a' }, body: `{"name":"it's"}` }
  expect(curlOf(edit, made, 'https://podium.example.org')).toBe(
    [
      `curl -X PATCH 'https://podium.example.org/api/v1/workspaces/w1/objects/a' \\`,
      `  -H "Authorization: Bearer $PODIUM_TOKEN" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"name":"it'\\''s"}'`,
    ].join('\n'),
  )
})

test('finds the calls that have all words of a search, and leaves out empty topics', () => {
  const topics: [string, Call[]][] = [
    ['Files', [edit]],
    ['Runs', [{ operationId: 'listRuns', method: 'GET', path: '/api/v1/streamhistories' }]],
  ]
  expect(matchingCalls(topics, ' patch FILE ').map(([topic]) => topic)).toEqual(['Files'])
  expect(matchingCalls(topics, 'patch runs')).toEqual([])
  expect(matchingCalls(topics, '')).toHaveLength(2)
})

test('says who may make a call, and cannot try one whose content a page cannot show', () => {
  expect(whoMay(edit)).toBe('Members of the workspace, unless they may only look there, and administrators')
  expect(canBeTried(edit)).toBe(true)
  expect(canBeTried({ ...edit, responses: { 200: { content: { 'text/event-stream': {} } } } })).toBe(false)
  expect(canBeTried({ ...edit, requestBody: { content: { 'application/octet-stream': {} } } })).toBe(false)
  expect(canBeTried({ ...edit, 'x-podium-allow': 'run.report' })).toBe(false)
})
