import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'

/** A TCP server that measures how long connections are held open. */
export interface HostileServer {
  readonly port: number
  /** For each closed connection, the time since it was accepted. */
  readonly heldMs: readonly number[]
  /** Connections left open by the other side. */
  countOpen(): Promise<number>
}

const CLOSE_LIMIT_MS = 1_000

/** @param meet is called with each accepted connection */
export async function startHostileServer(
  t: Test,
  meet: (socket: Socket) => void,
): Promise<HostileServer> {
  const heldMs: number[] = []
  let isCounting = false
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const acceptedMs = performance.now()
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      if (!isCounting) heldMs.push(performance.now() - acceptedMs)
    })
    meet(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  t.teardown(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return {
    port: address.port,
    heldMs,
    async countOpen() {
      isCounting = true
      // Only a socket that is read notices that the other side is gone.
      for (const socket of open) socket.resume()
      const untilMs = performance.now() + CLOSE_LIMIT_MS
      while (open.size > 0 && performance.now() < untilMs) await pause(20)
      return open.size
    },
  }
}

/** Sends `head` after the first data, then `piece` repeatedly until the connection closes. */
export function dripping(head: string, piece: string, everyMs: number) {
  return (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(head)
      const timer = setInterval(() => socket.write(piece), everyMs)
      socket.on('close', () => clearInterval(timer))
    })
  }
}

/** Sends `head` after the first data, then `block` as fast as possible, `sizeBytes` in all. */
export function flooding(head: string, block: Buffer, sizeBytes: number) {
  return (socket: Socket): void => {
    let leftBytes = sizeBytes
    const pour = () => {
      while (leftBytes > 0 && !socket.destroyed) {
        leftBytes -= block.length
        if (!socket.write(block)) return
      }
      if (leftBytes <= 0) socket.end()
    }
    socket.on('drain', pour)
    socket.once('data', () => {
      socket.write(head)
      pour()
    })
  }
}
