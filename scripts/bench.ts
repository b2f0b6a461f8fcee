// `pnpm bench` measures every figure of docs/performance.md with its baseline, one after the other.
// `pnpm bench reads webhooks` runs only these two. `--quick` takes two minutes and only shows that they work.
// `pnpm bench fleet` takes an hour, or `--minutes`, and runs only when it is named.
import { parseArgs } from 'node:util'
import {
  creates,
  directus,
  fleet,
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
  fleet,
}
const ONLY_BY_NAME = ['fleet']

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    bookings: { type: 'string' },
  },
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
if (values.minutes ?? values.bookings) {
  if (values.quick || !positionals.includes('fleet')) {
    process.stderr.write('--minutes and --bookings are options of `bench fleet` without --quick\n')
    process.exit(2)
  }
}
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const options = {
  isQuick: values.quick,
  minutes: numberOf(values.minutes),
  bookings: numberOf(values.bookings),
}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  const isWanted =
    positionals.length > 0 ? positionals.includes(name) : !ONLY_BY_NAME.includes(name)
  if (!isWanted) continue
  process.stdout.write(`\n${name}\n`)
  await run(options)
}
