// docs/api.md#generated-clients. Nothing else notices that a new parameter or a renamed schema breaks
// the programs of those who generate their client.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { startOrganization } from './support/organization.ts'

const SCRIPT = fileURLToPath(new URL('../scripts/openapi/play-clients.ts', import.meta.url))
const run = promisify(execFile)

const { baseUrl, apiKey } = await startOrganization(t, { RATE_LIMITS: '1000/1s' })

// Java: its generated calls have positional arguments, so it breaks first. `play-clients` plays the others.
t.test('a Java client by openapi-generator compiles, and runs a job', async (t) => {
  const env = { ...process.env, API_URL: baseUrl, API_KEY: apiKey }
  const { stdout } = await run(process.execPath, [SCRIPT, 'java'], { env }).catch((error) => error)
  if (/^java: skipped/.test(stdout)) return t.comment(stdout)
  t.match(stdout, 'created 3, listed 3, moved, uploaded, read 3000000000')
})
