/** Returns the errors of a value, each with its path: `spec.template: unknown field "x"`. */
export type Shape = (value: unknown, place: string) => string[]

interface Field {
  shape: Shape
  required: boolean
}

export const optional = (shape: Shape): Field => ({ shape, required: false })
export const required = (shape: Shape): Field => ({ shape, required: true })

/** Accepts only these fields. */
export function object(fields: Record<string, Field>): Shape {
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${place}: must be an object`]
    const given = value as Record<string, unknown>
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name))
    return [
      ...unknown.map((name) => `${place}: unknown field "${name}"`),
      ...Object.entries(fields).flatMap(([name, { shape, required }]) => {
        if (given[name] !== undefined) return shape(given[name], `${place}.${name}`)
        return required ? [`${place}.${name}: Required value`] : []
      }),
    ]
  }
}

export function list(shape: Shape, least = 0): Shape {
  return (value, place) => {
    if (!Array.isArray(value)) return [`${place}: must be a list`]
    if (value.length < least) return [`${place}: Required value`]
    return value.flatMap((entry, index) => shape(entry, `${place}[${index}]`))
  }
}

export function map(key: Shape, value: Shape): Shape {
  return (given, place) => {
    if (typeof given !== 'object' || given === null) return [`${place}: must be a map`]
    return Object.entries(given).flatMap(([name, each]) => [
      ...key(name, place),
      ...value(each, `${place}.${name}`),
    ])
  }
}

export const both =
  (...shapes: Shape[]): Shape =>
  (value, place) =>
    shapes.flatMap((shape) => shape(value, place))

export const text: Shape = (value, place) => (typeof value === 'string' ? [] : [`${place}: must be a string`])
export const flag: Shape = (value, place) =>
  typeof value === 'boolean' ? [] : [`${place}: must be a boolean`]
export const whole: Shape = (value, place) =>
  Number.isSafeInteger(value) ? [] : [`${place}: must be an integer`]

export function matching(pattern: RegExp, longest: number): Shape {
  return (value, place) =>
    typeof value === 'string' && pattern.test(value) && value.length <= longest
      ? []
      : [`${place}: Invalid value: ${JSON.stringify(value)}`]
}

export const oneOf =
  (...choices: unknown[]): Shape =>
  (value, place) =>
    choices.includes(value) ? [] : [`${place}: Unsupported value: ${JSON.stringify(value)}`]

const LABEL = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

export const dnsLabel = matching(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 63)
export const dnsSubdomain = matching(SUBDOMAIN, 253)
const labelValue = matching(LABEL, 63)
const labelKey: Shape = (value, place) => {
  const [name = '', prefix] = String(value).split('/').reverse()
  const isGood = name !== '' && LABEL.test(name) && name.length <= 63
  return isGood && (prefix === undefined || SUBDOMAIN.test(prefix)) ? [] : [`${place}: bad key "${value}"`]
}
export const labels = map(labelKey, labelValue)
export const quantity = matching(/^\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/, 30)

export const metadata = (name: Shape): Shape =>
  object({
    name: required(name),
    namespace: optional(dnsLabel),
    labels: optional(labels),
    annotations: optional(map(labelKey, text)),
  })
