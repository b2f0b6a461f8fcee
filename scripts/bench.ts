// `pnpm bench` measures every figure of docs/performance.md with its baseline, one after the other.
// `pnpm bench reads webhooks` runs only these two. `--quick` takes a few minutes and only shows that they work.
// `pnpm bench live --against <folder>` also measures the service of another checkout.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  creates,
  growth,
  latency,
  live,
  media,
  pages,
  reads,
  replicas,
  staffPages,
  webhooks,
} from '@mediajobs/bench'

const BENCHMARKS = {
  reads,
  creates,
  webhooks,
  latency,
  live,
  growth,
  pages,
  'staff-pages': staffPages,
  replicas,
  media,
}

const { values, positionals } = given()
const names = Object.keys(BENCHMARKS)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  refuse(`There is no benchmark ${unknown.join(', ')}. The benchmarks are ${names.join(', ')}`)
}
const options = {
  isQuick: values.quick,
  against: values.against === undefined ? undefined : checkoutAt(values.against),
}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await run(options)
}

function given() {
  try {
    return parseArgs({
      options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
      allowPositionals: true,
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function checkoutAt(path: string): string {
  if (positionals.join() !== 'live' || values.quick) {
    refuse('--against is an option of `pnpm bench live` without --quick')
  }
  if (path === '') refuse('--against needs the path of a folder')
  const folder = resolve(path)
  if (existsSync(join(folder, 'node_modules/.modules.yaml'))) return folder
  return refuse(`${folder} is no checkout with its packages: run \`pnpm install\` there`)
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
