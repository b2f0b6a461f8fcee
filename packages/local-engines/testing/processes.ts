import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProcess } from '../src/process-table.ts'

const run = promisify(execFile)

type Nothing = null | undefined | false

/** Whether the process runs. False for a zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await findProcess(pid)) !== null
}

/** The ids of a process and of all its descendants. */
export async function processTree(rootPid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const pid of await allPids()) {
    const found = await findProcess(pid)
    if (found) parents.set(pid, found.parentPid)
  }
  const tree = [rootPid]
  // Grows while iterating, to reach grandchildren.
  for (const parent of tree) {
    for (const [pid, itsParent] of parents) if (itsParent === parent) tree.push(pid)
  }
  return tree
}

async function allPids(): Promise<number[]> {
  const names =
    process.platform === 'linux'
      ? await readdir('/proc')
      : (await run('ps', ['-A', '-o', 'pid='])).stdout.split('\n')
  return names.map(Number).filter((pid) => pid > 0)
}

/** Polls until `find` returns a value. Throws after `timeoutMs`, naming `what`. */
export async function until<Found>(
  what: string,
  find: () => Nothing | Found | Promise<Nothing | Found>,
  timeoutMs = 60_000,
): Promise<Found> {
  const deadlineMs = Date.now() + timeoutMs
  while (true) {
    const found = await find()
    if (found) return found
    if (Date.now() > deadlineMs) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await sleep(50)
  }
}
