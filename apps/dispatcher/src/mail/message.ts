import { html } from 'hono/html'
import MailComposer from 'nodemailer/lib/mail-composer'
import { headText, type Letter } from './letter.ts'
import { TEXTS } from './texts.ts'

export interface Message {
  from: string
  to: string
  /** RFC 5322. */
  bytes: Buffer
}

interface Envelope {
  from: string
  to: string
  /** The same for each attempt: mail clients hide duplicates. */
  messageId: string
}

/** Renders a letter as text and HTML. */
export async function messageOf(
  letter: Letter,
  { from, to, messageId }: Envelope,
): Promise<Message> {
  const composer = new MailComposer({
    from: { name: headText(letter.senderName), address: from },
    to: { name: '', address: to },
    subject: headText(letter.subject),
    messageId,
    text: asText(letter),
    html: await asHtml(letter),
    headers: {
      // RFC 3834: suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(letter.unsubscribeUrl && {
        // RFC 8058
        'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { from, to, bytes: await composer.compile().build() }
}

function asText(letter: Letter): string {
  const { greeting, paragraphs, quote, action, notes, unsubscribeUrl } = letter
  const parts = [
    greeting,
    ...paragraphs,
    quote === null ? null : quote.replace(/^/gm, '> '),
    `${action.label}:\n${action.url}`,
    ...notes,
    unsubscribeUrl && `${TEXTS.unsubscribe}:\n${unsubscribeUrl}`,
  ]
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`
}

// Inline styles, because mail clients ignore style sheets. Unset colors follow the reader's light or dark mode.
const BODY = 'margin:0;padding:24px;font:16px/1.5 sans-serif'
const COLUMN = 'max-width:560px;margin:0 auto;overflow-wrap:anywhere'
const QUOTE = 'margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid #888;white-space:pre-line'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1a5fb4;color:#ffffff;text-decoration:none;font-weight:bold'
const SMALL = 'font-size:14px'

/** Everything is escaped. Loads and tracks nothing. */
async function asHtml(letter: Letter): Promise<string> {
  const { subject, greeting, paragraphs, quote, action, notes, unsubscribeUrl } = letter
  const paragraph = (text: string) => html`<p dir="auto">${text}</p>\n`
  const document = html`<!doctype html>
<html lang="${TEXTS.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="${BODY}"><div style="${COLUMN}">
${greeting ? paragraph(greeting) : ''}${paragraphs.map(paragraph)}${quote ? html`<blockquote dir="auto" style="${QUOTE}">${quote}</blockquote>\n` : ''}<p><a href="${action.url}" style="${BUTTON}">${action.label}</a></p>
<p style="${SMALL}">${action.url}</p>
${notes.map((note) => html`<p dir="auto" style="${SMALL}">${note}</p>\n`)}${unsubscribeUrl ? html`<p style="${SMALL}"><a href="${unsubscribeUrl}">${TEXTS.unsubscribe}</a></p>\n` : ''}</div></body>
</html>
`
  return String(await document)
}
