import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const COMMAND = fileURLToPath(new URL('../scripts/bench.ts', import.meta.url))
const LIMIT_MS = 60_000

const REFUSED = {
  'nothing --quick': /^Unknown benchmark nothing\. The benchmarks are reads, .*, media\n$/,
  '--slow': /^Unknown option '--slow'/,
}

for (const [options, message] of Object.entries(REFUSED)) {
  t.test(`\`pnpm bench ${options}\` is refused with a reason`, async (t) => {
    const child = spawn(process.execPath, [COMMAND, ...options.split(' ')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    })
    const [output, errors] = [child.stdout, child.stderr].map((of) => text(of as Readable))
    const [code] = await once(child, 'close')
    t.equal(code, 2)
    t.equal(await output, '')
    t.match(await errors, message)
  })
}
