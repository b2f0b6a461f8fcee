import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { portTaken } from './engine-error.ts'

// Below the ephemeral range, so no outgoing connection takes one before its caller listens.
const FIRST = 20_000
const LAST = 32_000

/** The first of `count` adjacent TCP ports on 127.0.0.1 that are free now. */
export async function freePort(count = 1): Promise<number> {
  for (let attempts = 0; attempts < 1_000; attempts += 1) {
    const first = randomInt(FIRST, LAST - count)
    if (await areFree(first, count)) return first
  }
  throw new Error('127.0.0.1 has no free port')
}

/** @throws {EngineError} PORT_TAKEN if something listens on that port of 127.0.0.1 */
export async function assertPortFree(port: number): Promise<void> {
  if (!(await areFree(port, 1))) throw portTaken(port)
}

async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port += 1) {
    if (!(await isFree(port))) return false
  }
  return true
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch (error) {
    if (isAddressInUse(error)) return false
    throw error
  } finally {
    server.close()
  }
}

export function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
