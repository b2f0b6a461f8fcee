import { MAX_FAILED_SIGN_INS, MAX_LIVE_SESSIONS, MAX_SIGN_INS } from '@mediajobs/domain'
import { operationDocs } from '../operation-docs.ts'

const SLOWED = {
  429: `Too many tried passwords: \`sign_in_slowed\`. For one email from one network ${MAX_FAILED_SIGN_INS} wrong ones in a quarter of an hour, and ${MAX_SIGN_INS} in all in an hour; over all networks, and from one network, more. Too many calls from one network: \`rate_limited\``,
}

export const docs = operationDocs({
  createSession: {
    examples: { person: { email: 'owner@example.com', password: 'correct horse battery staple' } },
    summary: 'Sign in',
    description: `The session acts in the organization that \`x-org-id\` names, and is good for 12 hours. Several accounts may share an email: \`organizations\` are those of the account that has this password. An account has at most ${MAX_LIVE_SESSIONS} live sessions; the oldest ends for one more.`,
    problems: {
      ...SLOWED,
      401: 'The email or the password is wrong, which of them is not said: `sign_in_failed`',
    },
  },
  acceptInvitation: {
    examples: {
      person: { token: 'the-invitation-token', password: 'correct horse battery staple' },
    },
    summary: 'Accept an invitation',
    description:
      'When an account of the invited email has this password, it becomes a member. Otherwise a new ' +
      'account is made with it. The response is that of a sign-in, alike in both cases.',
    problems: {
      ...SLOWED,
      401: 'The token is unknown, has expired or was accepted: `invitation_refused`',
    },
  },
  endSession: { summary: 'Sign out', needsSession: true },
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
    problems: SLOWED,
  },
})
