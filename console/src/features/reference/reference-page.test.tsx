import { createStream } from '@podium/contract/calls/streams.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import {
  type FakeServer,
  openConsole,
  personWith,
  serve,
  signedIn,
  workspaceCalled,
} from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'

const run = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Podium', version: '0.1.0' },
  paths: {
    '/api/v1/streams/{id}': {
      get: {
        operationId: 'readStream',
        summary: 'One stream',
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
    '/api/v1/workspaces/{id}/objects/{path}': {
      put: {
        operationId: 'putObject',
        summary: 'Upload a file',
        tags: ['Files'],
        requestBody: { content: { 'application/octet-stream': {} } },
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } },
      },
    },
    '/api/v1/streams': {
      post: {
        operationId: 'createStream',
        summary: 'Create a stream',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            },
          },
        },
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: run } } } },
      },
    },
  },
}

function open(answer: [number, unknown], more: FakeServer = {}) {
  const workspace = workspaceCalled('poc', { role: 'MEMBER' })
  const person = personWith([workspace], { role: 'DEVELOPER' })
  const made = serve({
    ...more,
    ...signedIn(person),
    'GET /openapi.json': () => answer,
  })
  openConsole('/reference', person, workspace)
  return made
}

test('shows every call of the document with its parameters and answers', async () => {
  open([200, DOCUMENT])
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
  const topics = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
  expect(topics.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Streams', '#topic-streams'],
    ['Files', '#topic-files'],
  ])
  expect(
    [...document.querySelectorAll<HTMLDetailsElement>('details[id]')].map(({ id, open }) => [id, open]),
  ).toEqual([
    ['topic-streams', true],
    ['topic-files', false],
  ])
  expect(screen.getByRole('link', { name: 'Download OpenAPI' }).getAttribute('href')).toBe(
    '/api/v1/openapi.json',
  )
  expect(screen.getAllByRole('link', { name: 'Reference' })[0]?.getAttribute('href')).toBe('/reference')
  expect(document.title).toBe('Reference · Podium')
  expect(await accessibilityFaults()).toEqual([])
})

test('says that the document cannot be read', async () => {
  open([500, { detail: 'The database did not answer within 5 s.' }])
  expect(await screen.findByText('The calls could not be read')).toBeTruthy()
  expect(screen.getByText('The database did not answer within 5 s.')).toBeTruthy()
})

const callNamed = (name: string) => screen.findByRole('region', { name })

/** Unfolds a call. In jsdom a click on the summary does not. */
async function unfold(name: string) {
  const call = await callNamed(name)
  const details = call.querySelector('details')
  if (details) details.open = true
  return within(await within(call).findByRole('form'))
}

test('shows only the calls that match a search', async () => {
  open([200, DOCUMENT])
  await enterText(userEvent, await screen.findByRole('searchbox', { name: 'Search calls' }), 'upload file')
  expect(await callNamed('PUT /api/v1/workspaces/{id}/objects/{path}')).toBeTruthy()
  await expect.poll(() => screen.queryByRole('region', { name: 'GET /api/v1/streams/{id}' })).toBeNull()
  await enterText(userEvent, screen.getByRole('searchbox'), ' nowhere')
  expect(await screen.findByText('No call contains all of these words.')).toBeTruthy()
  await userEvent.clear(screen.getByRole('searchbox'))
  await callNamed('GET /api/v1/streams/{id}')
  expect(document.querySelector<HTMLDetailsElement>('#topic-streams')?.open).toBe(true)
})

test('makes a reading call as it is filled in, and shows the answer', async () => {
  const made = open([200, DOCUMENT], { 'GET /streams/s1': () => [200, { id: 's1' }] })
  const form = await unfold('GET /api/v1/streams/{id}')
  await userEvent.click(form.getByRole('button', { name: 'Send' }))
  expect(made).not.toContain('GET /streams/')
  await userEvent.type(form.getByRole('textbox', { name: 'id' }), 's1')
  expect(form.getByRole('region', { name: 'As a command' }).textContent).toContain('/api/v1/streams/s1')
  expect(form.getByRole('region', { name: 'As a command' }).textContent).toContain('Bearer $PODIUM_TOKEN')
  await userEvent.click(form.getByRole('button', { name: 'Send' }))
  expect((await form.findByRole('region', { name: 'Answer' })).textContent).toBe('{\n  "id": "s1"\n}')
  expect(form.getByText('Answer 200.')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('asks before it makes a call that changes something, and shows the server’s refusal', async () => {
  const made = open(
    [200, DOCUMENT],
    fake(createStream, ({ body }) => refused(422, `${body.name} is taken.`)),
  )
  const form = await unfold('POST /api/v1/streams')
  await userEvent.clear(form.getByRole('textbox', { name: 'Body' }))
  await userEvent.click(form.getByRole('textbox', { name: 'Body' }))
  await userEvent.paste('{"name": "line-1"}')
  await userEvent.click(form.getByRole('button', { name: 'Send' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('POST /api/v1/streams')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(made).not.toContain('POST /streams')
  await userEvent.click(form.getByRole('button', { name: 'Send' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send' }))
  expect((await form.findByRole('region', { name: 'Answer' })).textContent).toContain('line-1 is taken.')
})

test('offers only the command for a call whose content a page cannot show', async () => {
  open([200, DOCUMENT])
  const form = await unfold('PUT /api/v1/workspaces/{id}/objects/{path}')
  expect(form.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(form.getByRole('region', { name: 'As a command' }).textContent).toContain('--data-binary @FILE')
})
