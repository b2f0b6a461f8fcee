// The cost of a caller without a credential. docs/contract.md#c10-public-bodies
import { MAX_PUBLIC_BODY_BYTES, MAX_REVISION_BODY_BYTES } from '@mediajobs/domain'
import {
  type Attack,
  type Expectation,
  type HostileRequest,
  requestsAttack,
  stepsAttack,
  tooLarge,
} from './attack.ts'
import { anyNetwork } from './network.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const WRONG: Expectation = { statuses: [400, 401, 429] }
const TOKEN = 'a'.repeat(43)
const PUBLIC = {
  '/auth/sessions': MAX_PUBLIC_BODY_BYTES,
  '/auth/invitations/accept': MAX_PUBLIC_BODY_BYTES,
  [`/deliveries/${TOKEN}/approve`]: MAX_PUBLIC_BODY_BYTES,
  [`/deliveries/${TOKEN}/request-revision`]: MAX_REVISION_BODY_BYTES,
}
// More calls than a network may make per minute: with a delivery token, and in total.
const NETWORK_CALLS = 70
const MOST_CALLS = 700
const AT_ONCE = 20

const filled = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
const fields = (count: number) =>
  `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join()}}`

export const strangerAttacks: Attack[] = [
  requestsAttack('bytes of a body without a credential', function* () {
    for (const [path, bytes] of Object.entries(PUBLIC)) {
      yield post('at the bound', path, () => filled(bytes), { statuses: [400, 401, 404] })
      yield post('one above', path, () => filled(bytes + 1), tooLarge)
      yield post('a MiB', path, () => filled(1_048_570), tooLarge)
      const far = post('a thousand times', path, () => '{', tooLarge)
      yield { ...far, claimedBytes: bytes * 1_000 }
    }
  }),
  requestsAttack('bodies of wrong values', function* () {
    for (const [path, bytes] of Object.entries(PUBLIC)) {
      yield post('100,000 unknown fields', path, () => fields(100_000), tooLarge)
      yield post('50,000 wrong items', path, () => wrongItems(50_000), tooLarge)
      yield post('a lone surrogate next to nesting', path, () => nests(400_000), tooLarge)
      const within = Math.floor(bytes / 12)
      yield post('unknown fields that fit', path, () => fields(within), { statuses: [400, 404] })
      yield post('nests that fit', path, () => nests(within), { statuses: [400] })
    }
  }),
  stepsAttack('forty oversized sign-ins at once', async (_stage, expect) => {
    const request = post(
      '100,000 unknown fields',
      '/auth/sessions',
      () => fields(100_000),
      tooLarge,
    )
    await Promise.all(Array.from({ length: 40 }, () => expect(request)))
  }),
  stepsAttack('many calls from one network', async (_stage, expect) => {
    const headers = { ...JSON_TYPE, 'x-forwarded-for': anyNetwork() }
    const request = { ...post('an empty sign-in', '/auth/sessions', () => '{}', WRONG), headers }
    const outcomes = []
    for (let n = 0; n < MOST_CALLS; n += AT_ONCE) {
      const some = await Promise.all(Array.from({ length: AT_ONCE }, () => expect(request)))
      outcomes.push(...some.map(({ outcome }) => outcome))
    }
    if (!outcomes.includes(429)) throw new Error("invalid bodies from one network aren't counted")
  }),
  stepsAttack('a locked-out owner', lockOut),
  stepsAttack('addresses with ports, and invalid addresses', oddAddresses),
  requestsAttack('unknown routes, methods and tokens', function* () {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const gone: Expectation = { statuses: [404, 405, 413] }
      yield { ...post('an unknown route', '/nowhere', () => fields(50_000), gone), method }
      yield { ...post('an unknown token', `/deliveries/${TOKEN}`, () => '', gone), method }
    }
    for (const token of ['x', 'a'.repeat(10_000), '%00', '%ff']) {
      const path = `/deliveries/${token}`
      const expected: Expectation = { statuses: [400, 404] }
      yield { name: 'an odd token', method: 'GET', path, expected }
    }
  }),
  stepsAttack('many requests for the document', async (stage, expect) => {
    const paths = ['/openapi.json', '/docs', '/', '/health/ready']
    const found: Expectation = { statuses: [200, 302, 429] }
    const count = stage.isFull ? 50 : 10
    for (const path of paths) {
      const request: HostileRequest = { name: 'a page', method: 'GET', path, expected: found }
      await Promise.all(Array.from({ length: count }, () => expect(request)))
    }
  }),
]

type Steps = Parameters<typeof stepsAttack>[1]

async function lockOut(...[stage, expect]: Parameters<Steps>): Promise<void> {
  const { email, password } = await stage.service.createOrg()
  const guess = (text: string) => () => JSON.stringify({ email, password: text })
  const network = { ...JSON_TYPE, 'x-forwarded-for': anyNetwork() }
  for (let n = 0; n < 15; n += 1) {
    const request = post(`guess ${n}`, '/auth/sessions', guess(`wrong-password-${n}`), WRONG)
    await expect({ ...request, headers: network })
  }
  await expect(post('the owner', '/auth/sessions', guess(password), { statuses: [201] }))
}

async function oddAddresses(...[, expect]: Parameters<Steps>): Promise<void> {
  const one = anyNetwork()
  const shapes: Record<string, (n: number) => string> = {
    'with ports': (n) => `${one}:${1_000 + n}`,
    junk: (n) => `not-an-address-${n}`,
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const outcomes = []
    for (let n = 0; n < NETWORK_CALLS; n += 1) {
      const { outcome } = await expect({
        name,
        method: 'GET',
        path: `/deliveries/${TOKEN}`,
        headers: { 'x-forwarded-for': shape(n) },
        expected: { statuses: [404, 429] },
      })
      outcomes.push(outcome)
    }
    if (!outcomes.includes(429)) throw new Error(`${name}: ${NETWORK_CALLS} calls, none refused`)
  }
}

function wrongItems(count: number): string {
  return `{"email":[${Array(count).fill('{}').join()}],"password":[${Array(count).fill('{}').join()}]}`
}

function nests(depth: number): string {
  return `{"email":"\\ud83d\\ude00","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

function post(
  name: string,
  path: string,
  body: () => string,
  expected: Expectation,
): HostileRequest {
  return { name, method: 'POST', path, headers: JSON_TYPE, body, expected }
}
