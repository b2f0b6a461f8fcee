// Starts PostgreSQL like `dev` and the test runner, prints one line of JSON about it, and runs until killed. Arguments:
// the server's directory, the tie.
import { startPostgres, type Tie } from '@mediajobs/local-engines'

const [directory = '', tie = 'kernel'] = process.argv.slice(2)
const isTie = (text: string): text is Tie => text === 'kernel' || text === 'watcher'
if (!isTie(tie)) throw new Error(`no such tie: ${tie}`)

const { url, port, pid } = await startPostgres({ directory, durable: true, tie })
process.stdout.write(`${JSON.stringify({ url, port, pid })}\n`)
