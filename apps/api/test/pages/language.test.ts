// docs/contract.md#c12-language: the language of client pages.

import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { getPage, postForm } from '@mediajobs/testing/api/pages'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })

const EN = { 'accept-language': 'en-US,en;q=0.9' }
const ES = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }

async function studioIn(locale: string | null, language: string | null) {
  const studio = await deliveringStudio(api)
  await studio.call('PATCH', '/organization', { locale, timeZone: 'America/Mexico_City' })
  const email = `${crypto.randomUUID()}@example.test`
  const { body } = await studio.call('POST', '/customers', { name: 'Ana', email, language })
  return { ...studio, customerId: body.id }
}

async function deliveryIn(locale: string | null, language: string | null) {
  const { deliver, customerId, ...studio } = await studioIn(locale, language)
  const { token } = await deliver({ customerId }, { expiresAt: '2099-12-20T18:30:00Z' })
  const path = `/deliveries/${token}`
  const open = (headers: Record<string, string> = {}) => getPage(api.url, path, headers)
  return { ...studio, customerId, path, token, open }
}

const isSpanish = (text: string) => /<html lang="es">/.test(text) && !/<html lang="en">/.test(text)

t.test(
  'the customer’s language takes precedence over the browser’s, then the organization’s [c12-language]',
  async (t) => {
    const cases: [
      customer: string | null,
      accept: string | undefined,
      locale: string | null,
      isSpanish: boolean,
    ][] = [
      ['es', 'en-US,en;q=0.9', 'en-US', true],
      ['en', 'es-MX,es;q=0.9', 'es-MX', false],
      [null, 'es-MX,es;q=0.9,en;q=0.8', 'en-US', true],
      [null, 'es-419', null, true],
      [null, 'ES', null, true],
      [null, 'en-US,en;q=0.9,es;q=0.8', 'es-MX', false],
      [null, 'fr-FR,fr;q=0.9,es;q=0.5', null, true],
      [null, 'fr-FR,fr', 'es-MX', true],
      [null, 'fr-FR,fr', 'de-CH', false],
      [null, undefined, 'es', true],
      [null, '*', 'es-MX', true],
      [null, undefined, null, false],
      [null, 'es;q=0', null, false],
      [null, ';;;=,,-', 'es-MX', true],
      // Longer than any browser sends.
      [null, `es,${'a'.repeat(500)}`, null, false],
    ]
    for (const [customer, accept, locale, wanted] of cases) {
      const { path } = await deliveryIn(locale, customer)
      const headers = { accept: 'text/html', ...(accept && { 'accept-language': accept }) }
      // Not with `fetch`, which sends `Accept-Language: *`.
      const { payload, headers: sent } = await api.app.inject({ url: path, headers })
      t.equal(isSpanish(payload), wanted, `${customer} ${accept?.slice(0, 30)} ${locale}`)
      t.match(sent.vary, /\bAccept-Language\b/, 'a cache keeps the languages apart')
    }
  },
)

t.test('a Spanish page contains no English, in any state [c12-language]', async (t) => {
  const { path, open } = await deliveryIn(null, 'es')
  const shown = await open(EN)
  t.match(shown.text, /¿Le gusta el resultado\?.*Pedir cambios.*Aprobar/s)
  t.match(shown.text, 'hasta el 20 de diciembre de 2099.')
  t.match(shown.text, '<title>Su entrega · Test Studio</title>')
  const empty = await postForm(api.url, `${path}/request-revision`, { comment: '' })
  t.match(empty, { status: 400, text: /lang="es".*No se pudo enviar.*Volver a la entrega/s })
  await postForm(api.url, `${path}/request-revision`, { comment: 'Más luz' })
  t.match((await open()).text, /Usted pidió cambios el .* de /)
  const late = await postForm(api.url, `${path}/approve`, {})
  t.match(late, { status: 409, text: /Esto ya no es posible.*trabajando de nuevo/s })
  for (const { text } of [shown, empty, late]) {
    const words = text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ' ')
    t.notMatch(words, /\b(?:the|your|this|with|and|changes|approve|download|photos?)\b/i)
  }
})

t.test(
  'link previews are in the customer’s language, or else the studio’s [c12-language]',
  async (t) => {
    const { deliver, addMedia } = await studioIn('es-MX', null)
    const { token } = await deliver({}, {}, async (projectId) => {
      await addMedia(projectId)
    })
    const headers = {
      ...EN,
      'user-agent': 'facebookexternalhit/1.1',
      'x-forwarded-for': anyAddress(),
    }
    const { text } = await getPage(api.url, `/deliveries/${token}`, headers)
    t.match(text, '<meta property="og:description" content="1 foto">')
  },
)

