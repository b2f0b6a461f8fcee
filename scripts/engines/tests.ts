import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, spawnTied } from '@mediajobs/local-engines'

export interface TestRun {
  passed: number
  failed: number
  isGreen: boolean
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RUN_TESTS = fileURLToPath(new URL('../test.ts', import.meta.url))
// A longer run is aborted and fails.
const LIMIT_MS = 60 * 60_000
// A machine may have few processors for both engines and tests.
const FILE_LIMIT_S = 600
const TOTALS = /^(\d+) passed, (\d+) failed$/

/**
 * Runs test files with an engine.
 *
 * @param log file for their output
 * @param stop aborts the run
 */
export async function runTests(
  files: readonly string[],
  engine: Record<string, string>,
  log: string,
  stop: AbortSignal,
): Promise<TestRun> {
  if (stop.aborted) return { passed: 0, failed: 0, isGreen: false }
  const options = ['--reporter=tap', `--timeout=${FILE_LIMIT_S}`]
  // The test run ends its processes on this signal.
  const tests = spawnTied(process.execPath, [RUN_TESTS, ...options, ...files], {
    endSignal: 'SIGTERM',
    tie: 'watcher',
    cwd: ROOT,
    env: { ...withoutTestVariables(), ...engine },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void endProcess(tests, 'SIGTERM')
  const timer = setTimeout(end, LIMIT_MS)
  stop.addEventListener('abort', end)
  const file = createWriteStream(log, { flags: 'a' })
  let totals = { passed: 0, failed: 0 }
  tests.stderr?.pipe(file, { end: false })
  for await (const line of createInterface({ input: tests.stdout as Readable })) {
    file.write(`${line}\n`)
    const [, passed, failed] = TOTALS.exec(line) ?? []
    if (passed && failed) totals = { passed: Number(passed), failed: Number(failed) }
  }
  if (tests.exitCode === null && tests.signalCode === null) await once(tests, 'exit')
  clearTimeout(timer)
  stop.removeEventListener('abort', end)
  file.end()
  await finished(file)
  return { ...totals, isGreen: tests.exitCode === 0 && totals.passed > 0 }
}

/** Omits variables that name servers other than those under test. */
function withoutTestVariables(): NodeJS.ProcessEnv {
  const given = Object.entries(process.env)
  return Object.fromEntries(given.filter(([name]) => !/^(TEST|TAP)_/.test(name)))
}

// Engine-dependent tests. The others run once, with the embedded engines.

/** Tests of the object store: uploads, confirms, pictures, archives, removal. */
export const STORE_TESTS: readonly string[] = [
  'apps/api/test/media',
  'apps/api/test/originals',
  'apps/dispatcher/test/upkeep/object-removal.test.ts',
  'apps/media/test',
  'packages/object-store/test',
  'test/media-upload.test.ts',
]

/** Tests that make every call of the payment provider's API. */
export const PAYMENT_TESTS: readonly string[] = ['packages/payments/test/stripe-shapes.test.ts']

/** Tests that reach the database through an api or a media process. */
export const POOLER_TESTS: readonly string[] = [
  'apps/api/test/media',
  'apps/api/test/projects',
  'apps/api/test/webhooks',
  'apps/api/test/idempotency.test.ts',
  'apps/api/test/key-admission.test.ts',
  'apps/api/test/search-words.test.ts',
  'apps/media/test',
  'packages/db/test/unparsed-names.test.ts',
  'test/media-upload.test.ts',
  'test/logged-secrets.test.ts',
  'test/faults/f13-equal-requests.test.ts',
  'test/faults/f14-taken-names.test.ts',
]

/**
 * In addition: migrations, query plans, transactions, the queue and its dispatcher. Excludes rate tests, which need a
 * quiet machine and don't depend on the engine.
 */
export const DATABASE_TESTS: readonly string[] = [
  ...POOLER_TESTS,
  'test/kills/dispatcher-crashes.test.ts',
  'apps/dispatcher/test/delivery/delivery.test.ts',
  'apps/dispatcher/test/delivery/moving.test.ts',
  'apps/dispatcher/test/delivery/recovery.test.ts',
  'apps/dispatcher/test/delivery/replay.test.ts',
  'apps/dispatcher/test/delivery/retries.test.ts',
  'apps/dispatcher/test/upkeep',
  'packages/db/test',
  'packages/operations/test',
  'packages/outbox/test',
  'test/check-schema.test.ts',
  'test/media-role.test.ts',
  'test/migrations.test.ts',
  'test/query-plans.test.ts',
  'test/without-jit.test.ts',
]

/** Journeys of a client, a technician and a first-time orderer. */
export const BROWSER_TESTS: readonly string[] = ['test/engines/browsers.test.ts']

/** Plays `pnpm demo` with production processes. */
export const DEMO_TEST = 'test/whole-job/demo.test.ts'

// Settings read from docs/operating.md, so engines run exactly as documented.

const PAGE = fileURLToPath(new URL('../../docs/operating.md', import.meta.url))
const BUCKET_OF_PAGE = 'arn:aws:s3:::mediajobs'
const SERVER_OF_PAGE = 'jobs = host=10.0.0.5 dbname=jobs '

/** The PgBouncer configuration, for all databases of a local server. */
export function documentedPooler(serverPort: number): string {
  const [configuration = ''] = blocks('ini', '### A pooler')
  if (!configuration.includes(SERVER_OF_PAGE)) throw changed(SERVER_OF_PAGE)
  return configuration.replace(SERVER_OF_PAGE, `* = host=127.0.0.1 port=${serverPort} `)
}

/** The policies of the service's credential and the upload credential, for `bucket`. */
export function documentedPolicies(bucket: string): { service: string; upload: string } {
  const policies = blocks('json', '## The bucket')
  const [service, upload] = policies.map((policy) => {
    if (!policy.includes(BUCKET_OF_PAGE)) throw changed(BUCKET_OF_PAGE)
    return policy.replaceAll(BUCKET_OF_PAGE, `arn:aws:s3:::${bucket}`)
  })
  if (!service || !upload) throw changed('two policies')
  return { service, upload }
}

/** The code blocks of a language in a section of the page. */
function blocks(language: string, heading: string): string[] {
  const page = readFileSync(PAGE, 'utf8')
  const [, section = ''] = page.split(`\n${heading}\n`)
  const [text = ''] = section.split(/\n##+ /)
  const found = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))]
  return found.map(([, block = '']) => block)
}

function changed(what: string): Error {
  return new Error(
    `docs/operating.md no longer has ${JSON.stringify(what)}. Change scripts/engines/tests.ts`,
  )
}
