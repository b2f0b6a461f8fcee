/** The words of every mail. Another language is another table of this type. docs/contract.md#c14-mail */
export const TEXTS = {
  greeting: (name: string) => `Hi ${name},`,
  unsubscribe: 'Unsubscribe',
  invitation: {
    subject: (studio: string) => `Join ${studio}`,
    body: (studio: string) =>
      `${studio} has invited you to work with them. Accept the invitation and choose a password to get started.`,
    action: 'Accept invitation',
    expires: (time: string) => `This link works once and expires on ${time}.`,
    unexpected:
      "If you don't know the sender, you can ignore this email. Nothing happens until you accept.",
  },
  passwordReset: {
    subject: 'Reset your password',
    body: 'Someone asked to reset the password of the account with this email address. If it was you, choose a new one.',
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
    subject: 'A webhook was switched off',
    body: (url: string, reason: string) => `We've switched off the webhook to ${url}. ${reason}`,
    next: "New events aren't sent there. They stay in the event log: for 30 days, unless the operator of the service has set another time. Fix the receiver, switch the webhook on again, and recover what it has missed.",
    action: 'Open webhook',
    why: "You're receiving this email because you're an administrator of the organization.",
  },
} as const
