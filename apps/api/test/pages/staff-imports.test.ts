// docs/contract.md#c12-imports: staff check, import and correct a file.

import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf, type StaffBrowser } from '@mediajobs/testing/api/staff-browser'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'

const api = await sharedApp()
await startDispatcher(t, api.databaseUrl)
const org = await api.createOrg()
const { ended, get } = importerOf(api, org)
const at = `/app/${org.organizationId}/developers/imports`

const CSV = [
  'externalId,name,email,notes',
  'c-1,Ann,ann@import.test,',
  'c-2,"Bob, the ""agent""",no address,',
  '',
  ',Carl,carl@import.test,',
  'c-4,Dora,dora@import.test,"Two\nlines"',
].join('\r\n')

/** Sends a form with a file, as a browser without JavaScript does. */
async function sendFile(
  browser: StaffBrowser,
  path: string,
  fields: Record<string, string>,
  csv: string | Buffer,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const parts = csv.length === 0 ? [] : [csv]
  body.append('file', new Blob(parts, { type: 'text/csv' }), parts.length === 0 ? '' : 'a.csv')
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: headersOf(browser),
    body,
  })
  const location = response.headers.get('location')
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    path: location === null ? '' : new URL(location, `${api.url}${path}`).pathname,
  }
}

const headersOf = ({ cookies }: StaffBrowser) => ({
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
  cookie: [...cookies].map((each) => each.join('=')).join('; '),
})

const finished = (path: string) => ended({ body: { id: path.split('/').at(-1) } } as never)
const names = async () =>
  (await get('/customers')).body.data.map(({ name }: { name: string }) => name).sort()

t.test(
  'a file is checked, then imported, and its refused rows are returned for correction [c12-imports]',
  async (t) => {
    const browser = await browserOf(api, await api.createMember(org, 'MANAGER'))
    const page = await browser.open(at)
    t.match(page.text, 'No imports yet.')
    const form = { ...fieldsOf(page, 'imports'), kind: 'CUSTOMERS' }
    const sent = [await sendFile(browser, at, form, CSV), await sendFile(browser, at, form, CSV)]
    t.equal(sent[0]?.status, 303)
    t.equal(sent[0]?.path, sent[1]?.path, "submitted twice, it's checked once")
    const check = sent[0]?.path ?? ''
    t.match(await finished(check), { dryRun: true, emitEvents: true, succeeded: 2, failed: 2 })
    t.strictSame(await names(), [], 'nothing is imported yet')
    const checked = await browser.open(check)
    t.match(checked.text, 'Check complete. Nothing is imported yet. 2 rows can be imported.')
    t.match(
      checked.text,
      /<td>2<\/td><td[^>]*>c-2<\/td><td><code>email<\/code><\/td><td[^>]*>must be an e-mail/,
    )
    t.match(
      checked.text,
      /<td>3<\/td><td[^>]*><\/td><td><code>externalId<\/code><\/td><td[^>]*>is required</,
    )
    const unchecked = CSV.replace('Dora', 'Xena')
    const importForm = fieldsOf(checked, '/import')
    const another = { status: 400, text: 'This is another file, or it was changed.' }
    t.match(await sendFile(browser, `${check}/import`, importForm, unchecked), another)
    const run = await sendFile(browser, `${check}/import`, importForm, CSV)
    t.match(await finished(run.path), { dryRun: false, succeeded: 2, failed: 2 })
    t.strictSame(await names(), ['Ann', 'Dora'])
    t.match((await browser.open(run.path)).text, 'Import complete: 2 rows imported.')
    const refused = await sendFile(browser, `${run.path}/refused`, {}, CSV)
    t.match(refused.headers.get('content-disposition'), 'refused-rows.csv')
    t.equal(
      refused.text,
      [
        'externalId,name,email,notes,problem',
        'c-2,"Bob, the ""agent""",no address,,"email must be an e-mail address"',
        ',Carl,carl@import.test,,"externalId is required"',
        '',
      ].join('\r\n'),
    )
    const corrected = refused.text
      .replace('no address', 'bob@import.test')
      .replace(',Carl', 'c-3,Carl')
    const next = { ...fieldsOf(await browser.open(at), 'imports'), kind: 'CUSTOMERS' }
    const again = await sendFile(browser, at, next, corrected)
    t.match(
      await finished(again.path),
      { succeeded: 2, failed: 0 },
      "its extra column isn't an error",
    )
    t.match(await sendFile(browser, `${run.path}/refused`, {}, unchecked), another)
    t.match(
      (await browser.open(at)).text,
      /Import: Customers<.*Done · 2 valid, 2 refused, of 4 rows/s,
    )
  },
)

