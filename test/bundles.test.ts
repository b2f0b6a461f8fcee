import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { APPS, bundle } from '../docker/bundle.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The exit code and output of a start with only this environment. */
async function startOf(main: string, env: Record<string, string>) {
  return new Promise((resolve) => {
    execFile(process.execPath, [main], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    )
  })
}

t.test(
  "an image's bundle refuses an environment with the same message as the source",
  async (t) => {
    const env = { DATABASE_URL: 'x', S3_ENDPOINT: 's3' }
    const refusals = APPS.map(async (app) => {
      const refusal = await startOf(`apps/${app}/src/main.ts`, env)
      t.match(refusal, { code: 1, stderr: /DATABASE_URL must be .*; S3_BUCKET is required/ })
      const bundled = await bundle(app, `${ROOT}.data/refusing-bundles/${app}`)
      t.strictSame(await startOf(bundled, env), refusal, app)
    })
    await Promise.all(refusals)
  },
)

t.test('an image logs errors under the same class names as the source', async (t) => {
  const folder = `${ROOT}.data/named-bundles`
  await Promise.all(APPS.map((app) => bundle(app, `${folder}/${app}`)))
  for await (const file of glob(`${folder}/*/*.js`)) {
    const renamed = (await readFile(file, 'utf8')).match(/\w*Error\d+ ?= ?class|class \w*Error\d+/g)
    t.equal(renamed, null, file)
  }
})
