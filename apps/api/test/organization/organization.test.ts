// docs/contract.md#c13-organization: an organization's settings, shown on its clients' pages.
import { sharedApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import t from 'tap'

const api = await sharedApp()

const SETTINGS = {
  name: 'Alder Média',
  logoUrl: 'https://alder.example/logo.svg',
  colour: '#1f6feb',
  timeZone: 'America/Los_Angeles',
  locale: 'de-CH',
  deliveryTerms: 'Licensed for the marketing of this property.',
  deliveryNote: 'Thank you!\nCall us any time.',
  contactEmail: 'studio@alder.example',
  contactPhone: '+1 (626) 555-0123',
  showAddressOnOriginals: true,
  techniciansStart: true,
  editorsStart: true,
  taxBasisPoints: 810,
  sizeUnit: 'SQM',
  lockDownloads: true,
}

t.test('a new organization has a name and default settings', async (t) => {
  const { org, call } = await deliveringStudio(api)
  const { status, body } = await call('GET', '/organization')
  t.equal(status, 200)
  const { createdAt, updatedAt, ...rest } = body
  t.match([createdAt, updatedAt], [/Z$/, /Z$/])
  t.strictSame(rest, {
    id: org.organizationId,
    name: 'Test Studio',
    logoUrl: null,
    colour: null,
    timeZone: null,
    locale: null,
    deliveryTerms: null,
    deliveryNote: null,
    contactEmail: null,
    contactPhone: null,
    logo: null,
    showAddressOnOriginals: false,
    techniciansStart: false,
    editorsStart: false,
    taxBasisPoints: null,
    sizeUnit: 'SQFT',
    lockDownloads: null,
    travelZones: null,
    changePolicy: null,
  })
})

t.test('an ADMIN can change the settings, and clients see them [c13-organization]', async (t) => {
  const { call, deliver } = await deliveringStudio(api)
  const { open } = await deliver()
  const { status, body } = await call('PATCH', '/organization', { ...SETTINGS, colour: '#1F6FEB' })
  t.equal(status, 200)
  t.match(body, SETTINGS)
  t.strictSame((await call('GET', '/organization')).body, body)
  const { showAddressOnOriginals, techniciansStart, editorsStart, ...others } = SETTINGS
  const { taxBasisPoints, sizeUnit, lockDownloads, ...shown } = others
  const view = (await open()).body
  t.strictSame(view.organization, shown)
  t.equal(view.organizationName, SETTINGS.name)
  t.strictSame((await call('PATCH', '/organization', SETTINGS)).body, body, 'nothing changed')
  const cleared = await call('PATCH', '/organization', { logoUrl: null, locale: null })
  t.match(cleared.body, { ...SETTINGS, logoUrl: null, locale: null })
})

t.test('every setting is validated [c13-organization]', async (t) => {
  const { call } = await deliveringStudio(api)
  const zone = 'must be an IANA time zone, like Europe/Zurich'
  const tag = 'must be a BCP 47 language tag, like de-CH'
  const url =
    'must be an https URL with a plain host and without credentials, like https://example.com/logo.png'
  const refused: [object, string][] = [
    [{ name: '' }, 'name must not be empty'],
    [{ name: null }, 'name must be a string'],
    [{ name: 'x'.repeat(201) }, 'name must have at most 200 characters'],
    [{ logoUrl: 'http://alder.example/logo.svg' }, `logoUrl ${url}`],
    [{ logoUrl: 'https://a:b@alder.example/logo.svg' }, `logoUrl ${url}`],
    [{ logoUrl: 'javascript:alert(1)' }, `logoUrl ${url}`],
    // Hosts that WHATWG URLs allow, but that would end a Content-Security-Policy directive or match any host.
    [{ logoUrl: 'https://x.example;sandbox;form-action/logo.png' }, `logoUrl ${url}`],
    [{ logoUrl: "https://a'b;require-trusted-types-for;x/y" }, `logoUrl ${url}`],
    [{ logoUrl: 'https://*/x' }, `logoUrl ${url}`],
    [{ logoUrl: 'https://a,b/x' }, `logoUrl ${url}`],
    [{ colour: 'red' }, 'colour must be a color like #1f6feb'],
    [{ colour: '#fff' }, 'colour must be a color like #1f6feb'],
    [{ timeZone: 'Mars/Olympus' }, `timeZone ${zone}`],
    [{ timeZone: '+02:00' }, `timeZone ${zone}`],
    // JavaScript knows it, as an alias of Los Angeles.
    [{ timeZone: 'PST' }, `timeZone ${zone}`],
    [{ locale: 'not a tag' }, `locale ${tag}`],
    [{ deliveryTerms: 'x'.repeat(10_001) }, 'deliveryTerms must have at most 10000 characters'],
    [{ deliveryNote: '' }, 'deliveryNote must not be empty'],
    [{ deliveryTerms: ' \n' }, 'deliveryTerms must not be empty'],
    [{ deliveryNote: 'x'.repeat(1_001) }, 'deliveryNote must have at most 1000 characters'],
    [{ contactEmail: 'Ann <ann@alder.example>' }, 'contactEmail must be an e-mail address'],
    [{ contactEmail: 'a@b.test\r\nBcc: c@d.test' }, 'contactEmail must be an e-mail address'],
    [{ contactPhone: '1\n2' }, 'contactPhone must be one line without control characters'],
    [{ contactPhone: '1'.repeat(51) }, 'contactPhone must have at most 50 characters'],
    [{ showAddressOnOriginals: null }, 'showAddressOnOriginals must be a boolean'],
    [{ techniciansStart: null }, 'techniciansStart must be a boolean'],
    [{ editorsStart: 'yes' }, 'editorsStart must be a boolean'],
  ]
  const before = (await call('GET', '/organization')).body
  for (const [body, message] of refused) {
    const response = await call('PATCH', '/organization', body)
    t.strictSame([response.status, response.body.message], [400, [message]])
  }
  t.strictSame((await call('GET', '/organization')).body, before)
})

t.test(
  'the ETag changes with the settings, and a stale one is a 412 [c13-organization]',
  async (t) => {
    const { org, call } = await deliveringStudio(api)
    const { etag = '' } = (await call('GET', '/organization')).headers
    const patch = (name: string) =>
      api.request('PATCH', '/organization', {
        key: org.key,
        body: { name },
        headers: { 'if-match': etag },
      })
    t.equal((await patch('First')).status, 200)
    t.match(await patch('Second'), { status: 412, body: { code: 'version_mismatch' } })
    t.equal((await call('GET', '/organization')).body.name, 'First')
  },
)
