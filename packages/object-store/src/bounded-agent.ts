import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'

/**
 * An agent that closes a connection after `silenceMs` without data in either direction. minio itself keeps
 * its connections to a hanging store open for as long as the store hangs.
 */
export function boundedAgent(protocol: string, silenceMs: number): HttpAgent {
  const options = { keepAlive: true, timeout: silenceMs }
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  const createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = createConnection(...args) as Socket
    socket.on('timeout', () => socket.destroy(new Error(`silent for ${silenceMs} ms`)))
    return socket
  }
  // Node.js shortens the time of an idle connection to what the store's `Keep-Alive` says, and leaves it so short when
  // the connection is used again: a reader that pauses for some seconds would lose its file.
  const reuseSocket = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (socket, request) => {
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(silenceMs)
    }
    reuseSocket(socket, request)
  }
  return agent
}
