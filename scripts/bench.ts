// `pnpm bench` measures every figure of docs/performance.md against its baseline. `pnpm bench reads webhooks` runs only
// these two. `--quick` is a smoke test.
import { parseArgs } from 'node:util'
import { BENCHMARKS } from '@mediajobs/bench'

const { values, positionals } = given()
const names = Object.keys(BENCHMARKS)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  refuse(`Unknown benchmark ${unknown.join(', ')}. The benchmarks are ${names.join(', ')}`)
}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await run({ isQuick: values.quick })
}

function given() {
  try {
    return parseArgs({
      options: { quick: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
