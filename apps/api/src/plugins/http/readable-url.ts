import type { IncomingMessage } from 'node:http'

/**
 * The address of a request, with a path that can be decoded: `%zz` is taken for the text that it is.
 * A malformed id is then a malformed id and takes the way of an unknown one, credentials, limits
 * and all.
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
