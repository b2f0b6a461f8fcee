/** The texts of mails in one language. docs/contract.md#c14-mail */
export interface MailTexts {
  /** BCP 47, for the `lang` attribute. */
  language: string
  greeting(name: string): string
  unsubscribe: string
  invitation: {
    subject(studio: string): string
    body(studio: string): string
    action: string
    expires(time: string): string
    unexpected: string
  }
  passwordReset: {
    subject: string
    body: string
    action: string
    expires: string
    unexpected: string
  }
  delivery: {
    subject(address: string): string
    body(studio: string, address: string): string
    action: string
    expires(time: string): string
    shared: string
  }
  revision: {
    subject(address: string): string
    body(address: string, round: number, comments: number): string
    action: string
    why: string
  }
  disabledWebhook: {
    subject: string
    body(url: string, reason: string): string
    next: string
    action: string
    why: string
  }
}

export const TEXTS: MailTexts = {
  language: 'en',
  greeting: (name: string) => `Hi ${name},`,
  unsubscribe: 'Unsubscribe',
  invitation: {
    subject: (studio: string) => `Join ${studio}`,
    body: (studio: string) =>
      `${studio} has invited you to join their team. Accept the invitation and choose a password to get started.`,
    action: 'Accept invitation',
    expires: (time: string) => `This link works once and expires on ${time}.`,
    unexpected:
      "If you don't know the sender, you can ignore this email. Nothing happens until you accept.",
  },
  passwordReset: {
    subject: 'Reset your password',
    body: 'Someone asked to reset the password for the account with this email address. If it was you, choose a new one.',
    action: 'Choose a new password',
    expires: 'This link works once and expires in an hour. Using it signs you out everywhere.',
    unexpected: "If it wasn't you, you can ignore this email. Your password stays the same.",
  },
  delivery: {
    subject: (address: string) => (address ? `Your files for ${address}` : 'Your files are ready'),
    body: (studio: string, address: string) =>
      `${studio} has delivered your files${address && ` for ${address}`}.`,
    action: 'View files',
    expires: (time: string) => `This link expires on ${time}.`,
    shared: 'Anyone with this link can open it, so forward this email with care.',
  },
  revision: {
    subject: (address: string) => `Changes requested${address && `: ${address}`}`,
    body: (address: string, round: number, comments: number) => {
      const place = address && ` for ${address}`
      const count = comments === 1 ? '1 comment' : `${comments} comments`
      return `Your client has requested changes${place}. This is round ${round}${comments > 0 ? `, with ${count} on files` : ''}.`
    },
    action: 'Open project',
    why: "You're receiving this email because you manage this project.",
  },
  disabledWebhook: {
    subject: 'A webhook was disabled',
    body: (url: string, reason: string) => `We've disabled the webhook to ${url}. ${reason}`,
    next: "New events aren't sent there. They stay in the event log, by default for 30 days. Fix the receiver, enable the webhook again, and recover the events it missed.",
    action: 'Open webhook',
    why: "You're receiving this email because you're an administrator of the organization.",
  },
}
