import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { givePasswords } from '../../testing/test-sign-in.ts'
import { freshName } from '../solutions/testing/seed.ts'
import { clientMetadata } from './testing/client-metadata.ts'
import {
  type Answer,
  createRegistrationClient,
  type RegistrationClient,
} from './testing/registration-client.ts'

let podium: TestApp
let client: RegistrationClient
let here: { workspace_id: string }
beforeAll(async () => {
  podium = await createTestApp()
  await givePasswords(podium)
  client = await createRegistrationClient(podium)
  here = { workspace_id: podium.people.first.id }
  await client.login('member')
  return async () => {
    client.close()
    await podium.close()
  }
})

const HUNDRED = Array.from({ length: 100 }, (_, at) => at)

const register = (name: string) => client.post('solutions', here, { metadata_json: clientMetadata(name) })

const addVersion = (id: string, name: string, version: number) =>
  client.post(
    `solutions/${id}/version`,
    { solution_id: id, ...here },
    { metadata_json: clientMetadata(name, version) },
  )

async function listed(name: string) {
  const { json } = await client.get('solutions/workspace', { ...here, page_size: 100 })
  return json.solutions.find((one: { name: string }) => one.name === name)
}

function refused({ status, headers, json }: Answer, expected: number): string {
  expect([status, headers['content-type'], Object.keys(json)]).toEqual([
    expected,
    'application/json; charset=utf-8',
    ['detail'],
  ])
  return json.detail
}

describe('rules that every call of an existing client relies on', () => {
  test("later calls authenticate with the login's cookie alone", async () => {
    const fresh = await createRegistrationClient(podium)
    const { headers } = await fresh.login('member')
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^access-token=[\w-]+; /)])
    expect((await fresh.get('solutions/workspace', { ...here, page_size: 100 })).status).toBe(200)
    fresh.close()
  })

  test.each([
    ['no Content-Type', {}],
    ['text/plain', { 'content-type': 'text/plain' }],
    ["curl's form type", { 'content-type': 'application/x-www-form-urlencoded' }],
    ['application/json', { 'content-type': 'application/json' }],
    ['a type nobody knows', { 'content-type': 'application/octet-stream' }],
  ])('a body is JSON with %s', async (_, headers) => {
    const name = freshName()
    const answer = await client.post('solutions', here, { metadata_json: clientMetadata(name) }, headers)
    expect([answer.status, answer.json.name]).toEqual([200, name])
  })

  test('every refusal is JSON with a detail', async () => {
    const other = { workspace_id: podium.people.second.id }
    const anonymous = await createRegistrationClient(podium)
    expect(refused(await anonymous.get('solutions/workspace', here), 401)).toEqual(expect.any(String))
    anonymous.close()
    expect(refused(await client.get('solutions/workspace', other), 404)).toEqual(expect.any(String))
    expect(refused(await client.get('nothing'), 404)).toEqual(expect.any(String))
    expect(refused(await client.delete('solutions', here), 405)).toEqual(expect.any(String))
    expect(refused(await client.get('settings/accounts'), 403)).toEqual(expect.any(String))
    expect(refused(await client.get('solutions/workspace'), 422)).toEqual(expect.any(Array))
    expect(refused(await client.post('solutions', here, undefined), 422)).toEqual(expect.any(Array))
    const tooLarge = { metadata_json: { name: 'x'.repeat(1024 * 1024) } }
    expect(refused(await client.post('solutions', here, tooLarge), 413)).toEqual(expect.any(String))
  })

  test('a client may sign in before every call, and earlier cookies stay valid', async () => {
    const patient = await createRegistrationClient(podium)
    const cookies: (string | null)[] = []
    for (let at = 0; at < 15; at++) {
      expect((await patient.login('developer')).status).toBe(200)
      cookies.push(patient.cookie())
    }
    expect(new Set(cookies).size).toBe(15)
    for (const cookie of cookies) {
      patient.useCookie(cookie)
      expect((await patient.get('workspaces/info', { ...here, page_size: 100 })).status).toBe(200)
    }
    patient.close()
  })

  test('GET api/v1/healthz answers probes', async () => {
    expect(await client.get('healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
  })
})

describe('2.1 version', () => {
  test('is read without a cookie, begins with a digit and is a generation that clients know', async () => {
    const anonymous = await createRegistrationClient(podium)
    const { status, json } = await anonymous.get('versions')
    anonymous.close()
    expect(status).toBe(200)
    const [generation] = /^\d+\.\d+/.exec(json.versions[0].ver_str) ?? []
    expect(Number(generation)).toBe(2)
    expect(json.release).toEqual({ mlops_engine: expect.any(String), monitoring: expect.any(String) })
  })
})

