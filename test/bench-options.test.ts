import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const COMMAND = fileURLToPath(new URL('../scripts/bench.ts', import.meta.url))
const LIMIT_MS = 60_000

const REFUSED = {
  'nothing --quick': /^There is no benchmark nothing\. The benchmarks are reads, .*, fleet\n$/,
  'fleet --minutes soon': /^--minutes must be a whole number from 10 to 1440, not "soon"\n$/,
  'fleet --minutes 9': /^--minutes must be a whole number from 10 to 1440, not "9"\n$/,
  'fleet --bookings 150.5':
    /^--bookings must be a whole number from 100 to 1000000, not "150.5"\n$/,
  'reads --minutes 60': /^--minutes is an option of `pnpm bench fleet` without --quick\n$/,
  'large-growth --projects 7':
    /^--projects must be a multiple of 100 from 50000 to 10000000, not "7"\n$/,
  'large-growth --data-folder=': /^--data-folder needs the path of a folder\n$/,
  'live --against=': /^--against needs the path of a folder\n$/,
  'live --against /nowhere': /^\/nowhere is no checkout with its packages: /,
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
