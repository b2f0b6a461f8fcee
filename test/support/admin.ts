import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ADMIN = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url))

export interface Outcome {
  /** -1 if killed by a signal. */
  code: number
  stdout: string
  stderr: string
}

/** Runs `pnpm admin` with these arguments, in `cwd` if given. */
export function runAdmin(
  args: readonly string[],
  databaseUrl: string,
  more: Record<string, string> = {},
  cwd?: string,
): Promise<Outcome> {
  return startAdmin(args, databaseUrl, more, cwd).outcome
}

/** Starts `pnpm admin`, for tests that end it early. */
export function startAdmin(
  args: readonly string[],
  databaseUrl: string,
  more: Record<string, string> = {},
  cwd?: string,
): { child: ChildProcess; outcome: Promise<Outcome> } {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, ...more }
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
  const options = { env, cwd }
  const child = execFile(process.execPath, [ADMIN, ...args], options, (error, stdout, stderr) => {
    resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
  })
  return { child, outcome }
}
