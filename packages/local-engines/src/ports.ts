import { once } from 'node:events'
import { createServer } from 'node:net'
import { portTaken } from './engine-error.ts'

/** A currently free TCP port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  const port = await listenBriefly(0)
  if (port === null) throw new Error('127.0.0.1 has no free port')
  return port
}

/** @throws {EngineError} PORT_TAKEN if something listens on that port of 127.0.0.1 */
export async function assertPortFree(port: number): Promise<void> {
  if ((await listenBriefly(port)) === null) throw portTaken(port)
}

async function listenBriefly(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : null
  } catch (error) {
    if (isAddressInUse(error)) return null
    throw error
  } finally {
    server.close()
  }
}

export function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
