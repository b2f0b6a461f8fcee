import type { IncomingMessage } from 'node:http'

/**
 * The URL of a request, with a path that can be decoded: `%zz` is read as plain text. So a malformed id is
 * handled as an unknown id, after the checks of the credential and the rate limits.
 */
export function readableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '', ...query] = url.split('?')
  if (!path.includes('%') || isDecodable(path)) return url
  return [path.replaceAll('%', '%25'), ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
