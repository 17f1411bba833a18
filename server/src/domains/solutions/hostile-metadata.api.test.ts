import { memberPath } from '@podium/contract/rules/metadata-json.ts'
import { HOSTILE_TEXTS } from '@podium/contract/testing/hostile-content.ts'
import { hostileDocuments } from '@podium/contract/testing/hostile-documents.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshName } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

/** Sends the JSON text as a program would. */
const register = (json: string) =>
  podium.as('member').send('POST', '/api/v1/solutions?workspace_name=first', `{"metadata_json":${json}}`, {
    'content-type': 'application/json',
  })

const readFirst = (id: string) => podium.as('member').send('GET', `/api/v1/solutions/${id}/versions/1`)

/** A body that no call accepts is refused by field, other metadata in one sentence; both name the path. */
function sentenceOf(detail: string | { loc: (string | number)[]; msg: string }[]): string {
  const [first] = typeof detail === 'string' ? [] : detail
  if (!first) return String(detail)
  const path = first.loc
    .slice(2)
    .reduce<string>((at, key) => (typeof key === 'number' ? `${at}[${key}]` : memberPath(at, key)), '')
  return path === '' ? first.msg : `${path}: ${first.msg}`
}

const DOCUMENTS = hostileDocuments('hostile')

test.each(DOCUMENTS)('$what is stored, or refused by its path: $refused', async ({ json, refused }) => {
  const answer = await register(json)
  if (refused !== null) {
    expect(answer.statusCode).toBe(422)
    expect(sentenceOf(answer.json().detail).slice(0, refused.length)).toBe(refused)
    return
  }
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  const { body } = await readFirst(answer.json().id)
  expect(body.includes(`"metadata_json":${JSON.stringify(JSON.parse(json))}`)).toBe(true)
})

test('refused metadata leaves nothing behind', async () => {
  const list = await podium
    .as('member')
    .send('GET', '/api/v1/solutions/workspace?workspace_name=first&q=hostile-')
  expect(list.json().total).toBe(DOCUMENTS.filter(({ refused }) => refused === null).length)
})

/** Metadata with the text in every field that an author may write. */
function written(name: string, text: string) {
  return {
    metadata_version: text,
    name,
    [`own ${text}`]: text,
    description: {
      title: text,
      overview: text,
      problem: text,
      key_feature: text,
      note: text,
      contact: text,
      note_and_contact: text,
      icon: text,
      detail: [{ title: text, content: text }],
    },
    wrangler_code_uri: text,
    edgeconductor_interface: { labeling_column_name: text },
    pipeline: [
      {
        type: 'train',
        container_uri: text,
        source_uri: text,
        artifact_uri: text,
        dataset_uri: [text],
        command: [text],
        resource: { default: text },
        parameters: {
          candidate_parameters: [{ step: text, args: [{ [text]: text, ui_args: [text] }] }],
          selected_user_parameters: [{ step: text, args: { [text]: text } }],
          user_parameters: [
            {
              step: text,
              args: [
                { name: text, description: text, type: 'string', default: text, range: text },
                { name: `${text}2`, type: 'single_selection', default: text, selectable: [text] },
                { name: `${text}3`, type: text, default: [text], selectable: text },
              ],
            },
          ],
        },
      },
    ],
  }
}

test('two hundred harmful texts are stored as sent in every field, listed, and searched', {
  tags: ['long'],
}, async () => {
  const word = freshName('texts')
  const wrong: string[] = []
  const store = async (text: string, at: number) => {
    const sent = written(`${word}-${at}`, text)
    const answer = await register(JSON.stringify(sent))
    const { id, warnings } = answer.json()
    if (answer.statusCode !== 200) wrong.push(`${text}: ${answer.body}`)
    if (warnings?.some((warning: unknown) => typeof warning !== 'string')) wrong.push(`${text}: warnings`)
    const { body } = await readFirst(id)
    if (!body.includes(`"metadata_json":${JSON.stringify(sent)}`)) wrong.push(`${text}: not as sent`)
    const asked = new URLSearchParams({ workspace_name: 'first', q: text.slice(0, 200), page_size: '1' })
    const found = await podium.as('member').send('GET', `/api/v1/solutions/workspace?${asked}`)
    if (!(found.json().total >= 1)) wrong.push(`${text}: not found`)
  }
  for (let at = 0; at < HOSTILE_TEXTS.length; at += 10)
    await Promise.all(HOSTILE_TEXTS.slice(at, at + 10).map((text, index) => store(text, at + index)))
  expect(wrong).toEqual([])
  const list = `/api/v1/solutions/workspace?workspace_name=first&q=${word}&sort=seq&page_size=1000`
  const { solutions } = (await podium.as('member').send('GET', list)).json()
  expect(solutions.map((one: { overview: string }) => one.overview).sort()).toEqual(
    HOSTILE_TEXTS.map((text) => [...text].slice(0, 500).join('')).sort(),
  )
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(200)
})
