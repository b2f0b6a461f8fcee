import { openKeyRing, signingSecretRow } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, statuses, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'

const api = await sharedApp()
const keyRing = openKeyRing(Buffer.alloc(32, 1).toString('base64'))

interface SecretsRow {
  current: string
  previous: string | null
  seconds: number | null
}

async function subscribed() {
  const studio = await webhookStudio(api)
  const { body: made } = await studio.subscribe('https://example.com/')
  const path = `${SUBSCRIPTIONS}/${made.id}/rotate-secret`
  const rotate = (body?: unknown) => studio.call('POST', path, body)
  const row = signingSecretRow(studio.org.organizationId, made.id)

  /** The dispatcher's signing secrets, and how many seconds the previous one remains valid. */
  async function stored() {
    const [found] = await api.store.sql.query<SecretsRow>(
      `select secret_encrypted as current, previous_secret_encrypted as previous,
        extract(epoch from previous_secret_until - clock_timestamp())::float8 as seconds
      from webhook_subscriptions where id = $1`,
      [made.id],
    )
    if (!found) throw new Error('the subscription is gone')
    const { current, previous, seconds } = found
    return {
      current: keyRing.decrypt(current, row),
      previous: previous && keyRing.decrypt(previous, row),
      seconds,
    }
  }
  return { ...studio, made, path, rotate, stored }
}

t.test(
  'a new secret is shown once; the previous one keeps signing for a day [c7-rotate]',
  async (t) => {
    const { call, made, rotate, stored } = await subscribed()
    const { status, body } = await rotate()
    t.equal(status, 200)
    t.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    t.not(body.secret, made.secret)
    const { secret, updatedAt, previousSecretUntil, ...record } = body
    const { secret: _, updatedAt: before, previousSecretUntil: none, ...same } = made
    t.strictSame(record, same)
    t.ok(updatedAt >= before)
    t.equal(none, null)
    const leftMs = Date.parse(previousSecretUntil) - Date.now()
    t.ok(leftMs > 86_390_000 && leftMs <= 86_401_000, previousSecretUntil)
    const shown = { ...record, updatedAt, previousSecretUntil }
    t.strictSame((await call('GET', `${SUBSCRIPTIONS}/${made.id}`)).body, shown)
    const { current, previous, seconds } = await stored()
    t.strictSame([current, previous], [secret, made.secret])
    t.ok(seconds && seconds > 86_390 && seconds <= 86_400, `${seconds}`)
  },
)

t.test(
  'the overlap has the requested length; with 0, the old secret ends immediately [c7-rotate]',
  async (t) => {
    const { made, rotate, stored } = await subscribed()
    const { body: second } = await rotate({ overlapSeconds: 604_800 })
    const week = await stored()
    t.equal(week.previous, made.secret)
    t.ok(week.seconds && week.seconds > 604_790)
    const { body: third } = await rotate({ overlapSeconds: 0 })
    t.strictSame(await stored(), { current: third.secret, previous: null, seconds: null })
    t.equal(third.previousSecretUntil, null)
    const { body: fourth } = await rotate({ overlapSeconds: 60 })
    const minute = await stored()
    t.strictSame([minute.current, minute.previous], [fourth.secret, third.secret])
    t.ok(minute.seconds && minute.seconds <= 60)
    t.not(second.secret, third.secret)
  },
)

t.test(
  'an overlap that has ended is not shown, and does not change the ETag [c7-rotate]',
  async (t) => {
    const { call, made, rotate } = await subscribed()
    await rotate({ overlapSeconds: 60 })
    const path = `${SUBSCRIPTIONS}/${made.id}`
    const during = await call('GET', path)
    await api.store.sql.query(
      `update webhook_subscriptions set previous_secret_until = clock_timestamp() where id = $1`,
      [made.id],
    )
    const after = await call('GET', path)
    t.equal(after.body.previousSecretUntil, null)
    t.equal(after.headers.etag, during.headers.etag)
  },
)

t.test('the overlap is a whole number of seconds, at most a week [c7-rotate]', async (t) => {
  const { made, rotate, stored } = await subscribed()
  for (const [overlapSeconds, message] of [
    [-1, 'overlapSeconds must be at least 0'],
    [604_801, 'overlapSeconds must be at most 604800'],
    [1.5, 'overlapSeconds must be an integer'],
    ['60', 'overlapSeconds must be an integer'],
    [null, 'overlapSeconds must be an integer'],
  ]) {
    const { status, body } = await rotate({ overlapSeconds })
    t.strictSame([status, body.message], [400, [message]])
  }
  t.equal((await stored()).current, made.secret)
})

t.test(
  'of twenty concurrent rotations one succeeds, so secrets sign as long as promised [c7-rotate]',
  async (t) => {
    const { made, rotate, stored } = await subscribed()
    const responses = await Promise.all(Array.from({ length: 20 }, () => rotate()))
    t.strictSame(statuses(responses), { 200: 1, 409: 19 })
    const [{ body: second }, { body: refused }] = [200, 409].map((status) =>
      responses.find((each) => each.status === status),
    ) as [(typeof responses)[0], (typeof responses)[0]]
    t.equal(refused.code, 'secret_overlap')
    const { current, previous } = await stored()
    t.strictSame([current, previous], [second.secret, made.secret])
    t.equal((await rotate({ overlapSeconds: 0 })).status, 200, 'it can be ended explicitly')
    await rotate({ overlapSeconds: 60 })
    const over =
      'update webhook_subscriptions set previous_secret_until = clock_timestamp() where id = $1'
    await api.store.sql.query(over, [made.id])
    t.equal((await rotate()).status, 200, 'after the overlap')
  },
)
