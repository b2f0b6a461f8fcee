import { html } from 'hono/html'

/** A mail as it arrived. */
export interface CaughtMail {
  id: string
  from: string
  /** The addresses of the envelope. */
  to: string[]
  subject: string
  text: string
  html: string | null
  messageId: string | null
  at: string
}

type Html = ReturnType<typeof html>

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:900px;margin:24px auto;padding:0 16px}td,th{text-align:start;padding:4px 12px 4px 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:480px;border:1px solid #888}'

export function listPage(mails: readonly CaughtMail[]): Html {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      html`<tr><td>${at}</td><td>${to.join(', ')}</td><td><a href="/${id}">${subject || '(no subject)'}</a></td></tr>\n`,
  )
  return page(
    'Mails',
    html`<h1>Mails</h1>
<p>These mails were sent since the start. They went nowhere else. Load the page again to see new ones.</p>
${rows.length === 0 ? html`<p>There is no mail yet. Invite a person, or deliver a project that has a customer.</p>` : html`<table><tr><th>time</th><th>to</th><th>subject</th></tr>\n${rows}</table>`}`,
  )
}

export function mailPage({ from, to, subject, text, html: content, at }: CaughtMail): Html {
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

// The frame runs no script and has no origin. Its links open in a new tab, which is not sandboxed.
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
