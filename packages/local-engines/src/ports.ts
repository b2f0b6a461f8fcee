import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { EngineError, portTaken } from './engine-error.ts'

// Below the ephemeral range, so no outgoing connection takes one before its caller listens.
const FIRST = 20_000
const LAST = 32_000

/** The first of `count` adjacent free TCP ports on 127.0.0.1. */
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
    await listen(server, port)
    return true
  } catch (error) {
    if (error instanceof EngineError) return false
    throw error
  } finally {
    server.close()
  }
}

/** Listens on 127.0.0.1. @returns the port; any free one for 0. @throws {EngineError} PORT_TAKEN */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? portTaken(port) : error
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
