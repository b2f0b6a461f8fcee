import {
  MAX_FAILED_SIGN_INS,
  MAX_LIVE_SESSIONS,
  MAX_RESETS_OF_ADDRESS,
  MAX_RESETS_OF_NETWORK,
  MAX_SIGN_INS,
} from '@mediajobs/domain'
import { operationDocs } from '../operation-docs.ts'

const SLOWED = {
  429: `Too many passwords were tried: \`sign_in_slowed\`. The bounds for one email from one network are ${MAX_FAILED_SIGN_INS} wrong passwords in 15 minutes, and ${MAX_SIGN_INS} passwords, right or wrong, in an hour. The bounds for one email from all networks, and for one network, are higher. Too many calls from one network: \`rate_limited\``,
}

export const docs = operationDocs({
  createSession: {
    examples: { person: { email: 'owner@example.com', password: 'correct horse battery staple' } },
    summary: 'Sign in',
    description: `Signs a person in. The session acts in the organization that \`x-org-id\` names, and is valid for 12 hours. Several accounts may have the same email: \`organizations\` are those of the account with this password. An account has at most ${MAX_LIVE_SESSIONS} live sessions; one more ends the oldest.`,
    problems: {
      ...SLOWED,
      401: 'The email or the password is wrong: `sign_in_failed` for both',
    },
  },
  acceptInvitation: {
    examples: {
      person: { token: 'the-invitation-token', password: 'correct horse battery staple' },
    },
    summary: 'Accept an invitation',
    description:
      'Accepts an invitation and signs the person in. When an account of the invited email has this password, it ' +
      'becomes a member. Otherwise a new account is made with it. In both cases the response is that of a sign-in.',
    takesToken: true,
    problems: {
      ...SLOWED,
      401: 'The token is unknown, has expired or was accepted: `invitation_refused`',
    },
  },
  getSession: {
    summary: 'Who is signed in',
    description:
      'Returns the person of the session, and the organizations in which it can act now. `x-org-id` is ignored.',
    needsSession: true,
  },
  requestPasswordReset: {
    examples: { person: { email: 'owner@example.com' } },
    summary: 'Ask for a mail that resets one’s password',
    description:
      'Sends a mail with a link that resets the password. The response is the same for every email. When an account ' +
      'has the email, it gets a link that is good for one hour and works once. Without `SMTP_URL` the service sends ' +
      'no mail, and `sendsMail` is false.',
    problems: {
      429: `In an hour, more than ${MAX_RESETS_OF_ADDRESS} requests for one email or ${MAX_RESETS_OF_NETWORK} of one network: \`rate_limited\``,
    },
  },
  acceptPasswordReset: {
    examples: { person: { token: 'the-token-of-the-mail', password: 'another good staple' } },
    summary: 'Set a new password with the token of the mail',
    description:
      'Sets a new password with the token of the mail. All accounts of the email get the password and become one. ' +
      'All their sessions end. The response is that of a sign-in.',
    takesToken: true,
    problems: {
      401: 'The token is unknown, has expired or was used: `reset_refused`',
    },
  },
  endSession: {
    summary: 'Sign out',
    description: 'Ends the session of the caller.',
    needsSession: true,
  },
  changePassword: {
    examples: {
      change: {
        currentPassword: 'correct horse battery staple',
        newPassword: 'another good battery staple',
      },
    },
    summary: 'Change one’s password',
    description:
      'Changes the password of the account that is signed in, and ends all its sessions but this one. ' +
      'A wrong `currentPassword` is `password_wrong`. Each try counts like a wrong password at a sign-in.',
    needsSession: true,
    problems: {
      ...SLOWED,
      401: 'The session is unknown or has ended, perhaps while the request ran: `session_invalid`',
    },
  },
})
