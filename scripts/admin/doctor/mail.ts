import type { MailServer } from '@mediajobs/runtime'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Check, ok, reasonOf, wrong } from './check.ts'

const STEP_MS = 8_000

export const mailCheck: Check = {
  name: 'mail',
  async run({ settings }) {
    const { SMTP_URL: server } = settings.read('SMTP_URL')
    if (!server) return ok('SMTP_URL is not set: the service sends no mail.')
    const where = `${server.host}:${server.port}`
    try {
      const how = await greet(server)
      return ok(`${where} accepts ${how}. No mail was sent.`)
    } catch (error) {
      const { code } = error as { code?: string }
      return wrong(`${where}: ${reasonOf(error)}.`, REMEDIES[code ?? ''] ?? REMEDY)
    }
  },
}

const REMEDY = 'Correct SMTP_URL, or let this machine reach the mail server.'
const REMEDIES: Readonly<Record<string, string>> = {
  EAUTH: 'Correct the user name and the password of SMTP_URL.',
  ETLS: 'Let the server offer STARTTLS with a valid certificate, or use smtps://.',
}

/** Connects as a dispatcher does, up to the sign-in. @returns what the server accepted */
function greet({ auth, ...server }: MailServer): Promise<string> {
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    tls: { minVersion: 'TLSv1.2' },
  })
  return new Promise<string>((resolve, reject) => {
    connection.on('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      const safety = connection.secure ? 'TLS' : 'a connection without TLS'
      const leave = (accepted: string) => {
        connection.quit()
        resolve(accepted)
      }
      if (!auth) return leave(`${safety}, without a sign-in`)
      connection.login(auth, (refusal) =>
        refusal ? reject(refusal) : leave(`${safety} and the sign-in of ${auth.user}`),
      )
    })
  }).catch((error) => {
    connection.close()
    throw error
  })
}
