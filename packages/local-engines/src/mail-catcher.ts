import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { type CaughtMail, listPage, mailPage } from './mail-pages.ts'

/** A mail server that sends nothing on: its mails are read at a URL. */
export interface MailCatcher {
  /** For `SMTP_URL`. */
  smtpUrl: string
  /** A list of the mails, for a browser. `/mails.json` has them for programs. */
  url: string
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
// The mails are in memory only.
const MAX_MAILS = 200
const MAX_MAIL_BYTES = 1_048_576

/** Starts a mail catcher on free ports of this machine, or on the ports that are given. */
export async function startMailCatcher(
  ports: { smtp?: number; http?: number } = {},
): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: MAX_MAIL_BYTES,
    logger: false,
    onData(stream, session, callback) {
      simpleParser(stream).then((parsed) => {
        count += 1
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.unshift({
          id: String(count),
          from: parsed.from?.text ?? '',
          to,
          subject: parsed.subject ?? '',
          text: parsed.text ?? '',
          html: parsed.html === false ? null : (parsed.html ?? null),
          messageId: parsed.messageId ?? null,
          at: new Date().toISOString(),
        })
        mails.splice(MAX_MAILS)
        callback()
      }, callback)
    },
  })
  // A client that breaks off is no fault of this server.
  smtp.on('error', () => {})
  smtp.listen(ports.smtp ?? 0, HOST)
  const web = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://catcher')
    if (pathname === '/mails.json') {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(mails))
    }
    const mail = mails.find(({ id }) => pathname === `/${id}`)
    if (!mail && pathname !== '/') return response.writeHead(404).end('There is no such mail.\n')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // Nothing in a mail can run here or load anything.
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    response.end(String(await (mail ? mailPage(mail) : listPage(mails))))
  })
  web.listen(ports.http ?? 0, HOST)
  await Promise.all([once(smtp.server, 'listening'), once(web, 'listening')])
  const portOf = (server: { address(): AddressInfo | string | null }) =>
    (server.address() as AddressInfo).port
  return {
    smtpUrl: `smtp://${HOST}:${portOf(smtp.server)}`,
    url: `http://${HOST}:${portOf(web)}`,
    async stop() {
      web.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise<void>((resolve) => web.close(() => resolve())),
      ])
    },
  }
}
