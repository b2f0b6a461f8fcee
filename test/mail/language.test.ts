// docs/contract.md#c12-language: the language of mails.
import { eventually } from '@mediajobs/testing/eventually'
import t from 'tap'
import { DELIVERIES, linkOf, mailService } from './support/mail-service.ts'

const { service, smtp, dispatch, ended, book } = await mailService(t)
await dispatch()

async function delivered(locale: string | null, language: string | null) {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org, {}, { language })
  await call('PATCH', '/organization', { locale, timeZone: 'America/Mexico_City' })
  const { body } = await call('POST', `/projects/${project.id}/deliver`, {
    expiresAt: '2099-12-20T18:30:00Z',
  })
  await ended()
  const [mail, ...more] = smtp.to(customer.email)
  if (!mail || more.length > 0) throw new Error(`${more.length + 1} mails`)
  return { ...mail, url: body.deliveryUrl }
}

const SPANISH = /lang="es".*Hola, Ann Agent:.*Ver los archivos.*Dejar de recibir correos/s
const ENGLISH = /lang="en".*Hi Ann Agent,.*View files.*Unsubscribe/s

t.test(
  'delivery mails, including dates, are in the customer’s language, or else the organization’s [c12-language]',
  async (t) => {
    for (const [locale, language, html] of [
      ['en-US', 'es', SPANISH],
      [null, 'es', SPANISH],
      ['es-MX', null, SPANISH],
      ['es-MX', 'en', ENGLISH],
      ['de-CH', null, ENGLISH],
      [null, null, ENGLISH],
    ] as const) {
      t.match((await delivered(locale, language)).parsed.html, html, `${locale} ${language}`)
    }
    const { parsed, url } = await delivered('en-US', 'es')
    t.equal(parsed.subject, 'Sus archivos de 12 Main Street')
    t.match(parsed.text, 'Test Studio ya le entregó sus archivos de 12 Main Street.')
    t.match(parsed.text, /Este enlace vence el 20 de diciembre de 2099 a las 12:30\sp.m. CST\./)
    t.match(parsed.text, /Dejar de recibir correos:\nhttps:/)
    t.equal(linkOf({ parsed }, DELIVERIES), url)
    const english = await delivered('de-CH', null)
    t.match(english.parsed.text, /expires on 20 December 2099/)
  },
)

t.test('the mail of an update is in the customer’s language [c12-language]', async (t) => {
  const org = await service.createOrg()
  const { call, customer, project } = await book(org, {}, { language: 'es' })
  for (const _ of [1, 2]) {
    await call('POST', `/projects/${project.id}/deliver`)
    await ended()
  }
  const { parsed } = smtp.to(customer.email)[1] ?? {}
  t.equal(parsed?.subject, 'Sus archivos actualizados de 12 Main Street')
  t.match(parsed?.text, 'Test Studio actualizó sus archivos de 12 Main Street.')
})

t.test('password reset mails are in the organization’s language [c12-language]', async (t) => {
  const org = await service.createOrg()
  await org.call('PATCH', '/organization', { locale: 'es-MX' })
  await service.request('POST', '/auth/password-resets', { body: { email: org.email } })
  const { parsed } = await eventually('the mail', async () => smtp.to(org.email)[0])
  t.equal(parsed.subject, 'Restablezca su contraseña')
  t.match(parsed.html, /lang="es".*Elegir una contraseña nueva/s)
})
