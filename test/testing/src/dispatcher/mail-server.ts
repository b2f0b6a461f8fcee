import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { Test } from 'tap'

/** An accepted mail. */
export interface ReceivedMail {
  from: string
  to: string[]
  parsed: ParsedMail
  /** RFC 5322, as received. */
  source: string
}

/** The server's refusal of a mail to one recipient. */
interface Refusal {
  step: 'connection' | 'sender' | 'recipient' | 'data'
  code: number
  text?: string
}

export interface TestMailServer {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Connections so far. */
  readonly connections: number
  /** Refuses later mails with the result of `decide`; undefined accepts. */
  refuse(decide: (recipient: string) => Refusal | undefined): void
  /** Milliseconds before accepting a mail. */
  slow(ms: number): void
  /** Waits for `count` mails. */
  waitFor(count: number, timeoutMs?: number): Promise<readonly ReceivedMail[]>
  /** Mails to an address. */
  to(address: string): ReceivedMail[]
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** A real SMTP server on this machine. */
export async function startMailServer(t: Test, port = 0): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let connections = 0
  let decide: (recipient: string) => Refusal | undefined = () => undefined
  let delayMs = 0

  const refusalAt = (step: Refusal['step'], recipient = '') => {
    const refusal = decide(recipient)
    if (refusal?.step !== step) return null
    const { code, text = 'refused by the test' } = refusal
    return Object.assign(new Error(text), { responseCode: code })
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_session, callback) {
      connections += 1
      callback(refusalAt('connection'))
    },
    onMailFrom: (_address, _session, callback) => callback(refusalAt('sender')),
    onRcptTo: ({ address }, _session, callback) => callback(refusalAt('recipient', address)),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const bytes = Buffer.concat(chunks)
        const to = envelope.rcptTo.map(({ address }) => address)
        const refusal = refusalAt('data', to[0])
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
        if (refusal) return callback(refusal)
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to, parsed: await simpleParser(bytes), source: bytes.toString() })
        callback()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.listen(port, HOST)
  await once(smtp.server, 'listening')
  const close = () => new Promise<void>((resolve) => smtp.close(resolve))
  t.teardown(close)
  return {
    port: (smtp.server.address() as AddressInfo).port,
    mails,
    get connections() {
      return connections
    },
    refuse: (next) => {
      decide = next
    },
    slow: (ms) => {
      delayMs = ms
    },
    async waitFor(count, timeoutMs = 60_000) {
      const endMs = performance.now() + timeoutMs
      while (mails.length < count) {
        if (performance.now() > endMs) {
          throw new Error(`${mails.length} of ${count} mails after ${timeoutMs} ms`)
        }
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      return mails
    },
    to: (address) => mails.filter(({ to }) => to.includes(address)),
    close,
  }
}

/** Accepts connections and never responds. */
export async function startSilentServer(t: Test): Promise<{ port: number; open(): number }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, open: () => sockets.size }
}
