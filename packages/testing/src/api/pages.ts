/** The page at `path`, as a browser gets it. */
export async function getPage(url: string, path: string, headers: Record<string, string> = {}) {
  return read(await fetch(`${url}${path}`, { headers: { ...BROWSER, ...headers } }))
}

/** Sends a form as a browser without JavaScript does; does not follow a redirect. */
export async function postForm(url: string, path: string, fields: Record<string, string>) {
  const headers = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(fields).toString()
  return read(await fetch(`${url}${path}`, { method: 'POST', headers, body, redirect: 'manual' }))
}

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
}

async function read(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() }
}
