import t from 'tap'
import {
  type ReceivedHeaders,
  verify,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from '../src/index.ts'
import { sign, verify as verifySync } from '../src/node.ts'
import vectors from './vectors.json' with { type: 'json' }

const SECRET = 'whsec_mXW1F6zF0oWk3cXb7kq1y2pQ8r5t9u0vA4B6C8D0E2g='
const OTHER_SECRET = 'whsec_Zk9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGw='
const NOW = 1_777_628_400
const BODY = `{"id":"1","event":"PROJECT_CREATED","timestamp":"${NOW}","data":{"name":"Zoë 🏡"}}`
const EVENT = {
  id: '1',
  event: 'PROJECT_CREATED',
  timestamp: `${NOW}`,
  data: { name: 'Zoë 🏡' },
}

const signed = (body: string | Uint8Array = BODY, secrets = [SECRET]) => ({
  'x-webhook-signature': sign(body, { timestampSeconds: NOW, secrets }),
})

type Decision = WebhookVerificationErrorCode | 'accepted'

/** The decision of both entry points on a request. Throws if they differ. */
async function refusal(
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  options: { secret?: string; nowSeconds?: number; toleranceSeconds?: number } = {},
): Promise<Decision> {
  const { secret = SECRET, ...rest } = options
  const decide = async (entry: typeof verify | typeof verifySync): Promise<Decision> => {
    try {
      await entry(body, headers, secret, { nowSeconds: NOW, ...rest })
      return 'accepted'
    } catch (error) {
      if (error instanceof WebhookVerificationError) return error.code
      throw error
    }
  }
  const decision = await decide(verify)
  const sync = await decide(verifySync)
  if (decision !== sync) throw new Error(`${decision}, but the synchronous entry: ${sync}`)
  return decision
}

t.test('a signed request returns its event, from bytes or text', async (t) => {
  for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
    t.same(await verify(body, signed(), SECRET, { nowSeconds: NOW }), EVENT)
    t.same(verifySync(body, signed(), SECRET, { nowSeconds: NOW }), EVENT)
  }
})

t.test(
  'a signature by openssl is accepted, unless the secret or the timestamp differs',
  async (t) => {
    for (const { name, timestampSeconds, secret, bodyHex, signature } of vectors) {
      const body = Buffer.from(bodyHex, 'hex')
      const headers = { 'x-webhook-signature': `t=${timestampSeconds},v1=${signature}` }
      const options = { secret, nowSeconds: timestampSeconds }
      const expected = /event|ASCII|white/.test(name) ? 'accepted' : 'body_malformed'
      t.equal(await refusal(body, headers, options), expected, name)
      t.equal(
        await refusal(body, headers, { ...options, secret: 'other' }),
        'signature_mismatch',
        name,
      )
      const moved = { 'x-webhook-signature': `t=${timestampSeconds + 1},v1=${signature}` }
      t.equal(await refusal(body, moved, options), 'signature_mismatch', name)
    }
  },
)

t.test('the header is found in any case, in an object, a list or Headers', async (t) => {
  const value = signed()['x-webhook-signature']
  t.equal(await refusal(BODY, { 'X-Webhook-Signature': value }), 'accepted')
  t.equal(
    await refusal(BODY, { 'X-WEBHOOK-SIGNATURE': [value], get: 'a header of that name' }),
    'accepted',
  )
  t.equal(await refusal(BODY, new Headers({ 'x-Webhook-signature': value })), 'accepted')
})

t.test('any of several signatures is enough', async (t) => {
  const headers = signed(BODY, [OTHER_SECRET, SECRET])
  t.equal(await refusal(BODY, headers), 'accepted')
  t.equal(await refusal(BODY, headers, { secret: OTHER_SECRET }), 'accepted')
  t.equal(await refusal(BODY, headers, { secret: 'third' }), 'signature_mismatch')
})

t.test("a changed byte or reserialized JSON doesn't match [i6-exact-bytes]", async (t) => {
  t.equal(await refusal(BODY.replace('Zoë', 'Zoe'), signed()), 'signature_mismatch')
  t.equal(await refusal(JSON.stringify(JSON.parse(BODY), null, 1), signed()), 'signature_mismatch')
  t.equal(await refusal(`${BODY}\n`, signed()), 'signature_mismatch')
})

