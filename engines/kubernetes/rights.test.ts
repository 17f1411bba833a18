import { afterEach, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { EngineRights } from '../engine.ts'
import { type FakeEngine, openFakeEngine } from './testing/fake-engine.ts'

let here: FakeEngine
afterEach(() => here.close())

const single = { namespaces: { kind: 'single', name: 'team' } } as const
/** The claims of a service account's token, between a header and a signature that are not looked at. */
const tokenOf = (sub: string) => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`

async function asked(): Promise<EngineRights> {
  return (await here.engine.rights()) ?? expect.fail('no rights')
}

function objectsIn({ remedy }: EngineRights): Record<string, unknown>[] {
  return parseAllDocuments(remedy?.content ?? '').map((document) => document.toJS())
}

const purposeOf = ({ rights }: EngineRights, name: string) =>
  rights.find(({ asks }) => asks.some((ask) => ask.name === name))

test('where all is allowed there is nothing to apply', async () => {
  here = await openFakeEngine()
  const { rights, remedy } = await asked()
  expect(rights.flatMap(({ asks }) => asks).filter(({ is_allowed }) => !is_allowed)).toEqual([])
  expect(remedy).toBeNull()
})

test('a right is told by what it is for and what is lost without it, and asked for anew each time', async () => {
  here = await openFakeEngine(single)
  expect((await here.engine.capabilities()).gaps).toEqual([])
  here.cluster.forbidden.add('get pods/log')
  const missing = {
    purpose: 'Read what a run wrote before its pod was lost',
    asks: [{ name: 'get pods/log', is_allowed: false }],
    place: 'namespace team',
    without: 'What a run wrote before its pod was lost cannot be read.',
  }
  expect(purposeOf(await asked(), 'get pods/log')).toEqual(missing)
  expect((await here.engine.capabilities()).gaps).toEqual([missing.without])
  here.cluster.forbidden.clear()
  expect((await asked()).remedy).toBeNull()
  expect((await here.engine.capabilities()).gaps).toEqual([])
})

test('what gives it is a role with what is missing and no more, for the account that asks', async () => {
  here = await openFakeEngine(single)
  for (const right of ['create jobs', 'delete jobs', 'list nodes']) here.cluster.forbidden.add(right)
  const authorization = `Bearer ${tokenOf('system:serviceaccount:podium:server')}`
  here.cluster.access.credentials = async () => ({ authorization })
  const rights = await asked()
  const [role, binding, clusterRole] = objectsIn(rights)
  const name = expect.stringMatching(/^podium-[0-9a-f]{8}$/)
  expect(role).toMatchObject({
    kind: 'Role',
    metadata: { name, namespace: 'team' },
    rules: [{ apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'delete'] }],
  })
  expect(binding).toMatchObject({
    kind: 'RoleBinding',
    metadata: role?.metadata,
    roleRef: { kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name: 'server', namespace: 'podium' }],
  })
  expect(clusterRole).toMatchObject({
    kind: 'ClusterRole',
    rules: [{ resources: ['nodes'], verbs: ['list'] }],
  })
  expect(rights.remedy?.command).toBe(`kubectl apply -f ${rights.remedy?.file}`)
})

test('roles applied one after the other take nothing from each other', async () => {
  here = await openFakeEngine()
  const nameWithout = async (right: string) => {
    here.cluster.forbidden.clear()
    here.cluster.forbidden.add(right)
    return objectsIn(await asked())[0]?.metadata
  }
  expect(await nameWithout('list events')).not.toEqual(await nameWithout('get pods/log'))
})

test('with a namespace for each workspace rights hold everywhere, and an unknown account is left to be filled in', async () => {
  here = await openFakeEngine()
  here.cluster.forbidden.add('create jobs')
  const rights = await asked()
  expect(purposeOf(rights, 'create jobs')?.place).toBe('all namespaces')
  expect(purposeOf(rights, 'list nodes')?.place).toBe('whole cluster')
  expect(objectsIn(rights).map(({ kind }) => kind)).toEqual(['ClusterRole', 'ClusterRoleBinding'])
  expect(rights.remedy?.content).toMatch(/^# Replace PODIUM-ACCOUNT /)
})
