import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface FoundProcess {
  parentPid: number
  commandLine: string
  /** Start time in the system's format. Distinguishes reused process ids. */
  startedAt: string
}

/** Null for nonexistent processes and zombies. Throws if it can't tell: too many open files or processes. */
export async function findProcess(pid: number): Promise<FoundProcess | null> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

async function fromProc(pid: number): Promise<FoundProcess | null> {
  try {
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // "pid (name) state ppid …": the name may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Fields 4 and 22 of proc(5), where the state is field 3.
    const [parentPid, startedAt = ''] = [Number(fields[1]), fields[19]]
    return commandLine === '' ? null : { parentPid, commandLine, startedAt }
  } catch (error) {
    // ESRCH: it ended between opening and reading.
    if (hasCode(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

async function fromPs(pid: number): Promise<FoundProcess | null> {
  try {
    const columns = 'ppid=,stat=,lstart=,args='
    const { stdout } = await run('ps', ['-ww', '-o', columns, '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
    })
    // lstart is five words: Sat Nov 21 04:55:19 2026
    const match = /^\s*(\d+)\s+(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/s.exec(stdout)
    if (!match || match[2]?.startsWith('Z')) return null
    const [, parentPid, , startedAt = '', commandLine = ''] = match
    return { parentPid: Number(parentPid), commandLine, startedAt }
  } catch (error) {
    // The exit code of ps without a match.
    if (hasCode(error, 1)) return null
    throw error
  }
}

function hasCode(error: unknown, ...codes: unknown[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code)
}
