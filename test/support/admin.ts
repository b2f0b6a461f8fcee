import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ADMIN = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url))

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs `pnpm admin` with these arguments, for real. */
export function runAdmin(
  args: readonly string[],
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, [ADMIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
