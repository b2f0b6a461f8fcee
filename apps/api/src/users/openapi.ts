import { operationDocs } from '../operation-docs.ts'

const SHOWN_BEFORE = '`secret_already_shown` at a repeat with the same Idempotency-Key'
const ABOVE =
  'The scope or the role is missing; `role_forbids` also when the new role, or the user, is above one’s own role'

export const docs = operationDocs({
  createUser: {
    examples: {
      technician: { email: 'tess@example.com', name: 'Tess Tripod', role: 'TECHNICIAN' },
    },
    summary: 'Invite a person',
    description:
      'Adds a person to the organization and makes an invitation for them. Only this response shows ' +
      '`invitationToken`, which is valid for 7 days. Work can be assigned to the person at once. They can act ' +
      'after they have accepted.',
    problems: {
      403: ABOVE,
      409: `The person is a user here already: \`duplicate_email\`; ${SHOWN_BEFORE}`,
    },
  },
  listUsers: {
    summary: 'List users',
    description: 'Lists the people of the organization, newest first.',
  },
  getUser: { summary: 'Get a user', description: 'Returns one person of the organization.' },
  updateUser: {
    examples: {
      role: { role: 'EDITOR' },
      deactivate: { active: false },
      hours: {
        workingHours: {
          monday: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '17:30' },
          ],
          saturday: [{ from: '09:00', to: '13:00' }],
        },
      },
    },
    summary: 'Change a user',
    description:
      'Changes the name, role, working hours or active state of a person. `active: false` ends their sessions in the ' +
      'organization and stops the keys that they made, at once. A higher `role` ends the open invitation of a ' +
      'person who has not accepted: invite them again.',
    problems: { 403: ABOVE, 409: 'The user is the last active ADMIN: `last_admin`' },
  },
  inviteUserAgain: {
    summary: 'Invite a person again',
    description:
      'Makes a new `invitationToken` for a person who has not accepted yet. The previous one stops working.',
    optionalBody: true,
    problems: {
      403: ABOVE,
      409: `The person has accepted (\`already_accepted\`) or is deactivated (\`user_inactive\`); ${SHOWN_BEFORE}`,
    },
  },
})
