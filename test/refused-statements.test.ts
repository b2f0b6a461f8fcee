import { setTimeout as pause } from 'node:timers/promises'
import { insertInto, type Sql, selectList } from '@mediajobs/db'
import { MAX_ORGANIZATION_WAITING } from '@mediajobs/domain'
import type { Store, Tx } from '@mediajobs/outbox'
import { testApp } from '@mediajobs/testing/api/app'
import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import t from 'tap'

// Whatever refuses a statement, however it's sent, the caller gets the refusal, not a 500.
// docs/contract.md#c10-fair-shares, #c1-errors-500

const TABLES = `
  create function refuse(code text) returns text language plpgsql as $$ begin
    if code = 'MJ001' then
      raise 'moving' using errcode = code, detail = '{"cell":"us1","isAway":false,"seconds":2}';
    end if;
    raise 'refused' using errcode = code;
  end $$;
  create function refuse_row() returns trigger language plpgsql as $$ begin
    perform refuse(new.code);
    return null;
  end $$;
  create table refused_at_once (code text not null);
  insert into refused_at_once (code) values ('kept');
  create trigger refuse_row after insert on refused_at_once for each row execute function refuse_row();
  create table refused_at_commit (code text not null);
  create constraint trigger refuse_row after insert on refused_at_commit
    deferrable initially deferred for each row execute function refuse_row()`

const refusedAtOnce = pgTable('refused_at_once', { code: text('code').notNull() })
const insertRefused = insertInto(refusedAtOnce)

const UNAVAILABLE = [503, 'database_unavailable'] as const

// The caller's message, and the metric's label.
const REASONS = {
  '53100': ['full', /database is full/],
  '53300': ['connections', /no free connection/],
  '25006': ['read_only', /read-only/],
  '57014': ['timeout', /took too long/],
  '57P01': ['unreachable', /unreachable/],
  '40P01': ['other', /could not complete/],
} as const

/** SQLSTATE → the response. */
const REFUSALS = {
  '53100': UNAVAILABLE, // the disk is full
  '53300': UNAVAILABLE, // no free connection
  '25006': UNAVAILABLE, // the server accepts no writes
  '57014': UNAVAILABLE, // the statement took too long
  '57P01': UNAVAILABLE, // the server shuts down
  '40P01': UNAVAILABLE, // a deadlock
  MJ001: [503, 'organization_moving'], // the organization is frozen for its move
} as const

/** The part of a handler's request needed here. */
interface Request {
  readonly store: Pick<Store, 'sql' | 'quick' | 'read' | 'search' | 'transaction'>
}

type Way = (request: Request, code: string) => Promise<unknown>

const bySql = (on: (request: Request) => Sql): Record<string, Way> => ({
  query: (request, code) => on(request).query('select refuse($1)', [code]),
  queryOnce: (request, code) => on(request).queryOnce('select refuse($1)', [code]),
  orm: (request, code) => on(request).orm.execute(sql`select refuse(${code})`),
  'orm select': (request, code) =>
    on(request)
      .orm.select()
      .from(refusedAtOnce)
      .where(sql`refuse(${code}) is null`)
      .union(
        on(request)
          .orm.select({ code: sql<string>`refuse(${code})` })
          .from(sql`(select 1)`),
      ),
  'orm count': (request, code) => on(request).orm.$count(sql`(select refuse(${code})) as refused`),
  selectList: (request, code) =>
    on(request).query(
      `select ${selectList(refusedAtOnce)} from (select refuse($1)) as refused_at_once (code)`,
      [code],
    ),
})

const within = (work: (tx: Tx, code: string) => Promise<unknown>): Way => {
  return (request, code) => request.store.transaction((tx) => work(tx, code))
}

const WAYS: Record<string, Record<string, Way>> = {
  sql: bySql(({ store }) => store.sql),
  quick: bySql(({ store }) => store.quick),
  read: {
    query: ({ store }, code) => store.read((quick) => quick.query('select refuse($1)', [code])),
    orm: ({ store }, code) => store.read((quick) => quick.orm.execute(sql`select refuse(${code})`)),
  },
  search: {
    query: ({ store }, code) => store.search((slow) => slow.query('select refuse($1)', [code])),
    queryOnce: ({ store }, code) =>
      store.search((slow) => slow.queryOnce('select refuse($1)', [code])),
    orm: ({ store }, code) => store.search((slow) => slow.orm.execute(sql`select refuse(${code})`)),
  },
  transaction: {
    query: within((tx, code) => tx.query('select refuse($1)', [code])),
    queryOnce: within((tx, code) => tx.queryOnce('select refuse($1)', [code])),
    orm: within((tx, code) => tx.orm.execute(sql`select refuse(${code})`)),
    'orm insert': within((tx, code) => tx.orm.insert(refusedAtOnce).values({ code })),
    'orm update': within((tx, code) =>
      tx.orm.update(refusedAtOnce).set({ code }).where(sql`refuse(${code}) is null`),
    ),
    'orm delete': within((tx, code) =>
      tx.orm.delete(refusedAtOnce).where(sql`refuse(${code}) is null`),
    ),
    'orm count': within((tx, code) => tx.orm.$count(sql`(select refuse(${code})) as refused`)),
    insertInto: within((tx, code) => insertRefused(tx, { code })),
    'not awaited': within(async (tx, code) => {
      void tx.query('select refuse($1)', [code])
    }),
    'behind one that was refused': within(async (tx, code) => {
      void tx.query('select refuse($1)', [code])
      await tx.orm.execute(sql`select 1`)
    }),
    'after a savepoint': within(async (tx, code) => {
      tx.savepoint()
      await tx.orm.execute(sql`select refuse(${code})`)
    }),
    'beside the commit': within(async (tx, code) => {
      tx.endWith(tx.besideCommit.query('select refuse($1)', [code]))
    }),
    commit: within((tx, code) =>
      tx.query('insert into refused_at_commit (code) values ($1)', [code]),
    ),
  },
}

