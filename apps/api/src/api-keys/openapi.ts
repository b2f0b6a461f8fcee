import { KEY_USAGE_DAYS, MAX_LIVE_API_KEYS } from '@mediajobs/domain'
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
      'Creates an API key. Only this response shows `key`. It can’t have a scope that its creator lacks.',
    problems: {
      409: `The organization has ${MAX_LIVE_API_KEYS} keys that are neither revoked nor expired: \`too_many_api_keys\`; \`secret_already_shown\` at a repeat with the same Idempotency-Key`,
    },
  },
  listApiKeys: {
    summary: 'List API keys',
    description:
      'Lists API keys, newest first, revoked ones too. The keys themselves are never shown.',
  },
  getCurrentCredential: {
    summary: 'Describe the credential of the caller',
    description:
      'Returns what the credential of this call is and may do: organization, role, scopes, expiry and limits.',
  },
  getApiKeyUsage: {
    summary: 'Get the use of an API key',
    description:
      'Counts the calls of an API key. `windows`: those that count against each rate limit now, over all processes of the service. ' +
      `\`days\`: the calls of the last ${KEY_USAGE_DAYS} days (UTC) by status, newest first, without days ` +
      'that had none. A call is in `days` half a minute after its response. 499: the client disconnected ' +
      'before its end.',
  },
  rotateApiKey: {
    examples: { week: { overlapSeconds: 604_800 } },
    summary: 'Replace an API key',
    description:
      'Replaces an API key by a new one with the same name, scopes and expiry. Only this response shows `key`. The old key works ' +
      'for `overlapSeconds` more, or until its own expiry if that is earlier; its `replacedById` is the new ' +
      'key. The new key belongs to you: it has your role, and you must hold its scopes.',
    optionalBody: true,
    problems: {
      409: `The key was replaced before: \`api_key_replaced\`; it was revoked or has expired: \`api_key_ended\`; the organization has ${MAX_LIVE_API_KEYS} keys that work, the old one among them: \`too_many_api_keys\`; \`secret_already_shown\` at a repeat with the same Idempotency-Key`,
    },
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'Ends an API key at once. Again: 204.',
  },
})
