// Writes docs/openapi.json from the schemas that validate requests. Opens no connection.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from '@mediajobs/api'
import { openKeyRing } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { openStore } from '@mediajobs/outbox'
import { createLogger } from '@mediajobs/runtime'
import { misplacedParameters } from './openapi/parameter-order.ts'

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
