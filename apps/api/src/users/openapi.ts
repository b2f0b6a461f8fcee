import { operationDocs } from '../operation-docs.ts'

const SHOWN_BEFORE = '`secret_already_shown` at a repeat with the same Idempotency-Key'
const ABOVE = 'Scope or role; `role_forbids` also for a role, or someone, above one’s own'

export const docs = operationDocs({
  createUser: {
    examples: {
      technician: { email: 'tess@example.com', name: 'Tess Tripod', role: 'TECHNICIAN' },
    },
    summary: 'Invite a person',
    description:
      'The only answer that shows `invitationToken`, which is good for 7 days. Work can be assigned ' +
      'to the person at once; they can act when they have accepted.',
    problems: {
      403: ABOVE,
      409: `The person is a user here already: \`duplicate_email\`; ${SHOWN_BEFORE}`,
    },
  },
  listUsers: { summary: 'List users', description: 'Newest first.' },
  getUser: { summary: 'Get a user' },
  updateUser: {
    examples: { role: { role: 'EDITOR' }, deactivate: { active: false } },
    summary: 'Change a user',
    description:
      '`active: false` ends their sessions here and stops the keys that they made, at once. A higher ' +
      '`role` ends the open invitation of a person who has not accepted: invite them again.',
    problems: { 403: ABOVE, 409: 'Nobody else would be an active ADMIN: `last_admin`' },
  },
  inviteUserAgain: {
    summary: 'Invite a person again',
    description: 'Makes a new `invitationToken`; the one before is void.',
    optionalBody: true,
    problems: {
      403: ABOVE,
      409: `They have accepted (\`already_accepted\`) or are deactivated (\`user_inactive\`); ${SHOWN_BEFORE}`,
    },
  },
})
