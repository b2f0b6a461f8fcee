import { MAX_LIVE_API_KEYS } from '@mediajobs/domain'
import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  createApiKey: {
    examples: {
      reader: {
        name: 'Booking form',
        scopes: ['READ', 'WRITE'],
        expiresAt: '2199-12-31T00:00:00Z',
      },
    },
    summary: 'Create an API key',
    description:
      'Only this response shows `key`. The key can’t have a scope that its creator lacks.',
    problems: {
      409: `The organization has ${MAX_LIVE_API_KEYS} keys that are neither revoked nor expired: \`too_many_api_keys\`; \`secret_already_shown\` at a repeat with the same Idempotency-Key`,
    },
  },
  listApiKeys: { summary: 'List API keys', description: 'Newest first, revoked ones too.' },
  getCurrentCredential: {
    summary: 'Describe the credential of the caller',
    description: 'Organization, role, scopes, expiry and limits.',
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'It stops working at once. Again: 204.',
  },
})
