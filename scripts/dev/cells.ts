import { parseArgs } from 'node:util'
import { assertPortFree, EngineError, freePort } from '@mediajobs/local-engines'
import { EnvironmentError } from '@mediajobs/runtime'
import type { CellAddresses } from './environment.ts'

// A cell is four processes and 500 MB of memory.
const MAX_DEV_CELLS = 5

/** One installation of the service, as `dev` runs it. */
export interface DevCell {
  /** Null for the only one. */
  name: string | null
  database: string
  /** Where its files are, below the data folder. */
  folder: string
  port: number
  apiUrl: string
}

/**
 * The number of cells in `--cells`; null without it.
 *
 * @throws {EnvironmentError} in one line for wrong arguments
 */
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
 * The cells `c1`, `c2`… on adjacent ports, each with its own database; or one without a name.
 *
 * @param port the port of the first api; 0 for any free ones
 * @throws {EngineError} when a port is taken
 */
export async function planCells(count: number | null, port: number): Promise<DevCell[]> {
  if (count === null) return [await planned(null, port)]
  const cells: DevCell[] = []
  while (cells.length < count) {
    const place = cells.length
    cells.push(await planned(`c${place + 1}`, port === 0 ? 0 : port + place))
  }
  return cells
}

/** The URL of each cell, by its name. */
export function addressesOf(cells: readonly DevCell[]): CellAddresses {
  return new Map(cells.flatMap(({ name, apiUrl }) => (name === null ? [] : [[name, apiUrl]])))
}

async function planned(name: string | null, wanted: number): Promise<DevCell> {
  const port = await apiPort(wanted)
  return {
    name,
    database: name === null ? 'mediajobs' : `mediajobs_${name}`,
    folder: name === null ? '.' : `cells/${name}`,
    port,
    apiUrl: `http://127.0.0.1:${port}`,
  }
}

async function apiPort(port: number): Promise<number> {
  if (port === 0) return freePort()
  try {
    await assertPortFree(port)
    return port
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new EngineError(
      'PORT_TAKEN',
      `Port ${port} is taken: end the program that listens there, or set PORT to a free one`,
    )
  }
}
