import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import t from 'tap'
import {
  type FailedFile,
  planRun,
  type RunPlan,
  rememberDurations,
  type Totals,
} from '../scripts/test/plan.ts'
import { mountDisk } from './faults/support/small-disk.ts'

// Runs the test runner on the small files of test/test-runs.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUNNER = fileURLToPath(new URL('../scripts/test/runner/main.ts', import.meta.url))

interface Run {
  code: number
  output: string
  failures: FailedFile[]
}

async function run(names: string[], jobs = 1): Promise<Run> {
  const files = names.map((name) => ({
    name: `test/test-runs/${name}.ts`,
    needsOwnProcess: name === 'says-process-alone',
  }))
  const plan: RunPlan = {
    files,
    jobs,
    timeoutMs: 1_000,
    // Long enough for a process on a busy machine to report a timeout itself.
    stuckAfterMs: 5_000,
    bail: false,
    reporter: 'tap',
    durationsFile: null,
  }
  // Without the variables set by tap for this process.
  const { TAP_CHILD_ID, TAP_GREP, TAP_ONLY, ...env } = process.env
  const runner = spawn(process.execPath, [RUNNER, JSON.stringify(plan)], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  let failures: FailedFile[] = []
  runner.on('message', (message: Totals) => {
    if ('failures' in message) failures = message.failures
  })
  const output = text(runner.stdout as Readable)
  const [code] = await once(runner, 'close')
  return { code, output: await output, failures }
}

t.test("files in one process run in turn, each after the previous file's teardowns", async (t) => {
  const { code, output } = await run(['says-process', 'says-process-too'])
  t.equal(code, 0)
  t.equal(new Set(output.match(/process \d+/g)).size, 1)
  t.match(output, /before: nothing(.|\n)*before: a teardown/)
})

t.test('a file marked as `Own process` runs alone in its process', async (t) => {
  const names = ['says-process', 'says-process-alone', 'says-process-too']
  const { files } = planRun(names.map((name) => `test/test-runs/${name}.ts`))
  const alone = files.filter(({ needsOwnProcess }) => needsOwnProcess)
  t.strictSame(alone, [{ name: 'test/test-runs/says-process-alone.ts', needsOwnProcess: true }])

  const { code, output } = await run(names)
  t.equal(code, 0)
  const [first, own, second] = [...output.matchAll(/process \d+/g)].map(([line]) => line)
  t.not(own, first)
  t.equal(second, first, 'the files before and after it share a process')
})

t.test('the slowest file of the previous run starts first', async (t) => {
  const folder = await scratchFolder(t)
  const durationsFile = join(folder, 'durations.json')
  const [slow, quick] = ['test/test-runs/hangs.ts', 'test/test-runs/fails.ts']
  rememberDurations(durationsFile, { [quick]: 10, [slow]: 100 })
  const { files } = planRun([quick, slow], { durationsFile })
  t.strictSame(
    files.map(({ name }) => name),
    [slow, quick],
  )
})

const FAILURES: Record<string, RegExp> = {
  fails: /not ok 1 - a check that fails/,
  throws: /not ok \d - while it is imported/,
  'throws-later': /# Subtest: a test that throws later\n +not ok 1 - in a callback/,
  exits: /ok 1 - a check before it(.|\n)*not ok .*the file's test process ended: exit code 3/,
  hangs: /not ok 1 - timeout!/,
  spins: /not ok .*the file's test process ended: SIGKILL/,
}
for (const [name, pattern] of Object.entries(FAILURES)) {
  t.test(`a file that ${name} fails the run, and the next file runs`, async (t) => {
    const { code, output } = await run([name, 'says-process'])
    t.equal(code, 1)
    t.match(output, pattern)
    t.match(output, new RegExp(`^not ok 1 - test/test-runs/${name}.ts`, 'm'))
    t.match(output, /^ok 2 - test\/test-runs\/says-process.ts/m)
    t.match(output, /^# { total: \d+, pass: \d, fail: 1 }/m)
  })
}

t.test(
  'a file that fails next to others fails the run, which names it and its assertion',
  async (t) => {
    const { code, failures } = await run(['fails', 'says-process'], 2)
    t.equal(code, 1)
    t.equal(failures.length, 1)
    t.match(failures, [{ name: 'test/test-runs/fails.ts' }])
    t.match(failures[0]?.failed, [/a check that fails(.|\n)*"lineNumber":3/])
  },
)

t.test('a run removes the folders of killed runs, even with a mounted disk', async (t) => {
  const temporary = await scratchFolder(t)
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'close')
  const folder = (name: string) => join(temporary, `mediajobs-test-${ended.pid}-${name}`)
  for (const name of ['plain', 'mounted']) await mkdir(folder(name))
  // Without root, a plain folder.
  await mountDisk(t, folder('mounted'), 1)
  await writeFile(join(folder('mounted'), 'file'), '')
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--eval', `import('./scripts/test/servers.ts').then((its) => its.removeLeftBehind())`],
    { cwd: ROOT, env: { ...process.env, TMPDIR: temporary } },
  )
  t.equal(stderr, '')
  t.strictSame(await readdir(temporary), [])
})
