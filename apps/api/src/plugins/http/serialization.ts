import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'
import fp from 'fastify-plugin'

type Serializer = (value: unknown) => string

// By schema object: routes share those of records and problems, and the apps of a process share all. No schema refers
// to another by id.
const serializers = new WeakMap<object, Serializer>()

/** Serializes by response schemas as Fastify does, but compiles each at its first response instead of at the start. */
export const serialization = fp(async (app) => {
  app.setSerializerCompiler(({ schema }) => {
    const serializer =
      serializers.get(schema) ??
      compiledAtFirstUse(() => fastJsonStringify(schema as unknown as AnySchema))
    serializers.set(schema, serializer)
    return serializer
  })
})

/** A function that calls `compile` on its first call, and then delegates to the result. */
export function compiledAtFirstUse<Input, Output>(
  compile: () => (input: Input) => Output,
): (input: Input) => Output {
  let compiled: ((input: Input) => Output) | undefined
  return (input) => {
    compiled ??= compile()
    return compiled(input)
  }
}
