import { prove } from './support/fault.ts'
import { countStatuses, openRacetrack, type Racetrack } from './support/same-instant.ts'

const EQUAL = 50
const FULL_ROUNDS = 20

interface Kind {
  path: string
  bodyOf(n: number): object
  code: string
}

const KINDS: Record<string, Kind> = {
  'customers’ e-mails': {
    path: '/customers',
    bodyOf: (n) => ({ name: `N${n}`, email: n % 2 ? 'race@example.com' : 'RACE@Example.com' }),
    code: 'duplicate_email',
  },
  'users’ e-mails': {
    path: '/users',
    bodyOf: (n) => ({
      name: `N${n}`,
      email: n % 2 ? 'race@example.com' : 'RACE@Example.com',
      role: 'EDITOR',
    }),
    code: 'duplicate_email',
  },
  'subscriptions’ URLs': {
    path: '/webhooks/subscriptions',
    bodyOf: (n) => ({
      url: n % 2 ? 'https://example.com/hook' : 'HTTPS://Example.COM.:443/%68ook',
      events: ['PROJECT_CREATED'],
    }),
    code: 'duplicate_url',
  },
}

await prove({
  id: 'F14',
  promise:
    'of fifty concurrent customers with one email, or subscriptions with one URL, one is created and the others get a 409',
  rules: '[i4-same-url, i7-409, c5-customers-email]',
  target: `of each ${EQUAL}: 1 made, ${EQUAL - 1} times 409, 1 in the list`,
  async run({ t, isFull }) {
    const track = await openRacetrack(t, isFull)
    let [races, made, refused, listed] = [0, 0, 0, 0]
    for (let round = 0; round < (isFull ? FULL_ROUNDS : 1); round += 1) {
      for (const [name, kind] of Object.entries(KINDS)) {
        const seen = await raceFor(track, kind)
        t.match(seen, { made: 1, refused: EQUAL - 1, listed: 1 }, name)
        races += 1
        made += seen.made
        refused += seen.refused
        listed += seen.listed
      }
    }
    return {
      figure: `${races} times ${EQUAL}: ${made} made, ${refused} times 409, ${listed} in the lists`,
      isMet: made === races && refused === races * (EQUAL - 1) && listed === races,
    }
  },
})

async function raceFor({ service, race }: Racetrack, { path, bodyOf, code }: Kind) {
  const { key } = await service.createOrg()
  const list = async () => (await service.request('GET', `${path}?limit=100`, { key })).body.data
  const before = (await list()).length
  const responses = await race(EQUAL, path, (n) => ({ key, body: bodyOf(n) }))
  return {
    made: countStatuses(responses)[201] ?? 0,
    refused: responses.filter(({ status, body }) => status === 409 && body.code === code).length,
    listed: (await list()).length - before,
  }
}
