import { spawnSync } from 'node:child_process'

/** The reason to skip a test that needs these programs, or false: only Node.js and npm are required. */
export function whyNoPrograms(...names: string[]): string | false {
  const missing = names.find((name) => spawnSync(name, ['--version']).error)
  return missing === undefined ? false : `${missing} is not installed`
}
