// Forms of staff pages: field names chosen by the caller, as many as fit.
import { MAX_FORM_BYTES } from '@mediajobs/domain'
import type { TestOrganization } from '@mediajobs/testing/api/app'
import { type Attack, type Expectation, type HostileRequest, preparedAttack } from './attack.ts'

/** A form of a staff page. */
export interface StaffForm {
  path: string
  cookie: string
}

export const REFUSED_PAGE: Expectation = { statuses: [400], isPage: true }

/** A form on a page of `org`, for its first ADMIN. */
export async function formOn(org: TestOrganization, page: string): Promise<StaffForm> {
  const path = `/app/${org.organizationId}/${page}`
  return { path, cookie: `__Host-session=${await org.token()}` }
}

export const formAttacks: Attack[] = [
  preparedAttack(
    'names in the form of a webhook',
    async ({ service }) => formOn(await service.createOrg(), 'developers/webhooks'),
    async (_stage, expect, form) => {
      const fields = (...kinds: string[]) => fieldsOf(kinds, MAX_FORM_BYTES - 1_000)
      await expect(urlForm(form, 'headers', () => fields('header-name'), REFUSED_PAGE))
      await expect(urlForm(form, 'metadata', () => fields('metadata-name'), REFUSED_PAGE))
      const removed = () => fields('stored-header-name', 'removed-header')
      await expect(urlForm(form, 'removed headers', removed, REFUSED_PAGE))
    },
  ),
]

/** As many fields of each of `kinds` as `bytes` allow, with distinct values. */
function fieldsOf(kinds: readonly string[], bytes: number): string {
  const fields: string[] = []
  for (let n = 0, left = bytes; left > 0; n++) {
    const field = kinds.map((kind, i) => `${kind}=${i}${n.toString(36)}`).join('&')
    fields.push(field)
    left -= field.length + 1
  }
  return fields.join('&')
}

/** A form without a file, as a browser sends it. */
export function urlForm(
  { path, cookie }: StaffForm,
  name: string,
  body: () => string,
  expected: Expectation,
): HostileRequest {
  return {
    name,
    method: 'POST',
    path,
    headers: { ...BROWSER, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body,
    expected,
  }
}

/** A form with a file, as a browser sends it. */
export function fileForm(
  { path, cookie }: StaffForm,
  name: string,
  file: () => string,
  expected: Expectation,
): HostileRequest {
  const part =
    'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv'
  return {
    name,
    method: 'POST',
    path,
    headers: { ...BROWSER, cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: () => `--${BOUNDARY}\r\n${part}\r\n\r\n${file()}\r\n--${BOUNDARY}--\r\n`,
    expected,
  }
}

// As long as a browser's: a short one may occur in the file.
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
