import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, personWith, serve, versions, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'

const run = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Podium', version: '0.1.0' },
  paths: {
    '/api/v1/streams/{id}': {
      get: {
        operationId: 'readStream',
        summary: 'One stream',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'sort', in: 'query', required: false, schema: { enum: ['name', '-name'] } },
        ],
        responses: {
          200: { description: 'Done', content: { 'application/json': { schema: run } } },
          404: { description: 'NOT.FOUND' },
        },
      },
    },
    '/api/v1/workspaces/{id}/objects/{path}': {
      put: {
        operationId: 'putObject',
        summary: 'Upload a file',
        tags: ['Files'],
        requestBody: { content: { 'application/octet-stream': {} } },
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } },
      },
    },
  },
}

function open(answer: [number, unknown]) {
  const workspace = workspaceCalled('poc', { role: 'MEMBER' })
  const person = personWith([workspace], { role: 'DEVELOPER' })
  serve({
    'GET /versions': () => versions(),
    'GET /auth/session': () => [200, person],
    'GET /openapi.json': () => answer,
  })
  openConsole('/reference', person, workspace)
}

test('every call of the document stands on the page, with what it takes and answers', async () => {
  open([200, DOCUMENT])
  const call = await screen.findByRole('region', { name: 'GET /api/v1/streams/{id}' })
  const parts = [...call.querySelectorAll('dl > div')].map((part) => part.textContent)
  expect(parts).toEqual([
    'In the pathid: string',
    'In the querysort?: "name" | "-name"',
    'Answer 200{\n  id: string\n}',
    'Answer 404NOT.FOUND',
  ])
  const upload = screen.getByRole('region', { name: 'PUT /api/v1/workspaces/{id}/objects/{path}' })
  expect(within(upload).getByText('Body').nextSibling?.textContent).toBe('application/octet-stream')
  const topics = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
  expect(topics.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['streams 1', '#topic-streams'],
    ['Files 1', '#topic-files'],
  ])
  expect(screen.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe(
    '/api/v1/openapi.json',
  )
  expect(screen.getAllByRole('link', { name: 'Reference' })[0]?.getAttribute('href')).toBe('/reference')
  expect(document.title).toBe('Reference · Podium')
  expect(await accessibilityFaults()).toEqual([])
})

test('a document that cannot be read says so', async () => {
  open([500, { detail: 'The database did not answer within 5 s.' }])
  expect(await screen.findByText('The calls could not be read')).toBeTruthy()
  expect(screen.getByText('The database did not answer within 5 s.')).toBeTruthy()
})
