interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>
  components: { parameters?: Record<string, Parameter> }
}

interface Parameter {
  name: string
  $ref?: string
}

/**
 * New parameters in `next` that precede published ones, one sentence each. In clients without named arguments,
 * position is part of the call, so new parameters go last.
 */
export function misplacedParameters(published: OpenApi, next: OpenApi): string[] {
  const before = new Map(operationsOf(published))
  return operationsOf(next).flatMap(([operationId, names]) => {
    const known = before.get(operationId)?.filter((name) => names.includes(name)) ?? []
    const at = known.findIndex((name, i) => names[i] !== name)
    return at === -1
      ? []
      : [`${operationId}: ${names[at]} stands where ${known[at]} was. New parameters go last.`]
  })
}

function operationsOf({ paths, components }: OpenApi): [operationId: string, names: string[]][] {
  const nameOf = ({ name, $ref }: Parameter) =>
    components.parameters?.[$ref?.split('/').at(-1) ?? '']?.name ?? name
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters = [] }) => [operationId, parameters.map(nameOf)])
}
