import { html } from 'hono/html'
import MailComposer from 'nodemailer/lib/mail-composer'
import { headText } from './safe-text.ts'
import { TEXTS } from './texts.ts'

/** A mail before it is rendered as text and HTML. All strings are plain text. */
export interface Letter {
  /** Name of the organization. */
  senderName: string
  subject: string
  greeting: string | null
  /** One paragraph each. */
  paragraphs: readonly string[]
  /** What somebody wrote, possibly in several lines. */
  quote: string | null
  action: { label: string; url: string }
  /** Small print below the action. */
  notes: readonly string[]
  /** Null for mails about the reader's own account or work. */
  unsubscribeUrl: string | null
}

/** A mail as a mail server accepts it. */
export interface Message {
  from: string
  to: string
  /** RFC 5322. */
  bytes: Buffer
}

interface Envelope {
  /** The address of the sender. */
  from: string
  to: string
  /** The same for each attempt: mail programs show duplicates once. */
  messageId: string
}

/** Renders a letter as a mail with text and HTML. */
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
      // RFC 3834: no out-of-office reply comes back.
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

/** A letter as plain text. */
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

// Mail programs don't support style sheets, so styles are inline. Unset colours follow the reader's light or dark mode.
const BODY = 'margin:0;padding:24px;font:16px/1.5 sans-serif'
const COLUMN = 'max-width:560px;margin:0 auto;overflow-wrap:anywhere'
const QUOTE = 'margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid #888;white-space:pre-line'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1a5fb4;color:#ffffff;text-decoration:none;font-weight:bold'
const SMALL = 'font-size:14px'

/** A letter as HTML. Everything is escaped, nothing is loaded from elsewhere, nothing is tracked. */
async function asHtml(letter: Letter): Promise<string> {
  const { subject, greeting, paragraphs, quote, action, notes, unsubscribeUrl } = letter
  const paragraph = (text: string) => html`<p dir="auto">${text}</p>\n`
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="${BODY}"><div style="${COLUMN}">
${greeting ? paragraph(greeting) : ''}${paragraphs.map(paragraph)}${quote ? html`<blockquote dir="auto" style="${QUOTE}">${quote}</blockquote>\n` : ''}<p><a href="${action.url}" style="${BUTTON}">${action.label}</a></p>
<p style="${SMALL}">${action.url}</p>
${notes.map((note) => html`<p dir="auto" style="${SMALL}">${note}</p>\n`)}${unsubscribeUrl ? html`<p style="${SMALL}"><a href="${unsubscribeUrl}">${TEXTS.unsubscribe}</a></p>\n` : ''}</div></body>
</html>
`
  return String(await document)
}
