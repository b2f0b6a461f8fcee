import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openFixture } from '@mediajobs/dispatcher/testing'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { type Certificate, selfSignedCertificate } from '@mediajobs/testing/dispatcher/certificate'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import {
  close,
  interim,
  type Responder,
  raw,
  rawThenReset,
  redirect,
  reset,
  status,
} from '@mediajobs/testing/dispatcher/responders'
import { startDispatcher } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

interface Case {
  url: string
  responseStatus: number | null
  isSuccess: boolean
  error?: RegExp
}

// Every final HTTP status, standardized or not.
const FINAL = Array.from({ length: 400 }, (_, n) => n + 200)
const SHORT_FINAL = [200, 201, 204, 206, 299, 300, 400, 401, 404, 410, 429, 499, 500, 503, 599]
const LAST_YEAR = {
  notBeforeDate: new Date(Date.now() - 365 * 86_400_000),
  notAfterDate: new Date(Date.now() - 86_400_000),
}
const REDIRECTS = [301, 302, 303, 307, 308]

const BROKEN: Record<string, Responder> = {
  'reset before a response': reset(),
  'closed before a response': close(),
  'reset within the headers': rawThenReset('HTTP/1.1 200 OK\r\ncontent-le'),
  'another protocol': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'not a status': raw('HTTP/1.1 two hundred\r\n\r\n'),
  'an upgrade': raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  '99': raw('HTTP/1.1 99 Low\r\n\r\n'),
  'a status without headers': rawThenReset('HTTP/1.1 200 OK\r\n'),
}

await prove({
  id: 'F10',
  promise: 'only a 2xx is a success; everything else is retried, and no redirect is followed',
  rules: '[i6-failure, c7-redirects]',
  target: 'every non-2xx and every broken connection retried, 0 connections to redirect targets',
  async run({ t, isFull }) {
    const fixture = await openFixture(t)
    const elsewhere = await startReceiver()
    t.teardown(() => elsewhere.close())
    const misnamed = await selfSignedCertificate(['other.example'])
    const expired = await selfSignedCertificate(['127.0.0.1', 'expired.example'], LAST_YEAR)
    // Both certificates are trusted, so only the name or the date is wrong.
    const caFile = join(await scratchFolder(t), 'trusted.pem')
    await writeFile(caFile, `${misnamed.cert}\n${expired.cert}`)
    const cases = [
      ...(await statusCases(t, isFull ? FINAL : SHORT_FINAL)),
      ...(await redirectCases(t, elsewhere.url)),
      ...(await brokenCases(t)),
      ...(await unreachableCases(t, [misnamed, expired])),
    ]
    const bySubscription = new Map<string, Case>()
    for (const each of cases) {
      const { id, organizationId } = await fixture.subscribe(each.url)
      bySubscription.set(id, each)
      await fixture.publish(organizationId)
    }
    await startDispatcher(t, fixture.databaseUrl, {
      WEBHOOK_RETRY_DELAYS: '100ms',
      WEBHOOK_TIMEOUT: '3s',
      NODE_EXTRA_CA_CERTS: caFile,
    })
    await fixture.settled()

    let wrong = 0
    for (const row of await fixture.deliveries()) {
      const expected = bySubscription.get(row.subscriptionId)
      const isRight = t.match(
        row,
        {
          status: expected?.isSuccess ? 'SUCCEEDED' : 'FAILED',
          attempts: expected?.isSuccess ? 1 : 2,
          responseStatus: expected?.responseStatus,
          ...(expected?.error && { error: expected.error }),
        },
        `${expected?.url}: ${row.error}`,
      )
      if (!isRight) wrong += 1
    }
    const followed = elsewhere.connectionCount
    return {
      figure: `${cases.length} ways to respond or fail, ${wrong} wrong outcomes, ${followed} connections to redirect targets`,
      isMet: wrong === 0 && followed === 0,
    }
  },
})

async function receiverWith(t: Test, responseOf: (path: string) => Responder): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => responseOf(request.url ?? '')(response, request.socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function statusCases(t: Test, codes: readonly number[]): Promise<Case[]> {
  const url = await receiverWith(t, (path) => {
    const [, code, early] = path.split('/')
    const response = status(Number(code))
    return early ? interim([100, 102, 103], response) : response
  })
  const plain = codes.map((code) => [code, `${url}/${code}`] as const)
  const early = [200, 500].map((code) => [code, `${url}/${code}/early`] as const)
  return [...plain, ...early].map(([code, url]) => {
    return { url, responseStatus: code, isSuccess: code < 300 }
  })
}

async function redirectCases(t: Test, target: string): Promise<Case[]> {
  const url = await receiverWith(t, (path) => redirect(target, Number(path.slice(1))))
  const codes = [...REDIRECTS, 300, 304, 305]
  return codes.map((code) => ({ url: `${url}/${code}`, responseStatus: code, isSuccess: false }))
}

async function brokenCases(t: Test): Promise<Case[]> {
  const names = Object.keys(BROKEN)
  const url = await receiverWith(t, (path) => BROKEN[names[Number(path.slice(1))] ?? ''] ?? reset())
  return names.map((_, n) => ({ url: `${url}/${n}`, responseStatus: null, isSuccess: false }))
}

/** No request is sent: bad certificates, plain HTTP at an https URL, unknown and closed hosts. */
async function unreachableCases(t: Test, bad: readonly Certificate[]): Promise<Case[]> {
  const secure = async (tls: Certificate) => {
    const receiver = await startReceiver({ tls })
    t.teardown(() => receiver.close())
    return receiver.url
  }
  const plain = await startReceiver()
  t.teardown(() => plain.close())
  const gone = await startReceiver()
  await gone.close()
  const [misnamed, expired] = await Promise.all(bad.map(secure))
  const failures = [
    [await secure(await selfSignedCertificate(['127.0.0.1'])), /SELF_SIGNED/],
    [misnamed ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/],
    [expired ?? '', /CERT_HAS_EXPIRED/],
    [plain.url.replace('http:', 'https:'), /TLS/],
    [gone.url, /refused/],
    ['https://no-such-host.invalid/', /can't be reached/],
  ] as const
  return failures.map(([url, error]) => ({ url, error, responseStatus: null, isSuccess: false }))
}
