import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import packet, { type Answer, type RecordType } from 'dns-packet'
import type { Test } from 'tap'

/**
 * Responds to a query for one name: with records, with an error, or not at all (`null`).
 *
 * @param earlier the number of earlier queries of this type for this name
 */
export type NameResponder = (type: RecordType, earlier: number) => Answer[] | ErrorCode | null

type ErrorCode = keyof typeof ERROR_CODES

// RFC 1035, section 4.1.1. Missing from the package's types.
const ERROR_CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const

export interface NameServer {
  /** `ip:port`, for WEBHOOK_DNS_SERVERS. */
  readonly address: string
  /** Queries so far, in order: `A example.test`. */
  readonly questions: readonly string[]
}

/**
 * A real DNS server over UDP on a loopback port. Names outside of `zone` are NXDOMAIN.
 */
export async function startNameServer(
  t: Pick<Test, 'teardown'>,
  zone: Record<string, NameResponder>,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  const counts = new Map<string, number>()
  const known = new Map(Object.entries(zone))
  socket.on('message', (message, { port, address }) => {
    const { id, questions: [question] = [] } = packet.decode(message)
    if (question === undefined) return
    const name = question.name.toLowerCase()
    const line = `${question.type} ${name}`
    const earlier = counts.get(line) ?? 0
    counts.set(line, earlier + 1)
    questions.push(line)
    const response = (known.get(name) ?? known.get('*') ?? unknown)(question.type, earlier)
    if (response === null) return
    const isError = typeof response === 'string'
    const flags = packet.RECURSION_AVAILABLE | (isError ? ERROR_CODES[response] : 0)
    const answers = isError
      ? []
      : response.map((answer) => ({ ...answer, name: answer.name || name }) as Answer)
    const header = { type: 'response' as const, id: id ?? 0, flags }
    socket.send(packet.encode({ ...header, questions: [question], answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}

/** These addresses by type, with a TTL of 0. */
export function addresses(...texts: string[]): NameResponder {
  return (type) => recordsOf(type, '', texts)
}

/** Different addresses for each query of a type; the last ones repeat. */
export function inTurn(...lists: string[][]): NameResponder {
  return (type, earlier) => recordsOf(type, '', lists[Math.min(earlier, lists.length - 1)] ?? [])
}

/** A chain of CNAMEs over these names, and the records of the last one. */
export function alias(names: readonly string[], ...texts: string[]): NameResponder {
  return (type) => [
    ...names.map((data, n) => ({ type: 'CNAME' as const, name: names[n - 1] ?? '', data, ttl: 0 })),
    ...recordsOf(type, names.at(-1) ?? '', texts),
  ]
}

/** Never responds. */
export const silent: NameResponder = () => null

export function failing(code: ErrorCode): NameResponder {
  return () => code
}

const unknown = failing('NXDOMAIN')

function recordsOf(type: RecordType, name: string, texts: readonly string[]): Answer[] {
  if (type !== 'A' && type !== 'AAAA') return []
  const mine = texts.filter((text) => isIPv6(text) === (type === 'AAAA'))
  return mine.map((data) => ({ type, name, data, ttl: 0 }))
}
