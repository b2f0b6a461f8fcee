import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IN_TURN } from './load.ts'

export const PAGE_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
export const JSON_ACCEPT = 'application/json'

// Each network may make 60 calls a minute.
const NETWORKS = 20_000

/** Writes a script for wrk that opens `path`, each time from the next network. Returns the script's path. */
export async function writeVisits(
  folder: string,
  name: string,
  path: string,
  accept: string,
): Promise<string> {
  const script = join(folder, `${name}.lua`)
  await writeFile(
    script,
    `local requests, at = {}, 0
function init(args)
  for n = 1, ${NETWORKS} do
    local headers = { accept = "${accept}", ["accept-encoding"] = "br", ["x-forwarded-for"] = string.format("2001:db8:0:%x::1", n) }
    requests[n] = wrk.format("GET", ${JSON.stringify(path)}, headers)
  end
  at = tonumber(args[1]) % #requests
end
${IN_TURN}`,
  )
  return script
}