t.test('unknown columns are named, and once for all rows [c12-imports]', async (t) => {
  const browser = await browserOf(api, org)
  const form = { ...fieldsOf(await browser.open(at), 'imports'), kind: 'CUSTOMERS' }
  const csv =
    'externalId,name,email,Telephone,<b>%\nu-1,Uma,uma@import.test,555,x\nu-2,Una,none,556,y'
  const check = await sendFile(browser, at, form, csv)
  await finished(check.path)
  const checked = await browser.open(check.path)
  t.match(checked.text, 'are left out: Telephone, &lt;b&gt;%.')
  t.match(checked.text, 'must be an e-mail')
  t.equal(checked.text.split('Telephone').length, 2)
  const refused = await sendFile(browser, `${check.path}/refused`, {}, csv)
  t.notMatch(refused.text, 'Telephone is not')
  const run = await sendFile(browser, `${check.path}/import`, fieldsOf(checked, '/import'), csv)
  await finished(run.path)
  t.match((await browser.open(run.path)).text, 'are left out: Telephone, &lt;b&gt;%.')
})

t.test("a spreadsheet's empty rows are skipped, and counted once [c12-imports]", async (t) => {
  const browser = await browserOf(api, org)
  const form = { ...fieldsOf(await browser.open(at), 'imports'), kind: 'CUSTOMERS' }
  const rows = ['externalId,name,email', ',,', 'e-1,Ed,ed@import.test', ' ,"",', 'e-2,Eve,eve']
  const csv = `\uFEFF${[...rows, ',,', ''].join('\r\n')}`
  const check = await sendFile(browser, at, form, csv)
  t.match(await finished(check.path), { total: 2, succeeded: 1, failed: 1, skipped: 3 })
  const checked = await browser.open(check.path)
  t.match(checked.text, '1 valid, 1 refused, of 2 rows. 3 empty rows were skipped.')
  t.match(checked.text, /<td>2<\/td><td[^>]*>e-2</, 'they have no number')
  const refused = await sendFile(browser, `${check.path}/refused`, {}, csv)
  t.match(refused.text, /^\uFEFF?externalId,name,email,problem\r\ne-2,Eve,eve,"[^"]+"\r\n$/)
})

t.test('a form without a usable file is refused with a message [c12-imports]', async (t) => {
  const browser = await browserOf(api, org)
  const form = { ...fieldsOf(await browser.open(at), 'imports'), kind: 'PROJECTS' }
  const send = (csv: string | Buffer) =>
    sendFile(browser, at, { ...form, 'idempotency-key': crypto.randomUUID() }, csv)
  for (const empty of ['', 'externalId,name\n']) {
    t.match(await send(empty), {
      status: 400,
      text: 'Choose a file with rows below its header.',
    })
  }
  t.match(await send(Buffer.from([0xe9, 0x0a, 0x41])), {
    status: 400,
    text: 'The file is not UTF-8',
  })
  const open = await send('externalId,name\n"c-1,Ann')
  t.match(open, { status: 400, text: 'The file is not valid CSV: a quote is never closed' })
  t.match(open.text, /value="PROJECTS" checked/, 'the choice is kept')
  for (const mark of [';', '\t']) {
    t.match(await send(['externalId', 'name\nc-1', 'Ann'].join(mark)), {
      status: 400,
      text: 'The file must have commas between its cells, not semicolons or tabs',
    })
  }
  const running = await browser.open(`${at}/${crypto.randomUUID()}`)
  t.equal(running.status, 404)
})

t.test(
  "only roles that may import see imports; files from others aren't read [c12-imports]",
  async (t) => {
    for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
      const browser = await browserOf(api, await api.createMember(org, role))
      t.equal((await browser.open(at)).status, 403, role)
      t.equal((await sendFile(browser, at, { kind: 'CUSTOMERS' }, CSV)).status, 403, role)
      const unread = { 'content-type': 'multipart/form-data; boundary=none' }
      t.equal(
        (await browser.send(at, { kind: 'CUSTOMERS' }, unread)).status,
        403,
        'before the form is read',
      )
    }
    const stranger = await browserOf(api, await api.createOrg())
    t.equal((await sendFile(stranger, at, { kind: 'CUSTOMERS' }, CSV)).status, 404)
  },
)

