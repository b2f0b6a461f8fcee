import { spawnSync } from 'node:child_process'

/** Why a test that runs these programs can't: Node.js and npm are all that a machine needs. False if it can. */
export function whyNoPrograms(...names: string[]): string | false {
  const missing = names.find((name) => spawnSync(name, ['--version']).error)
  return missing === undefined ? false : `there is no ${missing} on this machine`
}
