import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'

// Ten times what the longest command of a document takes.
const COMMAND_LIMIT_MS = 30_000

/** A shell of somebody who pastes one block after the other into it. */
export interface Terminal {
  /** Runs a block; variables stay for the next ones, and what ends in `&` goes on. */
  run(commands: string): Promise<{ exitCode: number | null }>
  /** What was shown since the last block began: by it, and by what goes on from earlier ones. */
  shown(): Promise<string>
  /** Shows something that another program has written. */
  show(text: string): Promise<void>
  /** Ends all that still goes on. */
  close(): void
}

/** Opens one in `folder`, with `env` for its environment; `notes` is a folder for its own files. */
export function openTerminal(
  folder: string,
  notes: string,
  env: Record<string, string | undefined>,
): Terminal {
  const variables = join(notes, 'variables')
  const screen = join(notes, 'screen')
  const started: ChildProcess[] = []
  let begun = 0

  async function text(): Promise<string> {
    return readFile(screen, 'utf8').catch(() => '')
  }

  return {
    async run(commands) {
      begun = (await text()).length
      const script = `set -euo pipefail; [ ! -f "$0" ] || . "$0"; set -a\n${commands}\n{ export -p; declare -f; } > "$0"`
      const out = openSync(screen, 'a')
      const shell = spawn('bash', ['-c', script, variables], {
        cwd: folder,
        env,
        stdio: ['ignore', out, out],
        // A group of its own: what it leaves running is ended with it.
        detached: true,
      })
      closeSync(out)
      started.push(shell)
      const timer = setTimeout(() => endGroup(shell), COMMAND_LIMIT_MS)
      const [exitCode] = await once(shell, 'exit')
      clearTimeout(timer)
      return { exitCode }
    },
    async shown() {
      return asOnScreen((await text()).slice(begun))
    },
    async show(more) {
      begun = (await text()).length
      await appendFile(screen, more)
    },
    close() {
      for (const shell of started) endGroup(shell)
    },
  }
}

/** A line that returns to its start is written over, as progress is. */
function asOnScreen(text: string): string {
  return text.replaceAll(/^.*\r(?!\n)/gm, '')
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it was left.
  }
}
