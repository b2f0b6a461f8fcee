import { closeSync } from 'node:fs'
import {
  EXIT_OUT_OF_MEMORY,
  JOB_ID_BYTES,
  lengthPrefix,
  READY,
} from '../../src/derivatives/picture-messages.ts'

// What a process may do once compromised by a picture. The argument chooses.

const refusal = Buffer.from(JSON.stringify({ refused: 'notRead', detail: 'fake' }))

const FAKES: Record<string, () => void> = {
  'another job'() {
    const id = Buffer.alloc(JOB_ID_BYTES)
    process.stdout.write(Buffer.concat([id, lengthPrefix(refusal.length), refusal]))
  },
  'closes stdout and keeps running': () => closeSync(1),
  'reads nothing'() {},
  dies: () => process.exit(1),
  'out of memory': () => process.exit(EXIT_OUT_OF_MEMORY),
}

const [, , fake = ''] = process.argv
setInterval(() => {}, 1_000)
if (fake !== 'reads nothing') process.stdin.resume()
process.stdout.write(READY, FAKES[fake])