t.test(
  "dates are in the page's language, whatever the organization's locale [c12-language]",
  async (t) => {
    for (const [locale, day] of [
      [null, '20 de diciembre de 2099'],
      ['es-AR', '20 de diciembre de 2099'],
      ['en-US', '20 de diciembre de 2099'],
      ['de-CH', '20 de diciembre de 2099'],
    ] as const) {
      const { open } = await deliveryIn(locale, null)
      t.match((await open(ES)).text, `hasta el ${day}.`)
    }
    const { open } = await deliveryIn('es-MX', null)
    t.match((await open(EN)).text, 'until December 20, 2099.')
  },
)

t.test(
  'pages for invalid links and for originals are in the browser’s language [c12-language, c12-one-404]',
  async (t) => {
    for (const path of ['/deliveries/none', '/unsubscribe/none']) {
      t.match(await getPage(api.url, path, ES), {
        status: 404,
        text: /lang="es".*Este enlace no funciona/s,
      })
      t.match(await getPage(api.url, path, EN), {
        status: 404,
        text: /lang="en".*This link doesn/s,
      })
    }
    t.match((await getPage(api.url, '/originals/none', ES)).text, 'No encontramos esta página')
    const { call, deliverPair } = await deliveringStudio(api)
    const { url } = await deliverPair(
      {},
      { alterationKind: 'VIRTUAL_STAGING', alterationNote: 'x' },
    )
    const { pathname } = new URL(url)
    const spanish =
      /lang="es".*Esta imagen fue modificada.*Amueblada virtualmente\..*alt="Imagen original"/s
    t.match((await getPage(api.url, pathname, ES)).text, spanish)
    t.match((await getPage(api.url, pathname, EN)).text, 'This picture was altered')
    await call('PATCH', '/organization', { locale: 'es-MX' })
    t.match((await getPage(api.url, pathname)).text, spanish)
  },
)

t.test('the password reset page is in the browser’s language [c12-language]', async (t) => {
  const path = '/password-resets'
  t.match((await getPage(api.url, path, ES)).text, /lang="es".*Restablezca su contraseña/s)
  t.match((await getPage(api.url, path, EN)).text, /lang="en".*Reset your password/s)
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const headers = { accept: 'text/html', ...ES, 'x-forwarded-for': anyAddress() }
    return (await fetch(`${api.url}${path}`, { method: 'POST', headers, body })).text()
  }
  t.match(await send({ email: 'nobody' }), 'Escriba un correo electrónico, como')
  t.match(
    await send({ token: 'x', password: 'corta' }),
    'La contraseña debe tener al menos 12 caracteres',
  )
  t.match(await send({ token: 'mjp_x', password: 'una contraseña larga' }), 'ya se usó o venció')
})

t.test(
  "a visitor can switch each client page's language, and the browser remembers it [c12-language-choice]",
  async (t) => {
    const { path } = await deliveryIn('en-US', 'en')
    const { deliverPair } = await deliveringStudio(api)
    const { url } = await deliverPair({}, { alterationKind: 'OTHER', alterationNote: 'x' })
    const pages = [path, new URL(url).pathname, '/password-resets', '/deliveries/none']
    for (const page of [...pages, '/unsubscribe/none', '/originals/none']) {
      const { text } = await getPage(api.url, page, EN)
      const [, link = ''] = /<a href="(\?language=es)" lang="es"[^>]*>Español<\/a>/.exec(text) ?? []
      t.equal(link, '?language=es', page)
      const { headers, text: spanish } = await getPage(api.url, page + link, EN)
      t.ok(isSpanish(spanish), page)
      t.match(spanish, /<a href="\?language=en" lang="en"[^>]*>English<\/a>/)
      t.match(headers.get('vary'), /\bCookie\b/)
      const [cookie = ''] = headers.getSetCookie()
      t.match(cookie, /^language=es; Max-Age=31536000; Path=\/; HttpOnly; .*SameSite=Lax$/)
      for (const later of pages) {
        const again = await getPage(api.url, later, { ...EN, cookie: 'language=es' })
        t.ok(isSpanish(again.text), `${page} ${later}`)
        t.strictSame(again.headers.getSetCookie(), [])
      }
    }
    const headers = { ...EN, cookie: 'language=es' }
    t.notOk(isSpanish((await getPage(api.url, `${path}?language=en`, headers)).text))
    for (const other of [
      '?language=de',
      '?language=es&language=es',
      '?language=',
      '?language[]=es',
    ]) {
      const { text, headers } = await getPage(api.url, path + other, EN)
      t.notOk(isSpanish(text), other)
      t.strictSame(headers.getSetCookie(), [], other)
    }
    for (const cookie of ['language=de', 'language=%', `language=${'e'.repeat(4_000)}`, ';;=']) {
      t.notOk(
        isSpanish((await getPage(api.url, path, { ...EN, cookie })).text),
        cookie.slice(0, 20),
      )
    }
  },
)
