import { listAudit } from '@podium/contract/calls/audit.ts'
import { createInstance, deleteInstance } from '@podium/contract/calls/instances.ts'
import {
  editSolution,
  readSolution,
  readVersion,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { beforeAll, expect, test } from 'vitest'
import { askWhile } from '../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { changeMetadata, lockNewestVersion, type NewestVersion } from './repository.ts'
import { freshName, inFirst, metadataNamed } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

async function register() {
  const name = freshName('edited')
  const body = { metadata_json: metadataNamed(name) }
  const { id, versions } = await podium.as('member').call(registerSolution, { query: inFirst, body })
  return { id, name, version: versions[0]?.id ?? '' }
}

const edit = (id: string, metadata_json: object, revision?: number) =>
  podium.as('member').ask(editSolution, { params: { id }, body: { metadata_json, revision } })

const bind = (version: string, name: string, metadata_json?: Record<string, unknown>) =>
  podium.as('developer').ask(createInstance, {
    query: inFirst,
    body: { name, solution_version_id: version, metadata_json },
  })

const metadataOf = async (id: string, n: number) =>
  (await podium.as('member').call(readVersion, { params: { id, n } })).metadata_json

test('edits the newest version in place: metadata as sent, pipelines and overview, and records the changes', async () => {
  const { id, name } = await register()
  const before = await podium.as('member').call(readSolution, { params: { id } })
  const sent = {
    description: { overview: 'Infers only.', problem: 'x'.repeat(1000) },
    name,
    pipeline: [metadataNamed(name).pipeline[1]],
  }
  const answer = await edit(id, sent, before.revision)
  expect(answer.statusCode).toBe(200)
  const after = answer.json()
  expect(after).toMatchObject({ overview: 'Infers only.', revision: before.revision + 1, version_count: 1 })
  expect(after.versions).toMatchObject([{ version_num: 1, pipelines: ['inference'] }])
  expect(JSON.stringify(await metadataOf(id, 1))).toBe(JSON.stringify(sent))
  const { events } = await podium
    .as('manager')
    .call(listAudit, { query: { workspace_id: podium.people.first.id, object_id: after.versions[0].id } })
  expect(events[0]).toMatchObject({
    action: 'version.edit',
    object_kind: 'version',
    object_name: `${name} v1`,
    actor_name: 'member',
    after: { 'description.overview': 'Infers only.', 'description.problem': `${'x'.repeat(200)}…` },
  })
  expect(events[0]?.before).toHaveProperty('pipeline[0].type', 'train')
})

test('the audit log has the first of many changes and the number of the others', async () => {
  const { id, name, version } = await register()
  const own = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, at]))
  expect((await edit(id, { ...metadataNamed(name), own })).statusCode).toBe(200)
  const after = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, `${at}!`]))
  expect((await edit(id, { ...metadataNamed(name), own: after })).statusCode).toBe(200)
  const { events } = await podium
    .as('manager')
    .call(listAudit, { query: { workspace_id: podium.people.first.id, object_id: version } })
  expect(Object.keys(events[0]?.before ?? {})).toHaveLength(20)
  expect(events[0]?.after).toMatchObject({ 'own.key0': '0!', '…': 'and 30 more changes' })
})

test('an edit without differences changes nothing and is not recorded', async () => {
  const { id, name, version } = await register()
  expect((await edit(id, metadataNamed(name))).json()).toMatchObject({ revision: 1 })
  const { events } = await podium
    .as('manager')
    .call(listAudit, { query: { workspace_id: podium.people.first.id, object_id: version } })
  expect(events.map((event) => event.action)).toEqual(['solution.register'])
})

test('refuses to edit a version that an instance, also a draft, is bound to', async () => {
  const { id, name, version } = await register()
  const { id: instance } = (await bind(version, `${name}-i`)).json()
  const changed = { ...metadataNamed(name), description: { overview: 'Other.' } }
  const refused = await edit(id, changed)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: 'Version 1 is in use: register a new version.' },
  ])
  const body = { metadata_json: metadataNamed(name) }
  await podium.as('member').call(registerVersion, { params: { id }, body })
  expect((await edit(id, changed)).statusCode).toBe(200)
  expect(await metadataOf(id, 1)).toEqual(metadataNamed(name))
  expect(await metadataOf(id, 2)).toEqual(changed)
  await podium.as('developer').call(deleteInstance, { params: { id: instance } })
})

