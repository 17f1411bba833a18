import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/**
 * Compiling the schemas of all calls is most of what building a server costs. A process of tests builds hundreds of
 * servers with the same schemas: each takes over what those before it compiled. The product builds one.
 * @returns to be called before the server has calls, and again when it is ready
 */
export function createSharedSchemas(): (app: FastifyInstance) => void {
  let validators: FastifySchemaCompiler<unknown> | undefined
  let serialisers: FastifySerializerCompiler<unknown> | undefined
  return (app) => {
    if (app.validatorCompiler) validators ??= oncePerSchema(app.validatorCompiler)
    else if (validators) app.setValidatorCompiler(validators)
    if (app.serializerCompiler) serialisers ??= oncePerSchema(app.serializerCompiler)
    else if (serialisers) app.setSerializerCompiler(serialisers)
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
