import { LOGO, mailUrl } from '@mediajobs/domain'
import { textOn } from '@mediajobs/domain/contrast'
import { CLIENT_TEXTS } from '@mediajobs/domain/mail-texts'
import { html } from 'hono/html'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Letter } from './letter-words.ts'
import { headText } from './letter-words.ts'

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
  logo: Buffer | null = null,
): Promise<Message> {
  const replyTo = letter.signature?.email
  const composer = new MailComposer({
    from: { name: headText(letter.senderName), address: from },
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject: headText(letter.subject),
    messageId,
    text: asText(letter),
    html: await asHtml(letter, logo !== null),
    // Inside the mail: nothing is loaded.
    attachments: logo ? [{ ...LOGO_PART, content: logo }] : [],
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

const LOGO_PART = {
  cid: 'logo',
  filename: 'logo.png',
  contentType: LOGO.contentType,
  contentDisposition: 'inline',
} as const

function asText(letter: Letter): string {
  const { language, greeting, paragraphs, quote, action, signature, notes } = letter
  const { portalUrl, unsubscribeUrl } = letter
  const parts = [
    greeting,
    ...paragraphs,
    quote === null ? null : quote.replace(/^/gm, '> '),
    action && `${action.label}:\n${action.url}`,
    signature?.note ?? null,
    [signature?.email, signature?.phone?.text].filter(Boolean).join('\n') || null,
    ...notes,
    portalUrl ? `${CLIENT_TEXTS[language].portal}:\n${portalUrl}` : null,
    unsubscribeUrl && `${CLIENT_TEXTS[language].unsubscribe}:\n${unsubscribeUrl}`,
  ]
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`
}

// Inline styles, because mail clients ignore style sheets. Unset colors follow the reader's light or dark mode.
const BODY = 'margin:0;padding:24px;font:16px/1.5 sans-serif'
const COLUMN = 'max-width:560px;margin:0 auto;overflow-wrap:anywhere'
const QUOTE = 'margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid #888;white-space:pre-line'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:bold'
// The pages' default.
const COLOUR = '#17653a'
const SMALL = 'font-size:14px'
const NOTE = 'white-space:pre-line'
// On white, as on a cover: mail clients don't recolor pictures in dark mode.
const LOGO_IMAGE =
  'display:block;height:40px;width:auto;max-width:160px;padding:6px 10px;border-radius:6px;background:#ffffff'

/** The letter as HTML that loads and tracks nothing. All text is escaped. */
async function asHtml(letter: Letter, hasLogo: boolean): Promise<string> {
  const { subject, greeting, paragraphs, quote, action, signature, notes } = letter
  const { language, senderName, portalUrl, unsubscribeUrl } = letter
  const paragraph = (text: string) => html`<p dir="auto">${text}</p>\n`
  const document = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="${BODY}"><div style="${COLUMN}">
${hasLogo ? html`<p><img src="cid:${LOGO_PART.cid}" alt="${senderName}" height="40" style="${LOGO_IMAGE}"></p>\n` : ''}${greeting ? paragraph(greeting) : ''}${paragraphs.map(paragraph)}${quote ? html`<blockquote dir="auto" style="${QUOTE}">${quote}</blockquote>\n` : ''}${action ? html`<p><a href="${action.url}" style="${buttonOf(signature?.colour ?? COLOUR)}">${action.label}</a></p>\n<p style="${SMALL}">${action.url}</p>\n` : ''}${signature ? signatureOf(signature) : ''}${notes.map((note) => html`<p dir="auto" style="${SMALL}">${note}</p>\n`)}${portalUrl ? html`<p style="${SMALL}"><a href="${portalUrl}">${CLIENT_TEXTS[language].portal}</a></p>\n` : ''}${unsubscribeUrl ? html`<p style="${SMALL}"><a href="${unsubscribeUrl}">${CLIENT_TEXTS[language].unsubscribe}</a></p>\n` : ''}</div></body>
</html>
`
  return String(await document)
}

/** The organization's color, with readable text. */
function buttonOf(colour: string): string {
  const text = textOn(colour)
  return text === null ? buttonOf(COLOUR) : `${BUTTON};background:${colour};color:${text}`
}

function signatureOf({ note, email, phone }: NonNullable<Letter['signature']>) {
  const words = note === null ? '' : html`<p dir="auto" style="${NOTE}">${note}</p>\n`
  const mail = email && html`<a href="${mailUrl(email)}">${email}</a>`
  const number = phone?.url ? html`<a href="${phone.url}">${phone.text}</a>` : phone?.text
  const between = mail && number ? html`<br>` : ''
  if (!mail && !number) return words
  return html`${words}<p>${mail ?? ''}${between}${number ?? ''}</p>\n`
}
