import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'

// Ten times the longest documented command.
const COMMAND_LIMIT_MS = 30_000

/** A shell into which blocks are pasted in turn. */
export interface Terminal {
  /** Runs a block. Variables persist, and commands with `&` keep running. */
  run(commands: string): Promise<{ exitCode: number | null }>
  /** The output since the last block began, including that of earlier commands still running. */
  shown(): Promise<string>
  /** Shows another program's output. */
  show(text: string): Promise<void>
  /** Ends all running commands. */
  close(): void
}

/** Opens a terminal in `folder` with the environment `env`; `notes` is a folder for its own files. */
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
        // A separate process group, so background commands end with it.
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

/** Removes text overwritten after a carriage return, such as progress lines. */
function asOnScreen(text: string): string {
  return text.replaceAll(/^.*\r(?!\n)/gm, '')
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
