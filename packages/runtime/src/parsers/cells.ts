import { type CellUrls, isCellName, MAX_CELLS } from '@mediajobs/domain'
import { parseSecretBaseUrl } from './urls.ts'

/** The name of a cell, unchanged. */
export function parseCell(text: string): string {
  if (isCellName(text)) return text
  throw new RangeError(
    '2 to 8 lower-case letters and digits, and not mjk, mji, mjp or mjs, which begin credentials',
  )
}

const CELL_URLS_FORM =
  'cells and base URLs like eu1=https://eu1.example.com,us1=https://us1.example.com'

/** `eu1=https://eu1.example.com,us1=https://us1.example.com`: cells and their {@link parseSecretBaseUrl}. */
export function parseCellUrls(text: string): CellUrls {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > MAX_CELLS) throw new RangeError(`at most ${MAX_CELLS} cells`)
  const urls = new Map<string, string>()
  for (const part of parts) {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
    if (!isCellName(name) || urls.has(name)) {
      throw new RangeError(`${CELL_URLS_FORM}; "${name}" is no name of a cell, or is there twice`)
    }
    urls.set(name, cellUrl(name, url))
  }
  return urls
}

function cellUrl(name: string, text: string): string {
  try {
    return parseSecretBaseUrl(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RangeError(`${CELL_URLS_FORM}; that of ${name} must be ${error.message}`)
  }
}
