import { html } from 'hono/html'
import type { Letter } from './letter.ts'

const UNSUBSCRIBE = 'Unsubscribe'

/** A letter as plain text. */
export function asText(letter: Letter): string {
  const { greeting, paragraphs, quote, action, notes, unsubscribeUrl } = letter
  const parts = [
    greeting,
    ...paragraphs,
    quote === null ? null : quote.replace(/^/gm, '> '),
    `${action.label}:\n${action.url}`,
    ...notes,
    unsubscribeUrl && `${UNSUBSCRIBE}:\n${unsubscribeUrl}`,
  ]
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`
}

// Mail programs know no style sheets, so each element has its style. Colours that are not named follow the
// reader's light or dark setting.
const BODY = 'margin:0;padding:24px;font:16px/1.5 sans-serif'
const COLUMN = 'max-width:560px;margin:0 auto;overflow-wrap:anywhere'
const QUOTE = 'margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid #888;white-space:pre-line'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1a5fb4;color:#ffffff;text-decoration:none;font-weight:bold'
const SMALL = 'font-size:14px'

/** A letter as HTML. Everything is escaped, nothing is loaded from elsewhere, and nothing is counted. */
export async function asHtml(letter: Letter): Promise<string> {
  const { subject, greeting, paragraphs, quote, action, notes, unsubscribeUrl } = letter
  const paragraph = (text: string) => html`<p dir="auto">${text}</p>\n`
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="${BODY}"><div style="${COLUMN}">
${greeting ? paragraph(greeting) : ''}${paragraphs.map(paragraph)}${quote ? html`<blockquote dir="auto" style="${QUOTE}">${quote}</blockquote>\n` : ''}<p><a href="${action.url}" style="${BUTTON}">${action.label}</a></p>
<p style="${SMALL}">${action.url}</p>
${notes.map((note) => html`<p dir="auto" style="${SMALL}">${note}</p>\n`)}${unsubscribeUrl ? html`<p style="${SMALL}"><a href="${unsubscribeUrl}">${UNSUBSCRIBE}</a></p>\n` : ''}</div></body>
</html>
`
  return String(await document)
}
