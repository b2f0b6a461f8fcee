import { createHash } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import t from 'tap'

const SEVEN_DAYS_MS = 7 * 86_400_000
// Allows for clock skew and the duration of the call.
const TOLERANCE_MS = 60_000

const service = await sharedApp()
const org = await service.createOrg()

// docs/contract.md#c2-key-stored
t.test('a key is stored as its SHA-256 and its first 12 characters [c2-key-stored]', async (t) => {
  const sent = { name: 'CRM', scopes: ['READ'] }
  const { body } = await org.call('POST', '/api-keys', sent)
  const rows = await service.store.sql.query(
    'select key_hash, prefix from api_keys where id = $1',
    [body.id],
  )
  const key_hash = createHash('sha256').update(body.key).digest()
  t.same(rows, [{ key_hash, prefix: body.key.slice(0, 12) }])
})

// docs/contract.md#c2-users-invite
t.test('an invitation is valid for 7 days [c2-users-invite]', async (t) => {
  const { body } = await peopleOf(service, org).invite(newEmail())
  const validMs = Date.parse(body.invitationExpiresAt) - Date.now()
  t.ok(Math.abs(validMs - SEVEN_DAYS_MS) < TOLERANCE_MS, `${validMs} ms`)
})
