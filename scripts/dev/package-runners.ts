import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '@mediajobs/local-engines/process-table'

interface PackageRunner {
  pid: number
  startedAt: string
}

const RUNNER = /(^|\/)(npm|npx|pnpm|pnpx|yarn|corepack)(-cli)?(\.[cm]?js)?$/
const SHELL_COMMAND = /^(\S*\/)?(sh|bash|dash|zsh|ash) -c /
const POLL_MS = 1_000

/**
 * Calls `end` when a package runner above this process (npx, npm, pnpm, the shells between them) is gone. A killed runner
 * signals no children, which would keep running in the background. The end of whatever started the runner doesn't count:
 * `npx … dev &` in a script outlives the script.
 *
 * Resolves once the runners are known, so awaiting it before a long start misses no end during that start. Polls once a
 * second; never without a runner.
 */
export async function endWithPackageRunner(end: () => void): Promise<void> {
  const runners = await packageRunners()
  if (runners.length > 0) void oneGone(runners).then(end)
}

async function oneGone(runners: readonly PackageRunner[]): Promise<void> {
  while (true) {
    // `ref: false`: this timer alone must not keep the process alive.
    await sleep(POLL_MS, undefined, { ref: false })
    for (const { pid, startedAt } of runners) {
      const isGone = async () => (await findProcess(pid))?.startedAt !== startedAt
      // A look-up that fails, out of file handles for example, doesn't mean that the runner is gone.
      if (await isGone().catch(() => false)) return
    }
  }
}

/** The package runners above this process, with the shells between them. */
async function packageRunners(): Promise<PackageRunner[]> {
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
