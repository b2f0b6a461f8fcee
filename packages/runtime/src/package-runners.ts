import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from './process-table.ts'

interface PackageRunner {
  pid: number
  startedAt: string
}

const RUNNER = /(^|\/)(npm|npx|pnpm|pnpx|yarn|corepack)(-cli)?(\.[cm]?js)?$/
const SHELL_COMMAND = /^(\S*\/)?(sh|bash|dash|zsh|ash) -c /
const POLL_MS = 1_000

/**
 * Resolves when a package runner above this process (npx, npm, pnpm, the shells between them) is
 * gone. A runner that is killed sends its children no signal, and they would go on in the background. The end of
 * the process that started the runner does not count: `npx … dev &` in a script outlives the script.
 *
 * It checks once a second. Without a runner it never checks: a container runs `node` itself.
 */
export async function packageRunnerGone(runners?: readonly PackageRunner[]): Promise<void> {
  await watch(runners ?? (await packageRunners()))
}

async function watch(runners: readonly PackageRunner[]): Promise<void> {
  if (runners.length === 0) return new Promise(() => {})
  while (true) {
    // `ref: false`: this timer alone must not keep the process alive.
    await sleep(POLL_MS, undefined, { ref: false })
    for (const { pid, startedAt } of runners) {
      if ((await findProcess(pid))?.startedAt !== startedAt) return
    }
  }
}

/** The package runners above this process, with the shells between them. */
export async function packageRunners(): Promise<PackageRunner[]> {
  const ancestors: PackageRunner[] = []
  let highestRunner = 0
  for (let pid = process.ppid; pid > 1; ) {
    const found = await findProcess(pid)
    if (!found) break
    const isRunner = found.commandLine.split(' ', 2).some((word) => RUNNER.test(word))
    if (!isRunner && !SHELL_COMMAND.test(found.commandLine)) break
    ancestors.push({ pid, startedAt: found.startedAt })
    if (isRunner) highestRunner = ancestors.length
    pid = found.parentPid
  }
  // A shell above the last runner is the caller's.
  return ancestors.slice(0, highestRunner)
}
