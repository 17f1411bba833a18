import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { waitFor } from '../testing/watching.ts'
import { readAccess } from './access.ts'
import { type ClusterClient, ClusterRefusal, createClient } from './client.ts'
import { pathOf, type Resource } from './resources.ts'
import { checkRights } from './rights.ts'

const NAMESPACE = `podium-rights-${process.pid}`
const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'podium' } }

let admin: ClusterClient
let podium: ClusterClient
const applied: string[] = []

beforeAll(async () => {
  const access = await readAccess(process.env)
  admin = createClient({ access })
  await admin.create(pathOf('namespaces', null), {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: NAMESPACE },
  })
  const accounts = pathOf('serviceaccounts', NAMESPACE)
  await admin.create(accounts, ACCOUNT)
  const { status } = await admin.create<{ status: { token: string } }>(`${accounts}/podium/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  })
  const authorization = `Bearer ${status.token}`
  podium = createClient({ access: { ...access, credentials: async () => ({ authorization }) } })
})
afterAll(async () => {
  for (const path of applied) await admin.remove(path)
  await admin.remove(pathOf('namespaces', null, NAMESPACE))
  admin.close()
  podium.close()
})

/** Creates the objects, as `kubectl apply` does. */
async function apply(yaml: string): Promise<void> {
  for (const document of parseAllDocuments(yaml)) {
    const object = document.toJS() as Resource
    const { name, namespace } = object.metadata
    const place = namespace === undefined ? '' : `/namespaces/${namespace}`
    const path = `/apis/rbac.authorization.k8s.io/v1${place}/${object.kind?.toLowerCase()}s`
    await admin.create(path, object)
    applied.push(`${path}/${name}`)
  }
}

test('grants an account everything that runs need in their namespace, and no run elsewhere', async () => {
  const ask = () => checkRights(podium, { kind: 'single', name: NAMESPACE })
  const { rights, remedy } = await ask()
  expect(rights.flatMap(({ asks }) => asks).filter(({ is_allowed }) => is_allowed)).toEqual([])
  expect(remedy?.content).toContain(`namespace: ${NAMESPACE}`)
  await apply(remedy?.content ?? '')
  // A cluster needs a moment to apply a binding.
  await waitFor('the rights', async () => ((await ask()).remedy === null ? 'given' : null))
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'podium-rights' } }
  const refusal = await podium.create(pathOf('jobs', 'default'), job).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ClusterRefusal)
  expect(refusal).toMatchObject({ status: 403 })
  expect((await podium.list<Resource>(pathOf('pods', NAMESPACE))).items).toEqual([])
})
