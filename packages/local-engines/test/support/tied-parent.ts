// Starts a tied shell that has a child and prints the ids of both. Then prints `tied` and waits to be killed. Argument:
// the tie.
import { spawnTied, type Tie } from '../../src/index.ts'

const isTie = (text: string): text is Tie => text === 'kernel' || text === 'watcher'
const [tie = ''] = process.argv.slice(2)
if (!isTie(tie)) throw new Error(`no such tie: ${tie}`)

const script = 'sleep 600 & echo $$ $!; wait'
spawnTied('/bin/sh', ['-c', script], {
  endSignal: 'SIGTERM',
  tie,
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.stdout.write('tied\n')
