import type { TestApp, TestOrganization } from './app.ts'

export const REPORTS = [
  'jobs',
  'turnaround',
  'revisions',
  'revenue',
  'owed',
  'technicians',
] as const
export type ReportName = (typeof REPORTS)[number]

// biome-ignore lint/suspicious/noExplicitAny: rows of any report
export type Row = Record<string, any>

const LINE = { description: 'Photos', quantity: 1 }

/** An organization, with calls for a job's steps and statements that backdate them. */
export async function reportStudio(service: TestApp) {
  const org = await service.createOrg()
  const { organizationId } = org
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await org.call(method, path, body)
    if (response.status >= 300) throw new Error(JSON.stringify(response.body))
    return response.body
  }
  let made = 0

  async function report(name: ReportName, query: object = {}, by: TestOrganization = org) {
    const search = new URLSearchParams(query as Record<string, string>)
    const { status, body } = await service.request('GET', `/reports/${name}?${search}`, {
      key: by.key,
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body as { timeZone: string; data: Row[] }
  }

  return {
    org,
    call,
    report,
    raw: (path: string, headers: Record<string, string> = {}, key = org.key) =>
      service.request('GET', path, { key, headers }),
    csv: (name: string, query: string) =>
      service.request('GET', `/reports/${name}?${query}`, {
        key: org.key,
        headers: { accept: 'text/csv' },
      }),
    setZone: (timeZone: string) => call('PATCH', '/organization', { timeZone }),
    async technician(name: string): Promise<string> {
      const { userId } = await service.createMember(org, 'TECHNICIAN')
      await call('PATCH', `/users/${userId}`, { name })
      return userId
    },
    async editor(): Promise<string> {
      return (await service.createMember(org, 'EDITOR')).userId
    },
    async customer(name = 'Ann'): Promise<string> {
      return (await call('POST', '/customers', { name, email: `c${++made}@report.test` })).id
    },
    async book(fields: object = {}): Promise<string> {
      const scheduledTime = new Date(Date.now() - 86_400_000).toISOString()
      return (await call('POST', '/projects/create', { scheduledTime, ...fields })).id
    },
    move: (id: string, status: string) => call('PATCH', `/projects/${id}/status`, { status }),
    sendBack: (id: string) =>
      call('POST', `/projects/${id}/request-revision`, { comment: 'Brighter' }),
    /** Creates a SENT invoice. Returns its id. */
    async invoice(customerId: string, unitAmount: number, more: object = {}): Promise<string> {
      const lineItems = [{ ...LINE, unitAmount }]
      const body = { customerId, currency: 'USD', lineItems, ...more }
      const { id } = await call('POST', '/invoices', body)
      await call('POST', `/invoices/${id}/send`)
      return id
    },
    /** Pays an invoice. Returns the payment's id. */
    async pay(invoiceId: string, body: object = {}): Promise<string> {
      await call('POST', `/invoices/${invoiceId}/pay`, body)
      return (await call('GET', `/payments?invoiceId=${invoiceId}`)).data[0].id
    },
    refund: (paymentId: string, body: object = {}) =>
      call('POST', `/payments/${paymentId}/refunds`, body),
    /** Runs a statement on the organization's rows; `$1` is its id. */
    rows: (text: string, ...values: (string | number | null)[]) =>
      service.store.sql.queryOnce<Row>(text, [organizationId, ...values]),
  }
}

export type ReportStudio = Awaited<ReturnType<typeof reportStudio>>