t.test('a missing header and a malformed one have different codes', async (t) => {
  const hex = 'a'.repeat(64)
  t.equal(await refusal(BODY, {}), 'signature_missing')
  t.equal(await refusal(BODY, new Headers()), 'signature_missing')
  t.equal(await refusal(BODY, { 'x-webhook-signature': undefined }), 'signature_missing')
  const broken = [
    '',
    'v1',
    hex,
    `v1=${hex}`,
    `t=${NOW}`,
    `t=${NOW},v1=`,
    `t=${NOW},v1=abc`,
    `t=${NOW},v1=${'g'.repeat(64)}`,
    `t=${NOW},v1=${hex}00`,
    `t=,v1=${hex}`,
    `t=-1,v1=${hex}`,
    `t=1e9,v1=${hex}`,
    `t=${'9'.repeat(13)},v1=${hex}`,
    `t=${NOW},t=${NOW},v1=${hex}`,
    `t=${NOW},v0=${hex}`,
    `t=${NOW};v1=${hex}`,
  ]
  for (const value of broken) {
    t.equal(await refusal(BODY, { 'x-webhook-signature': value }), 'signature_malformed', value)
  }
  const value = signed()['x-webhook-signature']
  t.equal(await refusal(BODY, { 'x-webhook-signature': [value, value] }), 'signature_malformed')
})

t.test('more than four signatures are refused before the body is hashed', async (t) => {
  const others = Array.from({ length: 3 }, (_, n) => `${OTHER_SECRET}${n}`)
  t.equal(await refusal(BODY, signed(BODY, [...others, SECRET])), 'accepted', 'four')
  t.equal(await refusal(BODY, signed(BODY, [...others, 'fifth', SECRET])), 'signature_malformed')
  const large = Buffer.alloc(16 * 1_048_576)
  const many = signed('', [SECRET])['x-webhook-signature'] + `,v1=${'a'.repeat(64)}`.repeat(200)
  const before = process.cpuUsage()
  t.equal(await refusal(large, { 'x-webhook-signature': many }), 'signature_malformed')
  // One HMAC of this body takes at least 20 ms; two hundred for each entry point take seconds.
  const { user, system } = process.cpuUsage(before)
  t.ok(user + system < 1_000_000, `${user + system} µs`)
})

t.test('a header of more than 600 characters is refused', async (t) => {
  const padded = (length: number) => {
    const header = `${signed()['x-webhook-signature']},v2=`
    return { 'x-webhook-signature': header.padEnd(length, 'x') }
  }
  t.equal(await refusal(BODY, padded(600)), 'accepted')
  t.equal(await refusal(BODY, padded(601)), 'signature_malformed')
})

t.test('a future scheme alongside v1 is ignored [i9-v1]', async (t) => {
  const value = signed()['x-webhook-signature']
  t.equal(await refusal(BODY, { 'x-webhook-signature': `${value},v2=later` }), 'accepted')
})

t.test('old and early requests are refused, by default beyond 300 seconds [i6-old]', async (t) => {
  const at = (nowSeconds: number, toleranceSeconds?: number) =>
    refusal(BODY, signed(), {
      nowSeconds,
      ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    })
  t.equal(await at(NOW + 300), 'accepted')
  t.equal(await at(NOW + 301), 'timestamp_outside_tolerance')
  t.equal(await at(NOW - 300), 'accepted')
  t.equal(await at(NOW - 301), 'timestamp_outside_tolerance')
  t.equal(await at(NOW + 301, 600), 'accepted')
  t.equal(await at(NOW + 1, 0), 'timestamp_outside_tolerance')
  await t.rejects(verify(BODY, signed(), SECRET), { code: 'timestamp_outside_tolerance' })
})

t.test("a signed body that isn't an event is refused", async (t) => {
  const bodies = [
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{}',
    '{"id":1,"event":"A","timestamp":"1","data":{}}',
    '{"id":"1","timestamp":"1","data":{}}',
    '{"id":"1","event":"A","timestamp":1,"data":{}}',
    '{"id":"1","event":"A","timestamp":"1","data":[]}',
    '{"id":"1","event":"A","timestamp":"1","data":null}',
  ]
  for (const body of bodies) t.equal(await refusal(body, signed(body)), 'body_malformed', body)
})

t.test('wrong arguments throw, and never accept a request', async (t) => {
  const parsed: unknown = JSON.parse(BODY)
  const toleranceSeconds = Number.NaN
  for (const entry of [verify, verifySync]) {
    const given = async (body: string, secret?: string, options = {}) =>
      // @ts-expect-error an environment variable that is not set
      entry(body, signed(), secret, { nowSeconds: NOW, ...options })
    // @ts-expect-error plain JavaScript can pass a parsed body
    await t.rejects(given(parsed, SECRET), TypeError)
    await t.rejects(given(BODY), TypeError)
    await t.rejects(given(BODY, ''), RangeError)
    await t.rejects(given(BODY, SECRET, { toleranceSeconds }), RangeError)
    await t.rejects(given(BODY, SECRET, { nowSeconds: Number.NaN }), RangeError)
  }
})
