import { readDocument } from '@podium/contract/calls/system.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'

const run = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Podium', version: '0.1.0' },
  tags: [
    { name: 'streams', description: 'Uses of an instance' },
    { name: 'files', description: 'Files in the bucket of a workspace' },
  ],
  paths: {
    '/api/v1/workspaces/{id}/objects/{path}': {
      put: {
        operationId: 'putObject',
        summary: 'Upload a file',
        tags: ['files'],
        'x-podium-allow': 'object.write',
        parameters: [],
        requestBody: { content: { 'application/octet-stream': {} } },
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } },
      },
    },
    '/api/v1/streams/{id}': {
      get: {
        operationId: 'readStream',
        summary: 'One stream',
        tags: ['streams'],
        'x-podium-allow': 'stream.read',
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
  },
  components: { schemas: {} },
}

function open(answer: Response, address = '/reference') {
  const workspace = workspaceCalled('poc', { role: 'MEMBER' })
  const person = personWith([workspace], { role: 'DEVELOPER' })
  serve({ ...signedIn(person), ...fake(readDocument, answer) })
  openConsole(address, person, workspace)
}

const topics = () =>
  [...document.querySelectorAll<HTMLDetailsElement>('details:has(> summary > h2)')].map((topic) => [
    topic.querySelector('h2')?.textContent,
    topic.open,
  ])

test('shows every call of the document with its parameters and answers', async () => {
  open(Response.json(DOCUMENT))
  const call = await screen.findByRole('region', { name: 'GET /api/v1/streams/{id}' })
  const parts = [...call.querySelectorAll('dl > div')].map((part) => part.textContent)
  expect(parts).toEqual([
    'Who may call itMembers of the workspace, and administrators',
    'In the pathid: string',
    'In the querysort?: "name" | "-name"',
    'Answer 200{\n  id: string\n}',
    'Answer 404NOT.FOUND',
  ])
  const upload = screen.getByRole('region', { name: 'PUT /api/v1/workspaces/{id}/objects/{path}' })
  expect(within(upload).getByText('Body').nextSibling?.textContent).toBe('application/octet-stream')
  expect(topics()).toEqual([
    ['streams', true],
    ['files', false],
  ])
  expect(screen.getByRole('link', { name: 'Download OpenAPI' }).getAttribute('href')).toBe(
    '/api/v1/openapi.json',
  )
  expect(screen.getAllByRole('link', { name: 'Reference' })[0]?.getAttribute('href')).toBe('/reference')
  expect(document.title).toBe('Reference · Podium')
  expect(await accessibilityFaults()).toEqual([])
})

test('says that the document cannot be read', async () => {
  open(refused(500, 'The database did not answer within 5 s.'))
  expect(await screen.findByText('The calls could not be read')).toBeTruthy()
  expect(screen.getByText('The database did not answer within 5 s.')).toBeTruthy()
})

const callNamed = (name: string) => screen.findByRole('region', { name })

test('shows only the calls that match a search', async () => {
  open(Response.json(DOCUMENT))
  await enterText(userEvent, await screen.findByRole('searchbox', { name: 'Search calls' }), 'upload file')
  expect(await callNamed('PUT /api/v1/workspaces/{id}/objects/{path}')).toBeTruthy()
  await expect.poll(() => screen.queryByRole('region', { name: 'GET /api/v1/streams/{id}' })).toBeNull()
  await enterText(userEvent, screen.getByRole('searchbox'), ' nowhere')
  expect(await screen.findByText('No call contains all of these words.')).toBeTruthy()
  await userEvent.clear(screen.getByRole('searchbox'))
  await callNamed('GET /api/v1/streams/{id}')
  expect(topics()).toEqual([
    ['streams', true],
    ['files', false],
  ])
})

test('unfolds the topic of the call that the address names', async () => {
  open(Response.json(DOCUMENT), '/reference#putObject')
  await callNamed('PUT /api/v1/workspaces/{id}/objects/{path}')
  await expect.poll(topics).toEqual([
    ['streams', true],
    ['files', true],
  ])
})
