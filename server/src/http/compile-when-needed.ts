import createValidatorFactory, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import createSerialiserFactory, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

/** Reports all problems at once (bodies.ts bounds their number) and coerces no types. */
export const VALIDATION = {
  customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true, useDefaults: true },
} as const

const validators = createValidatorFactory()
const serialisers = createSerialiserFactory()
const compiledSerialisers = new WeakMap<object, Serialise>()

type Validate = ReturnType<ReturnType<BuildCompilerFromPool>>
type Serialise = ReturnType<ReturnType<SerializerFactory>>

/**
 * Runs Fastify's own compilers when a call first needs a schema. Compiling all at once took a quarter of the start, and
 * most calls are rare.
 */
export function compilersWhenNeeded(): {
  buildValidator: BuildCompilerFromPool
  buildSerializer: SerializerFactory
} {
  return {
    buildValidator(shared, options) {
      const compile = validators(shared, options)
      return (route) => {
        let compiled: Validate | undefined
        const validate = ((data: unknown) => {
          compiled ??= compile(route)
          const isValid = compiled(data)
          validate.errors = compiled.errors
          return isValid
        }) as Validate
        return validate
      }
    },
    buildSerializer(shared, options) {
      const compile = serialisers(shared, options)
      return (route) => {
        return (reply) => {
          const serialise = compiledSerialisers.get(route.schema as object) ?? compile(route)
          compiledSerialisers.set(route.schema as object, serialise)
          return serialise(reply)
        }
      }
    },
  }
}