/** By share: occupies one of its places until `held` resolves. */
const HOLDERS: Record<string, (request: Request, held: Promise<void>) => Promise<unknown>> = {
  connections: ({ store }, held) => store.transaction(() => held),
  reads: ({ store }, held) => store.read(() => held),
  searches: ({ store }, held) => store.search(() => held),
}
/** The share needed by each way. `quick` needs none. */
const SHARE_OF: Record<string, string> = {
  sql: 'connections',
  read: 'reads',
  search: 'searches',
  transaction: 'connections',
}

let held = Promise.withResolvers<void>()
const route = { config: { access: { scope: 'READ' } }, schema: { hide: true } } as const

const service = await testApp(t, {
  routes(app) {
    app.post<{ Params: { kind: string; way: string; code: string } }>(
      '/test/refused/:kind/:way/:code',
      route,
      async (request) => {
        const { kind, way, code } = request.params
        await WAYS[kind]?.[way]?.(request, code)
        return {}
      },
    )
    app.post<{ Params: { share: string } }>('/test/held/:share', route, async (request) => {
      await HOLDERS[request.params.share]?.(request, held.promise)
      return {}
    })
  },
})
await service.store.database.pool.query(TABLES)

const ways = Object.entries(WAYS).flatMap(([kind, ofKind]) =>
  Object.keys(ofKind).map((way) => [kind, way] as const),
)

const withoutKey = ([kind, way]: readonly [string, string]) => [[kind, way, false] as const]
const withAndWithoutKey = ([kind, way]: readonly [string, string]) =>
  [false, true].map((isIdempotent) => [kind, way, isIdempotent] as const)

const pathTo = (kind: string, way: string, state: string) =>
  `refused/${kind}/${encodeURIComponent(way)}/${state}`

async function post(path: string, key: string, isIdempotent = false) {
  const response = await fetch(`${service.url}/test/${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      ...(isIdempotent && { 'idempotency-key': crypto.randomUUID() }),
    },
  })
  const { status, headers } = response
  const { code, message } = (await response.json()) as { code?: string; message?: string }
  return { status, code, message, retryAfter: headers.get('retry-after') }
}

t.test(
  'a refusal by PostgreSQL is never a 500, however the statement is sent [c1-errors-500]',
  async (t) => {
    const { key } = await service.createOrg()
    for (const [state, refusal] of Object.entries(REFUSALS)) {
      for (const [kind, way, isIdempotent] of ways.flatMap(withAndWithoutKey)) {
        const expected = kind === 'search' && state === '57014' ? [503, 'search_timeout'] : refusal
        const { status, code, retryAfter } = await post(pathTo(kind, way, state), key, isIdempotent)
        const name = `${state}: ${kind}, ${way}${isIdempotent ? ', with a key' : ''}`
        t.strictSame([status, code], expected, name)
        t.ok(Number(retryAfter) >= 1, `${name}: Retry-After`)
      }
    }
  },
)

t.test('caller and operator learn why the database is unavailable [c15-full-disk]', async (t) => {
  const { key } = await service.createOrg()
  const refusals = async (reason: string) => figure(`database_refusals_total{reason="${reason}"}`)
  for (const [state, [reason, text]] of Object.entries(REASONS)) {
    const before = await refusals(reason)
    const { message } = await post(pathTo('transaction', 'query', state), key)
    t.match(message, text)
    t.equal(await refusals(reason), before + 1, reason)
  }
})

t.test(
  "an api stays ready while the database's disk is full, and says so [c15-full-disk]",
  async (t) => {
    const other = await testApp(t)
    const ready = async () => (await other.request('GET', '/health/ready')).body
    t.strictSame(await ready(), { status: 'ok', acceptsWrites: true })
    await other.store.database.pool.query(TABLES)
    await t.rejects(other.store.transaction((tx) => tx.query('select refuse($1)', ['53100'])))
    const { status, body } = await other.request('GET', '/health/ready')
    t.equal(status, 200, 'it can serve reads as well as any other api')
    t.strictSame(body, { status: 'ok', acceptsWrites: false })
  },
)

async function figure(line: string): Promise<number> {
  const metrics = await service.app.metrics.metrics()
  return Number(metrics.split(`${line} `)[1]?.split('\n')[0])
}

const waiting = (share: string) => figure(`organization_calls_waiting{share="${share}"}`)

t.test(
  'with too many calls waiting for a share, the next is a 429, however its statement is sent [c10-fair-shares]',
  async (t) => {
    for (const share of Object.keys(HOLDERS)) {
      const { key } = await service.createOrg()
      held = Promise.withResolvers()
      const { resolve } = held
      t.teardown(resolve)
      const holding: Promise<unknown>[] = []
      while ((await waiting(share)) < MAX_ORGANIZATION_WAITING) {
        holding.push(post(`held/${share}`, key))
        await pause(1)
      }
      // An idempotency key is looked up on a connection first: its call has begun before it needs another share, so it waits.
      const calls = share === 'connections' ? withAndWithoutKey : withoutKey
      for (const [kind, way, isIdempotent] of ways.flatMap(calls)) {
        if (SHARE_OF[kind] !== share) continue
        t.match(
          await post(pathTo(kind, way, '53100'), key, isIdempotent),
          { status: 429, code: 'organization_busy', retryAfter: '1' },
          `${kind}, ${way}${isIdempotent ? ', with a key' : ''}`,
        )
      }
      resolve()
      await Promise.all(holding)
    }
  },
)
