import { MAX_MAIL_MS } from '@mediajobs/domain'
import type { MailServer } from '@mediajobs/runtime'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Message } from './message.ts'

export type MailOutcome =
  | { kind: 'sent' }
  /** The server will never accept this mail. `detail` is its response. */
  | { kind: 'refused'; detail: string }
  /** Not accepted for now, or the outcome is unknown. */
  | { kind: 'deferred'; detail: string }
  /** The server is unreachable or refuses us, regardless of the mail. */
  | { kind: 'unavailable'; detail: string }

// A server silent for longer counts as hung. RFC 5321 permits minutes, for servers that scan while receiving.
const STEP_MS = 20_000
const MAX_DETAIL_LENGTH = 300

/** Sends a mail over a separate connection, within `MAX_MAIL_MS`. Never rejects. */
export function sendMessage(
  server: MailServer,
  message: Message,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const { auth, ...options } = server
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    // Don't wait for a server that doesn't close its side.
    socketCloseTimeout: 1_000,
    maxResponseSize: 65_536,
    tls: { minVersion: 'TLSv1.2' },
  })
  return new Promise((resolve) => {
    let hasBegun = false
    const finish = (outcome: MailOutcome) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (outcome.kind === 'sent') connection.quit()
      else connection.close()
      resolve(outcome)
    }
    const fail = (error: SmtpError) => finish(outcomeOf(error, hasBegun))
    const abort = () => fail({ message: 'the attempt was aborted' })
    const timer = setTimeout(() => fail({ message: 'the attempt took too long' }), MAX_MAIL_MS)
    signal.addEventListener('abort', abort)
    const send = () => {
      hasBegun = true
      const envelope = { from: message.from, to: [message.to] }
      connection.send(envelope, message.bytes, (error) =>
        error ? fail(error) : finish({ kind: 'sent' }),
      )
    }
    // Stays attached: a connection may break after its outcome is known.
    connection.on('error', fail)
    connection.connect((error) => {
      if (error) fail(error)
      else if (auth) connection.login(auth, (refusal) => (refusal ? fail(refusal) : send()))
      else send()
    })
  })
}

interface SmtpError {
  message: string
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
}

const FIRST_PERMANENT = 500
// RFC 5321: the server closes the connection, regardless of the mail.
const CLOSING = 421

function outcomeOf(error: SmtpError, hasBegun: boolean): MailOutcome {
  const { command, responseCode } = error
  const detail = detailOf(error)
  // A refused sender is our misconfiguration: every mail would be refused.
  if (!hasBegun || command === 'MAIL FROM' || responseCode === CLOSING) {
    return { kind: 'unavailable', detail }
  }
  const isRefused = responseCode !== undefined && responseCode >= FIRST_PERMANENT
  // An address that SMTP can't express gets no response.
  const isUnsendable = error.code === 'EENVELOPE' && responseCode === undefined
  return { kind: isRefused || isUnsendable ? 'refused' : 'deferred', detail }
}

/** The server's response, on one line. */
function detailOf({ response, message }: SmtpError): string {
  return (response ?? message)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL_LENGTH)
}