describe('2.2 login', () => {
  test('returns the account and the workspaces, whose names end in -ws', async () => {
    const { first, ids } = podium.people
    expect(await client.login('member')).toMatchObject({
      status: 200,
      json: {
        username: 'member',
        account_id: ids.member,
        display_name: 'The member',
        role: 'DEVELOPER',
        login_type: 'static',
        workspace: [
          { id: first.id, name: 'first-ws', display_name: 'first', role: 'MEMBER', dashboard_hash: '' },
        ],
      },
    })
  })

  test('refuses with a code and counters, locks at the fifth, and never answers 400 or 422', async () => {
    const stranger = await createRegistrationClient(podium)
    const answers: Answer[] = []
    for (let at = 0; at < 6; at++) answers.push(await stranger.login('loner', 'wrong'))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 401))
    const wrong = (login_fail_count: number) => ({ error_code: 'USER.LOGIN.001', login_fail_count })
    const locked = { error_code: 'USER.LOGIN.002', login_fail_count: 5 }
    expect(answers.map(({ json }) => json.detail)).toEqual([...[1, 2, 3, 4].map(wrong), locked, locked])
    for (const [id, password] of [
      ['', ''],
      ['nobody', 'x'],
      ['a b\n', 'x'],
      ['x'.repeat(5000), 'x'.repeat(5000)],
    ] as const)
      expect((await stranger.login(id, password)).json.detail.error_code).toBe('USER.LOGIN.001')
    expect(stranger.cookie()).toBeNull()
    stranger.close()
  })

  test('distinguishes a deleted account and an unused one', async () => {
    const { database } = podium.deps
    const stranger = await createRegistrationClient(podium)
    await database.execute(sql`update accounts set created_at = now() - interval '200 days',
      last_login_at = '2026-01-02T03:04:05.000Z' where username = 'outsider'`)
    expect((await stranger.login('outsider')).json.detail).toEqual({
      error_code: 'USER.LOGIN.003',
      utc_last_login_at: '2026-01-02T03:04:05.000Z',
      unused_period: 90,
    })
    await database.execute(sql`update accounts set deleted_at = now() where username = 'outsider'`)
    const deleted = await stranger.login('outsider')
    expect([deleted.status, deleted.json.detail]).toEqual([401, { error_code: 'USER.LOGIN.000' }])
    stranger.close()
  })
})

test('2.3 workspace info: bucket and registry are texts, the registry with a slash', async () => {
  const { status, json } = await client.get('workspaces/info', { ...here, page_size: 100 })
  expect([status, json]).toEqual([
    200,
    expect.objectContaining({
      id: here.workspace_id,
      name: 'first-ws',
      s3_bucket_name: 'first-bucket',
      ecr_base_path: expect.stringMatching(/^[^/]+\/first\/$/),
      specs: [],
      edge_conductor_url: '',
    }),
  ])
})

test('2.4 list of solutions: the newest version first, its number under both names', async () => {
  const name = freshName()
  const { id } = (await register(name)).json
  await addVersion(id, name, 2)
  const { status, json } = await client.get('solutions/workspace', { ...here, page_size: 100 })
  expect([status, json.solutions[0]]).toMatchObject([200, { id, name, solution_name: name }])
  expect(json.solutions[0].seq).toEqual(expect.any(Number))
  expect(json.solutions[0].versions).toMatchObject([
    { id: expect.any(String), version: 2, version_num: 2 },
    { id: expect.any(String), version: 1, version_num: 1 },
  ])
})

test('2.3 the registry is the configured one, whatever the client calls this server', async () => {
  const registryOf = async (headers: Record<string, string>, app = podium) => {
    const answer = await app
      .as('member')
      .send('GET', `/api/v1/workspaces/info?workspace_id=${app.people.first.id}`, undefined, headers)
    return answer.json().ecr_base_path
  }
  expect(await registryOf({ host: 'localhost:9999' })).toBe('127.0.0.1:8080/first/')
  const env = { PODIUM_PUBLIC_URL: 'https://podium.example.org:8443' }
  const named = await createTestApp({ env })
  expect(await registryOf({ host: 'localhost' }, named)).toBe('podium.example.org:8443/first/')
  await named.close()
})

