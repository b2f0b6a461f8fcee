import { get } from 'node:http'
import { anyAddress } from './request.ts'

/** Opens `path` as a browser. @param address default: random */
export async function getPage(url: string, path: string, headers: Record<string, string> = {}) {
  return read(await fetch(`${url}${path}`, { headers: { ...browser(), ...headers } }))
}

/** Sends a form like a browser without JavaScript. Doesn't follow redirects. */
export async function postForm(
  url: string,
  path: string,
  fields: Record<string, string>,
  more: Record<string, string> = {},
) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const headers = { ...browser(), ...type, ...more }
  const body = new URLSearchParams(fields).toString()
  return read(await fetch(`${url}${path}`, { method: 'POST', headers, body, redirect: 'manual' }))
}

const browser = () => ({
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'br',
  'x-forwarded-for': anyAddress(),
})

async function read(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Brotli bytes of the page and of its style sheets and modules. */
export async function pageWeight(url: string, path: string): Promise<Record<string, number>> {
  const page = await getPage(url, path)
  const weight = { [path]: await sentBytes(`${url}${path}`) }
  for (const [, address = ''] of page.text.matchAll(
    /<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g,
  )) {
    weight[address] = await sentBytes(new URL(address, `${url}${path}`).href)
  }
  return weight
}

/** Brotli bytes. `fetch` reports only the decompressed size. */
export function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: browser() }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes)).on('error', reject)
    }).on('error', reject)
  })
}
