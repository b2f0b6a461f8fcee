import type { ReceiverPolicy } from '@mediajobs/operations/webhooks'
import { testApp } from '@mediajobs/testing/api/app'
import { SUBSCRIPTIONS, webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import { PRIVATE_HOSTS } from '@mediajobs/testing/dispatcher/private-hosts'
import t from 'tap'

const strict = await testApp(t, { receivers: { allowHttp: false, allowPrivateNetworks: false } })

t.test(
  'all spellings of a URL are the same subscription, shown in normalized form [i4-same-url, c7-url-unique]',
  async (t) => {
    const groups: [string, string[]][] = [
      [
        'https://example.com/',
        [
          'https://example.com',
          'HTTPS://EXAMPLE.com/',
          'https://example.com.',
          'https://example.com:443/',
          'https://example.com:0443',
          'https://example.com/?',
          'https://example.com/a/..',
          'https://example.com/%2e/',
          ' https://example.com/\n',
          'https:example.com',
          'https://ｅxample.com',
          'https://@example.com/',
        ],
      ],
      [
        'https://example.com/caf%C3%A9/~me?a=%2F&b=%7C',
        [
          'https://example.com/café/~me?a=%2F&b=|',
          'https://example.com/caf%c3%a9/%7eme?a=%2f&b=%7c',
          'https://example.com/x/../%63af%c3%a9/%7Eme?%61=%2F&b=|',
        ],
      ],
      ['https://xn--mnchen-3ya.de/', ['https://MÜNCHEN.de', 'https://xn--mnchen-3ya.de.']],
      ['https://example.com/50%25', ['https://example.com/50%', 'https://example.com/50%25']],
      ['https://8.8.8.8:8443/', ['https://0x8.8.8.8:8443/', 'https://134744072:8443']],
      [
        'https://[2606:4700::1111]/',
        ['https://[2606:4700:0:0:0:0:0:1111]', 'https://[2606:4700::1111]:443'],
      ],
    ]
    for (const [normal, spellings] of groups) {
      const { call, subscribe } = await webhookStudio(strict)
      t.match(await subscribe(normal), { status: 201, body: { url: normal } }, normal)
      for (const spelling of spellings) {
        t.match(
          await subscribe(spelling),
          { status: 409, body: { code: 'duplicate_url' } },
          `${spelling} is ${normal}`,
        )
      }
      t.equal((await call('GET', SUBSCRIPTIONS)).body.data.length, 1)
    }
  },
)

t.test('URLs that mean different things are different subscriptions', async (t) => {
  const { subscribe } = await webhookStudio(strict)
  const urls = [
    'https://example.com/a',
    'https://example.com/A',
    'https://example.com/a/',
    'https://example.com/a%2Fb',
    'https://example.com/a/b',
    'https://example.com:8443/a',
    'https://www.example.com/a',
    'https://example.com/a?x=1&y=2',
    'https://example.com/a?y=2&x=1',
    'https://example.com/a?x=%26',
    'https://example.com/a?x=&',
  ]
  for (const url of urls) t.match(await subscribe(url), { status: 201, body: { url } }, url)
})

t.test(
  "a URL that webhooks can't be sent to is a 400 with the reason [i6-https, c7-url]",
  async (t) => {
    const { call, subscribe } = await webhookStudio(strict)
    const cases: [string, (string | RegExp)[]][] = [
      ['nonsense', [/^url must be an absolute URL/]],
      ['/hook', [/^url must be an absolute URL/]],
      ['https://', [/^url must be an absolute URL/]],
      ['https://exa mple.com', [/^url must be an absolute URL/]],
      ['https://1.2.3.4.5', [/^url must be an absolute URL/]],
      ['http://example.com/', ['url must begin with https://']],
      ['ftp://example.com/', ['url must begin with https://']],
      ['javascript:alert(1)', ['url must begin with https://']],
      ['https://me@example.com/', [/^url must not have a user name/]],
      ['https://:pw@example.com/', [/^url must not have a user name/]],
      ['https://example.com/#top', [/^url must not have a fragment/]],
      ['https://example.com/#', [/^url must not have a fragment/]],
      ['https://a..b/', ['url must have a valid host name']],
      ['https://me:pw@localhost/#x', [/user name/, /fragment/, /private network/]],
      [`https://example.com/${'a'.repeat(2_029)}`, ['url must have at most 2048 characters']],
      [
        `https://example.com/${'é'.repeat(1_000)}`,
        [/^url must have at most 2048.*percent-encoded$/],
      ],
    ]
    const { body: made } = await subscribe('https://example.com/')
    for (const [url, messages] of cases) {
      const created = await subscribe(url)
      t.match(created, { status: 400, body: { code: 'invalid_request', message: messages } }, url)
      t.equal(created.body.message.length, messages.length, url)
      const changed = await call('PATCH', `${SUBSCRIPTIONS}/${made.id}`, { url })
      t.same(changed.body.message, created.body.message)
    }
    const longest = `https://example.com/${'a'.repeat(2_028)}`
    t.match(await subscribe(longest), { status: 201, body: { url: longest } })
  },
)

t.test(
  'a private, loopback or link-local address, or a local name, is a 400 in every spelling [c7-url-private]',
  async (t) => {
    const { call, subscribe } = await webhookStudio(strict)
    for (const host of PRIVATE_HOSTS) {
      const { status, body } = await subscribe(`https://${host}/hook`)
      t.equal(status, 400, host)
      t.match(body.message, [/^url must not (have|name) .*private/], host)
    }
    t.same((await call('GET', SUBSCRIPTIONS)).body.data, [])
  },
)

t.test(
  'an operator may allow http and private networks separately [i6-https, c7-url-private]',
  async (t) => {
    const { databaseUrl } = strict
    const inside = await testApp(t, {
      databaseUrl,
      receivers: { allowHttp: false, allowPrivateNetworks: true },
    })
    const plain = await testApp(t, {
      databaseUrl,
      receivers: { allowHttp: true, allowPrivateNetworks: false },
    })
    const { subscribe: toInside } = await webhookStudio(inside)
    for (const host of ['localhost:3000', '127.0.0.1', '10.0.0.1', '[::1]', 'hooks.internal']) {
      t.match(await toInside(`https://${host}/`), {
        status: 201,
        body: { url: `https://${host}/` },
      })
    }
    t.match(await toInside('https://localhost.:3000'), { status: 409 })
    t.match((await toInside('http://localhost/')).body.message, ['url must begin with https://'])
    t.match(await toInside('https://./'), { status: 400 })

    const { subscribe: toPlain } = await webhookStudio(plain)
    t.match(await toPlain('http://example.com:80'), {
      status: 201,
      body: { url: 'http://example.com/' },
    })
    t.equal((await toPlain('https://example.com/')).status, 201, 'another scheme is another URL')
    t.match((await toPlain('http://127.0.0.1/')).body.message, [/private/])
    t.match((await toPlain('ftp://example.com/')).body.message, [
      'url must begin with https:// or http://',
    ])
  },
)

t.test('a receiver may have any port except the blocked ones [c11-ports]', async (t) => {
  const { databaseUrl } = strict
  const withPolicy = async (policy: Partial<ReceiverPolicy>) => {
    const receivers = { allowHttp: false, allowPrivateNetworks: false, ...policy }
    return webhookStudio(await testApp(t, { databaseUrl, receivers }))
  }
  type Studio = Awaited<ReturnType<typeof withPolicy>>
  const refused = async ({ call, subscribe }: Studio, url: string) => {
    const { hostname, port } = new URL(url)
    const message = [`url must have another port: webhooks can't be sent to ${port || 80}`]
    t.match(await subscribe(url), { status: 400, body: { message } }, url)
    const { body: made } = await subscribe(`https://${hostname}/`)
    t.match(await call('PATCH', `${SUBSCRIPTIONS}/${made.id}`, { url }), { body: { message } }, url)
  }
  const taken = async ({ subscribe }: Studio, ...urls: string[]) => {
    for (const url of urls) t.equal((await subscribe(url)).status, 201, url)
  }
  const usual = await withPolicy({})
  // docs/contract.md#c11-ports; the last two are on the browsers' list.
  for (const port of [0, 22, 25, 465, 587, 3306, 5432, 6379, 11211, 6667, 10080]) {
    await refused(usual, `https://example-${port}.com:${port}/`)
  }
  for (const port of [80, 443, 444, 1024, 8080, 8443, 9443, 65535]) {
    await taken(usual, `https://example-${port}.com:${port}/`)
  }
  t.equal((await usual.subscribe('https://example.com:65536/')).status, 400)
  const plain = await withPolicy({ allowHttp: true })
  await taken(plain, 'http://example.com/', 'http://a.example:8080/')
  await refused(plain, 'http://b.example:25/')
  const listed = await withPolicy({ allowHttp: true, blockedPorts: [80, 9443] })
  await taken(listed, 'https://example.com:5432/')
  await refused(listed, 'https://a.example:9443/')
  await refused(listed, 'http://b.example/')
  for (const policy of [{ allowPrivateNetworks: true }, { blockedPorts: [] }]) {
    await taken(await withPolicy(policy), 'https://example.com:5432/')
  }
})

t.test('a private address is refused on every port', async (t) => {
  const { databaseUrl } = strict
  const receivers = { allowHttp: true, allowPrivateNetworks: false, blockedPorts: [] }
  const { subscribe } = await webhookStudio(await testApp(t, { databaseUrl, receivers }))
  for (const port of [1, 22, 80, 443, 5432, 8080, 8443, 9200, 65535]) {
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', 'localhost']) {
      t.equal((await subscribe(`http://${host}:${port}/`)).status, 400, `${host}:${port}`)
    }
  }
})
