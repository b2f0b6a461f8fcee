import { parseSetCookie } from 'cookie'
import type { TestApp } from './app.ts'
import { anyAddress } from './request.ts'
import type { Credentials } from './sign-in.ts'

/** A page as received by a browser. */
export interface Opened {
  status: number
  headers: Headers
  text: string
  /** Target of a redirect: path and query. */
  location: string | undefined
}

/**
 * A browser without JavaScript: keeps cookies, doesn't follow redirects, and sends the origin with each form.
 *
 * @param api must trust its proxy
 * @param address default: random
 */
export function staffBrowser(api: TestApp, address: string = anyAddress()) {
  const cookies = new Map<string, string>()

  const headersOf = (more: Record<string, string>) => ({
    'x-forwarded-for': address,
    ...(cookies.size > 0 && { cookie: [...cookies].map((each) => each.join('=')).join('; ') }),
    ...more,
  })

  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const { name, value, maxAge } = parseSetCookie(line)
      if (value && maxAge !== 0) cookies.set(name, value)
      else cookies.delete(name)
    }
  }

  async function open(path: string, more: Record<string, string> = {}): Promise<Opened> {
    return request(path, { headers: headersOf({ 'sec-fetch-site': 'same-origin', ...more }) })
  }

  /** Sends a form of the page `from`. */
  async function send(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
    more: Record<string, string> = {},
    from = path,
  ): Promise<Opened> {
    return request(path, {
      method: 'POST',
      headers: headersOf({
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        referer: `${api.url}${from}`,
        ...more,
      }),
      body: new URLSearchParams(fields).toString(),
    })
  }

  async function request(path: string, init: RequestInit & { headers: object }): Promise<Opened> {
    const headers = { accept: 'text/html,*/*;q=0.8', ...init.headers }
    const response = await fetch(`${api.url}${path}`, { ...init, headers, redirect: 'manual' })
    keep(response.headers)
    const location = response.headers.get('location')
    const target = location === null ? undefined : new URL(location, `${api.url}${path}`)
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: target && target.pathname + target.search,
    }
  }

  return {
    cookies,
    open,
    send,
    signIn: ({ email, password }: Credentials, more: Record<string, string> = {}) =>
      send('/app/sign-in', { email, password, ...more }),
  }
}

export type StaffBrowser = ReturnType<typeof staffBrowser>

/** Signs a browser in by token: test members have no password. */
export async function browserOf(
  api: TestApp,
  person: { token(): Promise<string> },
): Promise<StaffBrowser> {
  const browser = staffBrowser(api)
  browser.cookies.set('__Host-session', await person.token())
  return browser
}
