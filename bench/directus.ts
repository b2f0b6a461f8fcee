import {
  copyProjects,
  DIRECTUS_TOKEN,
  DIRECTUS_VERSION,
  installDirectus,
  startDirectus,
} from './baselines/directus.ts'
import { compare, failures } from './support/compare.ts'
import { startEngine } from './support/engine.ts'
import { type BenchKey, DATA, fill, QUICK_DATA } from './support/fill.ts'
import { inFolder } from './support/folder.ts'
import { CONNECTIONS, load, type Requests, writeScript } from './support/load.ts'
import { startApi } from './support/process.ts'
import { type Figure, type RunOptions, report } from './support/report.ts'
import { interleave, QUICK } from './support/rounds.ts'

const PAGE: Requests = { method: 'GET', path: '/projects?limit=20' }
const DIRECTUS_PAGE: Requests = {
  method: 'GET',
  path: `/items/projects?limit=20&sort=-created_at&filter[organization_id][_eq]={organization}&access_token=${DIRECTUS_TOKEN}`,
}
const COMPARED_PAGES = 20

/** P7: a page of projects against the same page of Directus, over the same rows and the same index. */
export async function directus(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const data = isQuick ? QUICK_DATA : DATA
  const timing = isQuick ? QUICK : { rounds: 5, secondsEach: 4, warmUpSeconds: 5 }
  try {
    await installDirectus()
  } catch (error) {
    const { message } = error as Error
    const [, reason = message] = /npm error (?!code|errno|syscall)(.+)/.exec(message) ?? []
    process.stdout.write(`✗ directus@${DIRECTUS_VERSION} cannot be installed: ${reason}\n`)
    process.exitCode = 1
    return
  }
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const keys = await fill(engine.client, data)
    const other = await startDirectus(await copyProjects(engine.databaseUrl), folder)
    onEnd(other.end)
    const api = await startApi(engine.environment)
    onEnd(api.end)
    const alike = await sameRows(api.url, other.url, keys.slice(0, COMPARED_PAGES))

    const target = async (name: string, pid: number, url: string, requests: Requests) => {
      const script = await writeScript(folder, name, requests, keys)
      const run = (seconds: number) => load(url, script, seconds)
      return { name, processes: { node: pid, postgres: engine.pid }, run }
    }
    const samples = await interleave(
      [
        await target('service', api.pid, api.url, PAGE),
        await target('directus', other.pid, other.url, DIRECTUS_PAGE),
      ],
      timing,
    )
    const figures = [
      compare(samples, 'P7 rate, of Directus', ['service', 'directus'], '≥ 10'),
      failures(samples, 'P7 requests that failed'),
      alike,
    ]
    const setting = { ...data, ...timing, connections: CONNECTIONS, DIRECTUS_VERSION }
    await report(
      { name: 'directus', setting, figures, samples: Object.fromEntries(samples) },
      options,
    )
  })
}

/** The number of pages that do not list the same projects in the same order. */
async function sameRows(
  serviceUrl: string,
  directusUrl: string,
  keys: readonly BenchKey[],
): Promise<Figure> {
  let different = 0
  for (const { key, organizationId } of keys) {
    const [ours, theirs] = await Promise.all([
      idsOf(serviceUrl + PAGE.path, { 'x-api-key': key }),
      idsOf(directusUrl + DIRECTUS_PAGE.path.replace('{organization}', organizationId)),
    ])
    if (ours.length === 0 || ours.join() !== theirs.join()) different += 1
  }
  const value = { median: different, least: different, most: different }
  const name = `P7 pages of ${keys.length} that list other projects`
  return { name, goal: '0', value, isMet: different === 0 }
}

async function idsOf(url: string, headers: Record<string, string> = {}): Promise<string[]> {
  const response = await fetch(url, { headers })
  const { data = [] } = (await response.json()) as { data?: { id: string }[] }
  return data.map(({ id }) => id)
}
