import { afterEach, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { EngineRights } from '../engine.ts'
import { type FakeEngine, openFakeEngine } from './testing/fake-engine.ts'

let here: FakeEngine
afterEach(() => here.close())

const single = { namespaces: { kind: 'single', name: 'team' } } as const
/** Returns a service account's token with these claims; its header and signature are not read. */
const tokenOf = (sub: string) => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`

async function asked(): Promise<EngineRights> {
  return (await here.engine.rights()) ?? expect.fail('no rights')
}

function objectsIn({ remedy }: EngineRights): Record<string, unknown>[] {
  return parseAllDocuments(remedy?.content ?? '').map((document) => document.toJS())
}

const purposeOf = ({ rights }: EngineRights, name: string) =>
  rights.find(({ asks }) => asks.some((ask) => ask.name === name))

test('has nothing to apply if everything is allowed', async () => {
  here = await openFakeEngine()
  const { rights, remedy } = await asked()
  expect(rights.flatMap(({ asks }) => asks).filter(({ is_allowed }) => !is_allowed)).toEqual([])
  expect(remedy).toBeNull()
})

test('describes a right by its purpose and the effect of missing it, and checks it each time', async () => {
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

test('proposes a role with exactly the missing rights for the account', async () => {
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

test('keeps the rights of earlier roles when another is applied', async () => {
  here = await openFakeEngine()
  const nameWithout = async (right: string) => {
    here.cluster.forbidden.clear()
    here.cluster.forbidden.add(right)
    return objectsIn(await asked())[0]?.metadata
  }
  expect(await nameWithout('list events')).not.toEqual(await nameWithout('get pods/log'))
})

test('needs cluster-wide rights for workspace namespaces, and leaves an unknown account blank', async () => {
  here = await openFakeEngine()
  here.cluster.forbidden.add('create jobs')
  const rights = await asked()
  expect(purposeOf(rights, 'create jobs')?.place).toBe('all namespaces')
  expect(purposeOf(rights, 'list nodes')?.place).toBe('whole cluster')
  expect(objectsIn(rights).map(({ kind }) => kind)).toEqual(['ClusterRole', 'ClusterRoleBinding'])
  expect(rights.remedy?.content).toMatch(/^# Replace PODIUM-ACCOUNT /)
})
