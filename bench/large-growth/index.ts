import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEngine } from '../support/engine.ts'
import { makeKeys } from '../support/fill.ts'
import { inFolder } from '../support/folder.ts'
import { measureGrowth, type Size } from '../support/growth-lines.ts'
import { startApi } from '../support/process.ts'
import { type Figure, printFigures, type RunOptions, report } from '../support/report.ts'
import { GROWTH_TIMING, QUICK } from '../support/rounds.ts'
import { backUpAndRestore } from './backup.ts'
import { fillInstallation } from './fill-installation.ts'
import { checkFilled, sizesOf } from './filled.ts'
import { furnish } from './furnish.ts'
import { organizationId } from './identifiers.ts'
import { readLists } from './lists.ts'
import { timeMigrations } from './migrations.ts'
import {
  GROWTH_PARTS,
  type GrowthPart,
  type InstallationSize,
  LARGE,
  LEAST_PROJECTS,
  LOG_ROWS_OF_PROJECT,
  organizationsOf,
  PROJECTS_OF_SLOT,
  SMALL,
} from './size.ts'
import { timeUpkeep } from './upkeep.ts'

const DEFAULT_PROJECTS = { full: 100_000, quick: LEAST_PROJECTS }
const QUIET_MS = { full: 15_000, quick: 1_000 }

/** What a part has found. */
interface Part {
  figures: Figure[]
  samples: object
}

/** P13: all that depends on the size of an installation, with the projects and logs of a whole installation. */
export async function largeGrowth(options: RunOptions): Promise<void> {
  const { isQuick, dataFolder, parts = GROWTH_PARTS } = options
  const run = isQuick ? 'quick' : 'full'
  const projects = options.projects ?? DEFAULT_PROJECTS[run]
  const size: InstallationSize = { projects, logRows: projects * LOG_ROWS_OF_PROJECT }
  const timing = isQuick ? QUICK : GROWTH_TIMING
  const organizations = organizationsOf(size)
  await inFolder(async (folder, onEnd) => {
    const data = dataFolder ?? join(folder, 'data')
    await fillOnce(join(data, 'postgres'), size)
    const engine = await startEngine({ filled: data })
    onEnd(engine.end)
    await checkFilled(engine.client, size)
    const samples: Record<string, unknown> = { filled: await sizesOf(engine.client) }
    const figures: Figure[] = []
    const keep = (part: Part) => {
      figures.push(...part.figures)
      Object.assign(samples, part.samples)
      printFigures(part.figures)
    }
    const keysOf = async (organization: number) => {
      const id = organizationId(String(organization))
      const { rows } = await engine.client.query<{ id: string }>(`select ${id} as id`)
      return makeKeys(engine.client, [rows[0]?.id ?? ''], isQuick ? 5_000 : 20_000)
    }
    const small: Size = { name: 'small', keys: await keysOf(SMALL) }
    const large: Size = { name: 'large', keys: await keysOf(LARGE) }
    const studio = await furnish(engine.client)
    await engine.client.query('vacuum (analyze) api_keys')

    const largeProjects = (organizations[0]?.slots ?? 0) * PROJECTS_OF_SLOT
    const filesEach = isQuick ? 5 : 50
    const keys = [...large.keys, ...small.keys]
    const measure: Record<GrowthPart, () => Promise<Part>> = {
      async lines() {
        const api = await startApi(engine.environment)
        onEnd(api.end)
        const lines = { goal: 'P13', engine, api, folder, small, large, largeProjects, filesEach }
        const part = await measureGrowth({ ...lines, timing })
        await api.end()
        return part
      },
      lists: () => readLists(engine, large.keys, studio, onEnd),
      upkeep: () => timeUpkeep(engine, size, onEnd),
      migrations: () => timeMigrations(engine, folder, keys, QUIET_MS[run]),
      backup: () => backUpAndRestore(engine, folder, keys),
    }
    const wanted = GROWTH_PARTS.filter((part) => parts.includes(part))
    for (const part of wanted) keep(await measure[part]())
    const setting = { ...size, organizations: organizations.length, largeProjects, ...timing }
    const isWhole = wanted.length === GROWTH_PARTS.length
    const name = ['large-growth', ...(isWhole ? [] : wanted)].join('-')
    await report({ name, setting, figures, samples }, options)
  })
}

/** Fills the folder, unless it has a PostgreSQL. */
async function fillOnce(directory: string, size: InstallationSize): Promise<void> {
  if (existsSync(join(directory, 'data', 'PG_VERSION'))) return
  const seconds = await fillInstallation(directory, size, (line) =>
    process.stdout.write(`${line}\n`),
  )
  process.stdout.write(`  filled in ${seconds.toFixed(0)} s\n`)
}
