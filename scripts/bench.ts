// `pnpm bench` measures every figure of docs/performance.md with its baseline, one after the other.
// `pnpm bench reads webhooks` runs only these two. `--quick` takes two minutes and only shows that they work.
import { parseArgs } from 'node:util'
import {
  creates,
  directus,
  growth,
  latency,
  media,
  pages,
  reads,
  replicas,
  requestLog,
  staffPages,
  webhooks,
} from '@mediajobs/bench'

const BENCHMARKS = {
  reads,
  'request-log': requestLog,
  creates,
  webhooks,
  latency,
  growth,
  pages,
  'staff-pages': staffPages,
  replicas,
  media,
  directus,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = Object.keys(BENCHMARKS)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}. The benchmarks are ${names.join(', ')}\n`,
  )
  process.exit(2)
}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await run({ isQuick: values.quick })
}