t.test("a form with too many fields is refused before it's read", async (t) => {
  const browser = await browserOf(api, org)
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, '']))
  const refused = await sendFile(browser, at, fields(20), CSV)
  t.equal(refused.status, 400)
  t.match(refused.text, 'The form has too many fields.')
  t.notMatch((await sendFile(browser, at, fields(19), CSV)).text, 'too many fields')
})

t.test('a form that breaks off or has no names is refused', async (t) => {
  const browser = await browserOf(api, org)
  const part = 'Content-Disposition: form-data; name="kind"'
  const sent: [reason: string, body: string, boundary?: string][] = [
    ['no part', ''],
    ['no delimiter', 'CUSTOMERS'],
    ['text before the first delimiter', `x--b\r\n${part}\r\n\r\nCUSTOMERS\r\n--b--`],
    ['no end of the headers', `--b\r\n${part}\r\n--b--`],
    ['no delimiter behind a part', `--b\r\n${part}\r\n\r\nCUSTOMERS`],
    ['no last delimiter', `--b\r\n${part}\r\n\r\nCUSTOMERS\r\n--b`],
    ['no name', '--b\r\nContent-Disposition: form-data\r\n\r\nCUSTOMERS\r\n--b--'],
    ['no disposition', '--b\r\nx: y\r\n\r\nCUSTOMERS\r\n--b--'],
    ['long headers', `--b\r\n${part}\r\nx: ${'y'.repeat(5_000)}\r\n\r\nCUSTOMERS\r\n--b--`],
    ['an escaped boundary', `--b\r\n${part}\r\n\r\nCUSTOMERS\r\n--b--`, '"\\b"'],
  ]
  for (const [reason, body, boundary = 'b'] of sent) {
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const response = await fetch(`${api.url}${at}`, {
      method: 'POST',
      headers: { ...headersOf(browser), ...type },
      body,
    })
    t.equal(response.status, 400, reason)
    if (body !== '') t.match(await response.text(), 'The form could not be read.', reason)
  }
})

t.test('a form without a file is refused unread where one is required', async (t) => {
  const browser = await browserOf(api, org)
  for (const path of [at, `${at}/${crypto.randomUUID()}/import`]) {
    t.equal((await browser.send(path, { kind: 'CUSTOMERS' })).status, 415, path)
  }
})

t.test('the file of refused rows has the bounds of an import [c12-imports]', async (t) => {
  const browser = await browserOf(api, org)
  const columns = (count: number) =>
    `${Array.from({ length: count }, (_, n) => `problem${n || ''}`)}\n1\n2\n3\n4`
  const importer = importerOf(api, org)
  const sent = (await importer.sendCsv('customers', columns(100), '?dryRun=true')).body.id
  const downloadOf = (id: string, csv: string | Buffer) =>
    sendFile(browser, `${at}/${id}/refused`, {}, csv)
  t.match((await downloadOf(sent, columns(100))).text, /^problem,.*,problem99,problem100\r\n/)
  t.match(await downloadOf(sent, columns(101)), { status: 400, text: 'This is another file' })
  // Without a file to compare with.
  const { body } = await importer.send('customers', [{}], { dryRun: true })
  const download = (csv: string | Buffer) => downloadOf(body.id, csv)
  t.match(await download(columns(101)), {
    status: 400,
    text: 'The file must have at most 100 columns.',
  })
  t.match(await download(columns(80_000)), {
    status: 400,
    text: 'The file has a header that can&#39;t be read: row must have at most 65536 bytes.',
  })
  t.match(await download('a\n'.repeat(8_000_000)), {
    status: 400,
    text: 'The file must have at most 5000 rows.',
  })
  t.match(await download(Buffer.from([0xe9, 0x0a, 0x41])), {
    status: 400,
    text: 'The file is not UTF-8.',
  })
  t.match(await download('externalId,name\n"c-1,Ann'), {
    status: 400,
    text: 'The file is not valid CSV: a quote is never closed.',
  })
})
