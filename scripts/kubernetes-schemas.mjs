// `kubectl get --raw /openapi/v2 | node scripts/kubernetes-schemas.mjs > deploy/kubernetes/schemas.json` keeps the
// schemas that deploy.test.ts needs to check the manifests without a cluster.
import { text } from 'node:stream/consumers'

const KINDS = [
  'core.v1.ConfigMap',
  'core.v1.Namespace',
  'core.v1.Service',
  'core.v1.ServiceAccount',
  'apps.v1.Deployment',
  'apps.v1.StatefulSet',
  'networking.v1.Ingress',
  'policy.v1beta1.PodDisruptionBudget',
  'rbac.v1.ClusterRole',
  'rbac.v1.ClusterRoleBinding',
  'rbac.v1.Role',
  'rbac.v1.RoleBinding',
]

const { definitions } = JSON.parse(await text(process.stdin))
const found = {}
for (const kind of KINDS) take(`io.k8s.api.${kind}`)
const lines = Object.entries(found)
  .sort()
  .map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`)
console.log(`{\n${lines.join(',\n')}\n}`)

function take(name) {
  if (found[name]) return
  const definition = definitions[name]
  if (!definition) throw new Error(`This cluster knows no ${name}.`)
  found[name] = withoutWords(definition)
}

/** Returns a schema without descriptions that allows only its named fields. */
function withoutWords({ $ref, type, format, items, properties, additionalProperties, required }) {
  if ($ref) {
    take($ref.slice('#/definitions/'.length))
    return { $ref }
  }
  return {
    ...(type && { type: format === 'int-or-string' ? ['integer', 'string'] : type }),
    ...(required && { required }),
    ...(items && { items: withoutWords(items) }),
    ...(additionalProperties && { additionalProperties: withoutWords(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, withoutWords(value)]),
      ),
      additionalProperties: false,
    }),
  }
}
