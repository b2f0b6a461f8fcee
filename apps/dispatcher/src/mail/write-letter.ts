import type {
  DeliveryContent,
  DisabledWebhookContent,
  InvitationContent,
  MailContent,
  PasswordResetContent,
  RevisionContent,
} from '@mediajobs/operations/mail-jobs'
import type { Letter } from './letter.ts'
import { inSentence, oneLine, senderName, severalLines } from './safe-text.ts'

/** Where the links of mails lead. */
export interface MailLinks {
  /** The URL of a client delivery without `/` and its token. */
  deliveryBaseUrl: string
}

/** The text of a mail. All texts of mails are in this file. docs/contract.md#c14-mail */
export function writeLetter(content: MailContent, links: MailLinks): Letter {
  switch (content.kind) {
    case 'INVITATION':
      return invitation(content, links)
    case 'PASSWORD_RESET':
      return passwordReset(content, links)
    case 'DELIVERY':
      return delivery(content, links)
    case 'REVISION_REQUEST':
      return revision(content, links)
    case 'WEBHOOK_DISABLED':
      return disabledWebhook(content, links)
  }
}

function invitation({ sender, personName, token, expiresAt }: InvitationContent, links: MailLinks) {
  const studio = inSentence(sender.name)
  return {
    senderName: senderName(sender.name),
    subject: `Join ${oneLine(sender.name)}`,
    greeting: `Hello ${inSentence(personName)},`,
    paragraphs: [
      `${studio} invites you to work with them. Accept the invitation and choose a password.`,
    ],
    quote: null,
    action: { label: 'Accept the invitation', url: `${root(links)}invitations#token=${token}` },
    notes: [
      `The link works once, until ${timeOf(expiresAt, sender)}.`,
      'If you do not know the sender, ignore this mail. Nothing happens then.',
    ],
    unsubscribeUrl: null,
  }
}

function passwordReset({ sender, token }: PasswordResetContent, links: MailLinks) {
  return {
    senderName: senderName(sender.name),
    subject: 'Reset your password',
    greeting: null,
    paragraphs: ['A new password was requested for the account of this e-mail address.'],
    quote: null,
    action: { label: 'Choose a new password', url: `${root(links)}password-resets#token=${token}` },
    notes: [
      'The link works once, for one hour. All your sessions end when you use it.',
      'If you did not request it, ignore this mail. Your password stays as it is.',
    ],
    unsubscribeUrl: null,
  }
}

function delivery(content: DeliveryContent, links: MailLinks) {
  const { sender, customerName, address, message, expiresAt, token, unsubscribeToken } = content
  const studio = inSentence(sender.name)
  const place = address ? ` for ${inSentence(address)}` : ''
  return {
    senderName: senderName(sender.name),
    subject: address ? `Your files for ${oneLine(address)}` : 'Your files are ready',
    greeting: `Hello ${inSentence(customerName)},`,
    paragraphs: [`${studio} has delivered your files${place}.`],
    quote: severalLines(message),
    action: { label: 'Look at the files', url: `${links.deliveryBaseUrl}/${token}` },
    notes: [
      ...(expiresAt ? [`The link works until ${timeOf(expiresAt, sender)}.`] : []),
      'Everybody who has the link can open it. Forward this mail only to people who may.',
    ],
    unsubscribeUrl: `${root(links)}unsubscribe/${unsubscribeToken}`,
  }
}

function revision(content: RevisionContent, links: MailLinks) {
  const { sender, managerName, address, organizationId, projectId, round } = content
  const place = address ? ` for ${inSentence(address)}` : ''
  const comments = content.itemCount === 1 ? 'one comment' : `${content.itemCount} comments`
  return {
    senderName: senderName(sender.name),
    subject: `Changes requested${address ? `: ${oneLine(address)}` : ''}`,
    greeting: `Hello ${inSentence(managerName)},`,
    paragraphs: [
      `The client has requested changes${place}. It is round ${round}` +
        (content.itemCount > 0 ? `, with ${comments} on single files.` : '.'),
    ],
    quote: severalLines(content.comment),
    action: {
      label: 'Open the project',
      url: `${root(links)}app/${organizationId}/projects/${projectId}`,
    },
    notes: ['You get this mail because you manage the project.'],
    unsubscribeUrl: null,
  }
}

function disabledWebhook(content: DisabledWebhookContent, links: MailLinks) {
  const { sender, adminName, organizationId, subscriptionId, url, reason } = content
  return {
    senderName: senderName(sender.name),
    subject: 'A webhook was switched off',
    greeting: `Hello ${inSentence(adminName)},`,
    paragraphs: [
      `The service has switched off the webhooks to ${inSentence(url)}. ${reason}`,
      'New events are not sent there. They stay in the event log: for 30 days, if the operator of the service has ' +
        'set no other time. Mend the receiver, switch the webhook on again, and recover what it has missed.',
    ],
    quote: null,
    action: {
      label: 'Open the webhook',
      url: `${root(links)}app/${organizationId}/developers/webhooks/${subscriptionId}`,
    },
    notes: ['You get this mail because you are an administrator of the organization.'],
    unsubscribeUrl: null,
  }
}

/** The address of the service's pages, with a slash at its end: deliveries are below it. */
function root({ deliveryBaseUrl }: MailLinks): string {
  return new URL('.', deliveryBaseUrl).href
}

function timeOf(instant: string, { locale, timeZone }: MailContent['sender']): string {
  const format = new Intl.DateTimeFormat(locale ?? 'en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  return format.format(new Date(instant))
}
