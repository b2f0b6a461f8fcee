// Writes docs/openapi.json from the schemas that validate requests. Opens no connection.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from '@mediajobs/api'
import { openKeyRing } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { openStore } from '@mediajobs/outbox'
import { createLogger } from '@mediajobs/runtime'

const FILE = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const NOWHERE = { endpoint: 'http://127.0.0.1', region: 'none', bucket: 'none' }

const store = openStore({
  databaseUrl: 'postgres://127.0.0.1/none',
  poolSize: 1,
  applicationName: 'openapi',
  onError() {},
})
const app = await buildApp({
  store,
  objectStore: openObjectStore({
    ...NOWHERE,
    accessKey: 'none',
    secretKey: 'none',
    cdnBaseUrl: NOWHERE.endpoint,
  }),
  keyRing: openKeyRing(Buffer.alloc(32).toString('base64')),
  logger: createLogger('api', 'silent'),
  deliveryBaseUrl: NOWHERE.endpoint,
})
await app.ready()
const document = `${JSON.stringify(app.openApi(), null, 2)}\n`
const misplaced = misplacedParameters(
  JSON.parse(await readFile(FILE, 'utf8')),
  JSON.parse(document),
)
if (misplaced.length === 0) {
  await writeFile(FILE, document)
} else {
  process.stderr.write(`Nothing is written:\n${misplaced.join('\n')}\n`)
  process.exitCode = 1
}
await app.close()
await store.close()

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
