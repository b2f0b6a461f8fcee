import { parseArgs } from 'node:util'
import { assertPortFree, EngineError, freePort } from '@mediajobs/local-engines'
import { EnvironmentError } from '@mediajobs/runtime'
import type { CellAddresses } from './environment.ts'

// A cell is four processes and 500 MB of memory.
const MAX_DEV_CELLS = 5

/** One installation of the service in `dev`. */
export interface DevCell {
  /** Null for the only one. */
  name: string | null
  database: string
  /** Its folder below the data folder. */
  folder: string
  port: number
  apiUrl: string
}

/** The value of `--cells`; null if absent. @throws {EnvironmentError} for invalid arguments */
export function cellCount(args: readonly string[]): number | null {
  try {
    const { cells } = parseArgs({ args: [...args], options: { cells: { type: 'string' } } }).values
    if (cells === undefined) return null
    const count = Number(cells)
    if (Number.isInteger(count) && count >= 1 && count <= MAX_DEV_CELLS) return count
  } catch (error) {
    throw new EnvironmentError(error instanceof Error ? error.message : String(error))
  }
  throw new EnvironmentError(`--cells must be a number from 1 to ${MAX_DEV_CELLS}`)
}

/**
 * The cells `c1`, `c2`… on adjacent ports, each with a separate database; or a single unnamed one.
 *
 * @param port the port of the first api; 0 for any free ones
 * @throws {EngineError} when a port is taken
 */
export async function planCells(count: number | null, port: number): Promise<DevCell[]> {
  const cells: DevCell[] = []
  for (let place = 0; place < (count ?? 1); place += 1) {
    const name = count === null ? null : `c${place + 1}`
    const own = port === 0 ? await freePort() : port + place
    await assertApiPortFree(own)
    cells.push({
      name,
      database: name === null ? 'mediajobs' : `mediajobs_${name}`,
      folder: name === null ? '.' : `cells/${name}`,
      port: own,
      apiUrl: `http://127.0.0.1:${own}`,
    })
  }
  return cells
}

export function addressesOf(cells: readonly DevCell[]): CellAddresses {
  return new Map(cells.flatMap(({ name, apiUrl }) => (name === null ? [] : [[name, apiUrl]])))
}

async function assertApiPortFree(port: number): Promise<void> {
  await assertPortFree(port).catch((error) => {
    if (!(error instanceof EngineError)) throw error
    throw new EngineError(
      'PORT_TAKEN',
      `Port ${port} is taken: end the program that listens there, or set PORT to a free one`,
    )
  })
}