test('refuses an edit of an older revision, in the body or as If-Match, with the present solution', async () => {
  const { id, name } = await register()
  const first = { name, pipeline: [{ type: 'train' }] }
  expect((await edit(id, first, 1)).statusCode).toBe(200)
  const other = { ...first, note: 'mine' }
  const inBody = await edit(id, other, 1)
  const inHead = await podium.as('member').ask(editSolution, {
    params: { id },
    body: { metadata_json: other },
    headers: { 'if-match': '"1"' },
  })
  const current = await podium.as('member').call(readSolution, { params: { id } })
  for (const stale of [inBody, inHead]) {
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toEqual({
      detail: 'Someone else changed this in the meantime. Review their change, then save again.',
      current,
    })
  }
  expect(current).toMatchObject({ overview: '', revision: 2 })
})

test('checks metadata as at registration, and refuses another name', async () => {
  const { id, name } = await register()
  const refusal = async (metadata: object) => {
    const { statusCode, json } = await edit(id, metadata)
    return [statusCode, json().detail]
  }
  expect(await refusal({ name })).toEqual([422, 'pipeline: The list of pipelines is missing.'])
  expect(await refusal({ name, pipeline: [{ type: 'train', command: 'python' }] })).toEqual([
    422,
    'pipeline[0].command: The command must be a list of texts like ["python3", "train.py"].',
  ])
  expect(await refusal({ name: 'other', pipeline: [{ type: 'train' }] })).toEqual([
    422,
    `The metadata has the name other, but this solution is named ${name}. The name of a solution cannot change.`,
  ])
  expect(await metadataOf(id, 1)).toEqual(metadataNamed(name))
})

test('a concurrent edit and instance: the instance is bound to the edited version, or the edit is refused', {
  tags: ['long'],
}, async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, name, version } = await register()
    const edited = { ...metadataNamed(name), round }
    const [answer, bound] = await Promise.all([edit(id, edited), bind(version, `${name}-i`)])
    expect(bound.statusCode).toBe(200)
    expect([200, 409]).toContain(answer.statusCode)
    expect(await metadataOf(id, 1)).toEqual(answer.statusCode === 200 ? edited : metadataNamed(name))
    expect((await edit(id, { ...edited, late: true })).statusCode).toBe(409)
  }
})

test('an instance created during an edit of its version is checked against the edited metadata', async () => {
  const { id, name, version } = await register()
  const answer = await askWhile(
    podium.deps.database,
    async (tx) => {
      const newest = (await lockNewestVersion(tx, id)) as NewestVersion
      await changeMetadata(tx, newest, { ...metadataNamed(name), owner: 'someone else' } as Metadata)
    },
    () => bind(version, `${name}-i`, metadataNamed(name)),
  )
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toContain('metadata_json.owner differs from version 1')
})

test('loses nothing in concurrent edits and new versions: an edit changes the version that was newest then', async () => {
  const { id, name } = await register()
  for (let round = 0; round < 10; round += 1) {
    const edited = { ...metadataNamed(name), round }
    const [answer, next] = await Promise.all([
      edit(id, edited),
      podium.as('developer').ask(registerVersion, {
        params: { id },
        body: { metadata_json: { ...metadataNamed(name), registered: round } },
      }),
    ])
    expect([answer.statusCode, next.statusCode]).toEqual([200, 200])
    const [before, after] = [await metadataOf(id, round + 1), await metadataOf(id, round + 2)]
    expect([before, after].filter((metadata) => metadata.round === round)).toHaveLength(1)
  }
  const { revision } = await podium.as('member').call(readSolution, { params: { id } })
  expect(revision).toBe(21)
})

test('accepts one of several concurrent edits of one revision', async () => {
  const { id, name } = await register()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => edit(id, { ...metadataNamed(name), at }, 1)),
  )
  const accepted = answers.flatMap((answer, at) => (answer.statusCode === 200 ? [at] : []))
  expect(accepted).toHaveLength(1)
  expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(9)
  expect(await metadataOf(id, 1)).toMatchObject({ at: accepted[0] })
})
