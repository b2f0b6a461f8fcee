import { fill } from './support/fill.ts'
import { measureGrowth, type Size } from './support/growth-lines.ts'
import { GROWTH_TIMING, QUICK } from './support/load.ts'
import { inFolder, startApi, startEngine } from './support/process.ts'
import { type RunOptions, report } from './support/report.ts'

const SMALL = 1_000

/** P6: requests of an organization with a million projects, against those of one with a thousand. */
export async function growth(options: RunOptions): Promise<void> {
  const { isQuick } = options
  const projects = isQuick ? 20_000 : 1_000_000
  const timing = isQuick ? QUICK : GROWTH_TIMING
  await inFolder(async (folder, onEnd) => {
    const engine = await startEngine()
    onEnd(engine.end)
    const one = { organizations: 1, keysEach: isQuick ? 5_000 : 20_000 }
    const small: Size = {
      name: 'small',
      keys: await fill(engine.client, { ...one, projectsEach: SMALL }),
    }
    const large: Size = {
      name: 'large',
      keys: await fill(engine.client, { ...one, projectsEach: projects }, 2),
    }
    const api = await startApi(engine.environment)
    onEnd(api.end)
    const measured = await measureGrowth({
      goal: 'P6',
      engine,
      api,
      folder,
      small,
      large,
      largeProjects: projects,
      filesEach: isQuick ? 5 : 50,
      timing,
    })
    const setting = { SMALL, large: projects, ...timing }
    await report({ name: 'growth', setting, ...measured }, options)
  })
}
