import createValidatorFactory, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import createSerialiserFactory, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

/** All problems at once (bodies.ts bounds them), and nothing is read as what it is not. */
export const VALIDATION = {
  customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true, useDefaults: true },
} as const

type Validate = ReturnType<ReturnType<BuildCompilerFromPool>>

/**
 * Fastify's own compilers, asked by the first call that needs a schema: all schemas at once took a quarter of the start,
 * and most calls are not made on most days.
 */
export function compilersWhenNeeded(): {
  buildValidator: BuildCompilerFromPool
  buildSerializer: SerializerFactory
} {
  const validators = createValidatorFactory()
  const serialisers = createSerialiserFactory()
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
        let serialise: ReturnType<typeof compile> | undefined
        return (reply) => {
          serialise ??= compile(route)
          return serialise(reply)
        }
      }
    },
  }
}
