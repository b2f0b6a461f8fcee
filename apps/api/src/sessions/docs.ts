import { operationDocs } from '../operation-docs.ts'

const SLOWED = {
  429: 'Too many wrong passwords for this account or from this address: `sign_in_slowed`',
}

export const docs = operationDocs({
  createSession: {
    examples: { person: { email: 'owner@example.com', password: 'correct horse battery staple' } },
    summary: 'Sign in',
    description:
      'The session acts in the organization that `x-org-id` names, and is good for 12 hours.',
    problems: {
      ...SLOWED,
      401: 'The email or the password is wrong, which of them is not told: `sign_in_failed`',
    },
  },
  acceptInvitation: {
    examples: {
      person: { token: 'the-invitation-token', password: 'correct horse battery staple' },
    },
    summary: 'Accept an invitation',
    description: 'Sets the password of a new account, or checks that of one that exists.',
    problems: { ...SLOWED, 401: 'Token or password are not good: `invitation_refused`' },
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
      'Ends all sessions of the person but this one. A wrong `currentPassword` is `password_wrong`.',
    needsSession: true,
    problems: SLOWED,
  },
})
