import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { REFUSALS } from '../../src/derivatives/picture-messages.ts'
import { startPicture } from '../../src/derivatives/picture-process.ts'

// A picture may compromise its process. Whatever that process does, the next picture is processed soon.

const FAKE = fileURLToPath(new URL('fake-reader.ts', import.meta.url))
const MIB = 1_048_576
// Long enough for a process to start on a busy machine.
const LIMIT_MS = 10_000

const tooSlow = { kind: 'refused', reason: REFUSALS.tooSlow, detail: 'killed' }
const CASES = {
  'another job': { kind: 'crashed', detail: 'it wrote another job' },
  'closes stdout and keeps running': tooSlow,
  'reads nothing': tooSlow,
  dies: { kind: 'crashed', detail: 'exit code 1' },
  'out of memory': { kind: 'refused', reason: REFUSALS.tooMuchMemory, detail: 'killed' },
}

t.test('a compromised process ends by its deadline', async (t) => {
  await Promise.all(
    Object.entries(CASES).map(async ([fake, expected]) => {
      const { signal } = new AbortController()
      const feed = startPicture(8 * MIB, signal, { reader: [FAKE, fake], limitMs: LIMIT_MS })
      for (let n = 0; n < 8; n += 1) await feed.write(Buffer.alloc(MIB))
      // The store may send the rest late, long after the process died.
      await pause(2_000)
      t.strictSame(await feed.outcome(), expected, fake)
      await feed.end()
    }),
  )
})
