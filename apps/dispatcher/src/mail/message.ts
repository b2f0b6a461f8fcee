import MailComposer from 'nodemailer/lib/mail-composer'
import type { Letter } from './letter.ts'
import { headText } from './safe-text.ts'
import { asHtml, asText } from './set-letter.ts'

/** A mail as it is handed to a mail server. */
export interface Message {
  from: string
  to: string
  /** RFC 5322. */
  bytes: Buffer
}

export interface Envelope {
  /** The address of the sender. */
  from: string
  to: string
  /** The same for each attempt: mail programs show a mail that comes twice with one id once. */
  messageId: string
}

/** Sets a letter as a mail with text and HTML. */
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
