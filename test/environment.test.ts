import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@mediajobs/db/testing'
import { start, startApi } from '@mediajobs/testing/service/process'
import t from 'tap'
import { readConfig } from '../apps/api/src/config.ts'
import { withEnvironment } from '../scripts/environment.ts'

const OPERATING = new URL('../docs/operating.md', import.meta.url)
const DELIVERY_BASE_URL = 'https://jobs.example.com/deliveries'
const NOWHERE = 'postgres://jobs:hunter2@127.0.0.1:1/jobs'
const WITHOUT_UPLOADS = { S3_UPLOAD_ACCESS_KEY: undefined, S3_UPLOAD_SECRET_KEY: undefined }
const COMPLETE = { DATABASE_URL: NOWHERE, DELIVERY_BASE_URL }

t.test(
  'docs/operating.md lists every variable as checked by the processes: `pnpm environment` writes it [c9-environment]',
  async (t) => {
    const document = readFileSync(OPERATING, 'utf8')
    t.equal(document, withEnvironment(document))
  },
)

t.test("migrate and admin end with one line that names what's missing or invalid", async (t) => {
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['migrate.ts'], {}, /^DATABASE_URL is required\n$/],
    [['migrate.ts'], { DATABASE_URL: NOWHERE }, /^Can't migrate the database: .*\n$/],
    [['admin.ts', 'rekey'], {}, /^SECRETS_KEY is required\n$/],
  ]
  await Promise.all(
    cases.map(async ([args, env, expected]) => {
      const { code, stderr } = await script(args, env)
      t.equal(code, 1, args.join(' '))
      t.match(stderr, expected)
      t.notMatch(stderr, 'hunter2')
    }),
  )
})

t.test(
  'an unusable address or port is refused, and a misspelled variable warned about',
  async (t) => {
    const dispatcher = start(t, 'dispatcher', {
      DATABASE_URL: NOWHERE,
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      WEBHOOK_TIMOUT: '5s',
    })
    await dispatcher.waitForOutput(
      /"level":"warn".*"variable":"WEBHOOK_TIMOUT","nearest":"WEBHOOK_TIMEOUT"/,
    )
    const [, port = ''] = await dispatcher.waitForOutput(
      /"port":(\d+),"msg":"dispatcher.metrics_listening"/,
    )
    const cases: [Record<string, string>, RegExp][] = [
      [{ HOST: '192.0.2.1', PORT: '0' }, /^HOST must be an address of this machine\n$/],
      [{ HOST: '127.0.0.1', PORT: '0', METRICS_PORT: port }, /set METRICS_PORT to a free one\n$/],
    ]
    await Promise.all(
      cases.map(async ([env, expected]) => {
        const api = start(t, 'api', { ...COMPLETE, LOG_LEVEL: 'silent', ...env })
        t.equal(await api.exited(), 1)
        t.match(api.output(), expected)
      }),
    )
  },
)

t.test('an api with the same port for requests and metrics is refused', async (t) => {
  const env = {
    ...COMPLETE,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'jobs',
    S3_ACCESS_KEY: 'access',
    S3_SECRET_KEY: 'secret',
    PORT: '3999',
  }
  t.throws(
    () => readConfig({ ...env, METRICS_PORT: '3999' }),
    /^METRICS_PORT must differ from PORT/,
  )
  t.equal(readConfig({ ...env, METRICS_PORT: '3998' }).METRICS_PORT, 3_998)
  t.equal(readConfig({ ...env, PORT: '0', METRICS_PORT: '0' }).METRICS_PORT, 0)
})

t.test(
  "an api doesn't start without the base URL of client deliveries [c11-delivery-base-url]",
  async (t) => {
    const api = start(t, 'api', { DATABASE_URL: NOWHERE, HOST: '127.0.0.1', PORT: '0' })
    t.equal(await api.exited(), 1)
    t.equal(api.output(), 'DELIVERY_BASE_URL is required\n')
  },
)

t.test(
  'half an upload credential is refused, and a missing one warned about [c11-stores-differ]',
  async (t) => {
    const cases = {
      S3_UPLOAD_ACCESS_KEY: 'S3_UPLOAD_SECRET_KEY is required with S3_UPLOAD_ACCESS_KEY\n',
      S3_UPLOAD_SECRET_KEY: 'S3_UPLOAD_ACCESS_KEY is required with S3_UPLOAD_SECRET_KEY\n',
    }
    for (const [name, expected] of Object.entries(cases)) {
      const api = start(t, 'api', {
        ...COMPLETE,
        ...WITHOUT_UPLOADS,
        [name]: 'half-of-a-credential',
      })
      t.equal(await api.exited(), 1)
      t.equal(api.output(), expected)
    }
    const { url: databaseUrl } = await createTestDatabase(t)
    const without = await startApi(t, databaseUrl, WITHOUT_UPLOADS)
    await without.waitForOutput(/"level":"warn".*"msg":"object_store.no_upload_credential"/)
    const upload = {
      S3_UPLOAD_ACCESS_KEY: 'an-upload-access-key',
      S3_UPLOAD_SECRET_KEY: 'an-upload-secret-key',
    }
    const withOne = await startApi(t, databaseUrl, upload)
    t.notMatch(withOne.output(), 'no_upload_credential')
  },
)

async function script([file = '', ...args]: string[], env: Record<string, string>) {
  const path = fileURLToPath(new URL(`../scripts/${file}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}
