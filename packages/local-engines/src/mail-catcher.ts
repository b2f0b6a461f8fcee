import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { html } from 'hono/html'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  id: string
  from: string
  /** Envelope recipients. */
  to: string[]
  subject: string
  text: string
  html: string | null
  messageId: string | null
  at: string
}

const HOST = '127.0.0.1'
const MAX_MAILS = 200
const MAX_MAIL_BYTES = 1_048_576

/** Starts a mail server that forwards nothing and shows its mails at a URL. */
export async function startMailCatcher() {
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
  // Ignore clients that disconnect early.
  smtp.on('error', () => {})
  smtp.listen(0, HOST)
  const web = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://catcher')
    if (pathname === '/mails.json') {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(mails))
    }
    const mail = mails.find(({ id }) => pathname === `/${id}`)
    if (!mail && pathname !== '/') return response.writeHead(404).end('Not found\n')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // Mails can't run scripts or load anything. Their own pictures are data URLs.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    response.setHeader('content-security-policy', policy)
    response.end(String(await (mail ? mailPage(mail) : listPage(mails))))
  })
  web.listen(0, HOST)
  await Promise.all([once(smtp.server, 'listening'), once(web, 'listening')])
  const portOf = (server: { address(): AddressInfo | string | null }) =>
    (server.address() as AddressInfo).port
  return {
    /** For `SMTP_URL`. */
    smtpUrl: `smtp://${HOST}:${portOf(smtp.server)}`,
    /** Lists the mails. `/mails.json` is for programs. */
    url: `http://${HOST}:${portOf(web)}`,
    async stop(): Promise<void> {
      web.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise<void>((resolve) => web.close(() => resolve())),
      ])
    },
  }
}

type Html = ReturnType<typeof html>

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:900px;margin:24px auto;padding:0 16px}td,th{text-align:start;padding:4px 12px 4px 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:480px;border:1px solid #888}'

function listPage(mails: readonly CaughtMail[]): Html {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      html`<tr><td>${at}</td><td>${to.join(', ')}</td><td><a href="/${id}">${subject || '(no subject)'}</a></td></tr>\n`,
  )
  return page(
    'Mails',
    html`<h1>Mails</h1>
<p>Mails since startup. None was forwarded. Reload to see new ones.</p>
${rows.length === 0 ? html`<p>No mails yet. Invite a person, or deliver a project that has a customer.</p>` : html`<table><tr><th>time</th><th>to</th><th>subject</th></tr>\n${rows}</table>`}`,
  )
}

function mailPage({ from, to, subject, text, html: content, at }: CaughtMail): Html {
  return page(
    subject,
    html`<p><a href="/">All mails</a></p>
<h1 dir="auto">${subject}</h1>
<table><tr><th>from</th><td dir="auto">${from}</td></tr><tr><th>to</th><td>${to.join(', ')}</td></tr><tr><th>time</th><td>${at}</td></tr></table>
${content === null ? '' : html`<h2>HTML</h2>\n${frame(content)}`}
<h2>Text</h2>
<pre dir="auto">${text}</pre>`,
  )
}

// Sandboxed, without scripts or an origin. Links open in a new, unsandboxed tab.
function frame(content: string): Html {
  const document = `<base target="_blank">${content}`
  return html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${document}"></iframe>`
}

function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body>
${body}
</body></html>
`
}
