// `pnpm test:faults` runs every fault of docs/reliability.md in full, sequentially, and prints each figure next to its
// target. `pnpm test:faults F1 F12` runs only these two.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FaultReport } from '../test/faults/support/fault.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUN_TESTS = fileURLToPath(new URL('test.ts', import.meta.url))
const POLL_MS = 500
// The longest fault, plus tap's startup.
const FILE_LIMIT_S = 1_000

const chosen = process.argv.slice(2).map((id) => id.toUpperCase())
const all = globSync('test/faults/*.test.ts', { cwd: ROOT }).sort()
const unknown = chosen.filter((id) => !all.some((file) => idOf(file) === id))
if (unknown.length > 0) {
  process.stderr.write(`Unknown fault ${unknown.join(', ')}. The faults are F1, F2, …\n`)
  process.exit(2)
}
const files = all.filter((file) => chosen.length === 0 || chosen.includes(idOf(file)))
const folder = await mkdtemp(join(tmpdir(), 'mediajobs-faults-'))
process.exitCode = await prove(join(folder, 'report.jsonl'))
await rm(folder, { recursive: true, force: true })

async function prove(reportFile: string): Promise<number> {
  print(`${new Date().toISOString().slice(0, 10)}, ${machine()}\n`)
  print('| # | promise | target | seen | seconds | met |')
  print('|---|---|---|---|---|---|')
  const options = ['--reporter=tap', '--jobs=1', `--timeout=${FILE_LIMIT_S}`]
  const tests = spawn(process.execPath, [RUN_TESTS, ...options, ...files], {
    cwd: ROOT,
    env: { ...process.env, FAULTS_REPORT: reportFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  const ended = once(tests, 'close')
  let log = ''
  tests.stdout.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  let printed = 0
  const printNew = () => {
    const reports = readReports(reportFile)
    for (const report of reports.slice(printed)) print(row(report))
    printed = reports.length
  }
  const timer = setInterval(printNew, POLL_MS)
  const [code] = await ended
  clearInterval(timer)
  printNew()
  const unmet = readReports(reportFile).filter(({ isMet }) => !isMet).length
  if (code !== 0) print(`\n${failuresIn(log)}`)
  print(`\n${printed} of ${files.length} faults run, ${printed - unmet} promises kept`)
  return code === 0 && unmet === 0 && printed === files.length ? 0 : 1
}

function readReports(reportFile: string): FaultReport[] {
  const text = readFileSync(reportFile, { encoding: 'utf8', flag: 'a+' })
  // The last line may be incomplete.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

function row({ id, promise, target, figure, seconds, isMet }: FaultReport): string {
  return `| ${[id, promise, target, figure, seconds, isMet ? 'yes' : '**no**'].join(' | ')} |`
}

/** `test/faults/f01-killed-dispatcher.test.ts` is F1. */
function idOf(file: string): string {
  return `F${Number(/^f(\d+)/.exec(basename(file))?.[1])}`
}

function machine(): string {
  const processors = cpus()
  return `${processors.length} cores (${processors[0]?.model.trim()}), Node ${process.versions.node}`
}

function failuresIn(tapText: string): string {
  const lines = tapText.split('\n')
  const failed = lines.flatMap((line, index) =>
    /^\s*not ok /.test(line) ? lines.slice(index, index + 25) : [],
  )
  return failed.slice(0, 200).join('\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
