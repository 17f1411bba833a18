import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/** What the servers of one process compiled: each takes over what those before it did. */
export interface CompiledSchemas {
  /** to be called before the server has calls, and again when it is ready */
  share(app: FastifyInstance): void
}

/**
 * Compiling the schemas of all calls is most of what building a server costs. A process of tests builds hundreds of
 * servers with the same schemas and brings this along; the product builds one and does without.
 */
export function createCompiledSchemas(): CompiledSchemas {
  let validators: FastifySchemaCompiler<unknown> | undefined
  let serialisers: FastifySerializerCompiler<unknown> | undefined
  return {
    share(app) {
      if (app.validatorCompiler) validators ??= oncePerSchema(app.validatorCompiler)
      else if (validators) app.setValidatorCompiler(validators)
      if (app.serializerCompiler) serialisers ??= oncePerSchema(app.serializerCompiler)
      else if (serialisers) app.setSerializerCompiler(serialisers)
    },
  }
}

function oncePerSchema<Given extends { schema: unknown }, Compiled>(
  compile: (given: Given) => Compiled,
): (given: Given) => Compiled {
  const kept = new Map<string, Compiled>()
  return (given) => {
    const text = JSON.stringify(given.schema)
    const compiled = kept.get(text) ?? compile(given)
    kept.set(text, compiled)
    return compiled
  }
}