describe('2.5 registration', () => {
  test('returns the fields that the client stores and reads later', async () => {
    const name = freshName()
    const { status, json } = await register(name)
    expect([status, json]).toMatchObject([
      200,
      {
        id: expect.any(String),
        name,
        scope_ws: 'first-ws',
        workspace_id: here.workspace_id,
        versions: [{ id: expect.any(String), version: 1, version_num: 1 }],
      },
    ])
    expect(json.versions[0].id).not.toBe(json.id)
  })

  test('answers 400 with a sentence for a taken name', async () => {
    const name = freshName()
    await register(name)
    expect(refused(await register(name), 400)).toBe(
      `A solution named ${name} already exists in this workspace. Choose another name, or register a new version of it.`,
    )
  })

  test('succeeds once if a hundred calls register one name, and the others get a sentence', async () => {
    const name = freshName('race')
    const answers = await Promise.all(HUNDRED.map(() => register(name)))
    const losers = answers.filter(({ status }) => status !== 200)
    expect(losers).toHaveLength(99)
    for (const loser of losers) expect(refused(loser, 400)).toMatch(/already exists in this workspace/)
    expect((await listed(name)).versions).toHaveLength(1)
  })

  test.each([
    ['100 bytes of both cases', `A-${'z'.repeat(98)}`, 200],
    ['101 bytes', 'y'.repeat(101), 422],
    ['a blank', 'two words', 422],
    ['letters beyond ASCII', 'pümps', 422],
  ])('takes a name of letters, digits and hyphens, at most 100 bytes: %s', async (_, name, status) => {
    const answer = await register(name)
    expect(answer.status).toBe(status)
    if (status !== 200) expect(refused(answer, status)).toEqual(expect.stringContaining('name'))
  })

  test('accepts texts of any length that its own client would refuse, with a warning', async () => {
    const { warnings } = (await register(freshName())).json
    const metadata_json = clientMetadata(freshName())
    const describing = (overview: string, content: string) =>
      client.post('solutions', here, {
        metadata_json: {
          ...metadata_json,
          name: freshName(),
          description: { ...metadata_json.description, overview, detail: [{ title: 'Task', content }] },
        },
      })
    const short = await describing('ü'.repeat(499), 'ü'.repeat(2499))
    expect([short.status, short.json.warnings]).toEqual([200, warnings])
    const long = await describing('ü'.repeat(500), 'ü'.repeat(2500))
    expect([long.status, long.json.warnings]).toEqual([
      200,
      [
        'The overview has 500 characters or more: lists show its beginning.',
        'Part 1 of the detail has 5,000 bytes or more: other registration clients refuse it.',
        ...warnings,
      ],
    ])
  })
})

describe('2.6 new version', () => {
  test('accepts the body of a registration and returns the same fields', async () => {
    const name = freshName()
    const { id } = (await register(name)).json
    expect(await addVersion(id, name, 2)).toMatchObject({
      status: 200,
      json: {
        id,
        name,
        scope_ws: 'first-ws',
        workspace_id: here.workspace_id,
        versions: [{ id: expect.any(String), version: 2, version_num: 2 }],
      },
    })
  })

  test('gives a hundred concurrent calls a hundred numbers, without duplicates or gaps', async () => {
    const name = freshName('many')
    const { id } = (await register(name)).json
    const answers = await Promise.all(HUNDRED.map(() => addVersion(id, name, 2)))
    expect(answers.map(({ status }) => status)).toEqual(HUNDRED.map(() => 200))
    const numbers = answers.map(({ json }) => json.versions[0].version_num).sort((a, b) => a - b)
    expect(numbers).toEqual(HUNDRED.map((at) => at + 2))
    expect((await listed(name)).versions[0].version_num).toBe(101)
  })
})

describe('2.7 deletion', () => {
  test('deletes a version by its id, and a solution by its id', async () => {
    const name = freshName()
    const first = (await register(name)).json
    const second = (await addVersion(first.id, name, 2)).json
    const version = first.versions[0].id
    const query = { solution_version_id: version, workspace_id: first.workspace_id }
    expect(await client.delete(`solutions/${version}/version`, query)).toMatchObject({
      status: 200,
      json: { id: version },
    })
    expect((await listed(name)).versions).toMatchObject([{ id: second.versions[0].id, version_num: 2 }])
    // the client sends the scope_ws that it read as the workspace's id
    const gone = { solution_id: first.id, workspace_id: first.scope_ws }
    expect(await client.delete(`solutions/${first.id}`, gone)).toMatchObject({
      status: 200,
      json: { id: first.id },
    })
    expect(await listed(name)).toBeUndefined()
    expect(refused(await client.delete(`solutions/${first.id}`, gone), 404)).toEqual(expect.any(String))
  })

  test('refuses to delete the only version with a sentence', async () => {
    const { id, versions } = (await register(freshName())).json
    const only = await client.delete(`solutions/${versions[0].id}/version`, here)
    expect(refused(only, 409)).toBe('This is the only version of the solution. Delete the solution instead.')
    expect(refused(await client.delete(`solutions/${id}/version`, here), 404)).toEqual(expect.any(String))
  })
})
