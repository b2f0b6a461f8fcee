import { make } from '../../browser/elements.ts'
import { DELIVERY } from './report-view.ts'

/** Saves one photo as a file, or shows it if the store forbids reads by pages. */
export async function saveFile(tile: HTMLElement, size: string): Promise<void> {
  const link = tile.querySelector('a')
  const original = { url: link?.dataset.original ?? '', name: link?.dataset.name ?? 'photo.jpg' }
  const { url, name } = (size === 'mls' && (await smaller(tile, original.name))) || original
  try {
    const href = URL.createObjectURL(await (await load(url)).blob())
    make('a', { href, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(href), REVOKE_MS)
  } catch {
    location.assign(url)
  }
}

// Browsers read the blob after the click.
const REVOKE_MS = 60_000

interface Delivery {
  media: { id: string; preview: { mlsUrl: string | null } | null }[]
}

/** The picture in MLS size. Its URL isn't on the page: 40 of them would take over a kilobyte. */
async function smaller(tile: HTMLElement, filename: string) {
  try {
    const response = await load(DELIVERY, { headers: { accept: 'application/json' } })
    const { media }: Delivery = await response.json()
    const url = media.find(({ id }) => id === tile.dataset.id)?.preview?.mlsUrl
    return url ? { url, name: `${filename.replace(/\.[^.]*$/, '')}.jpg` } : null
  } catch {
    return null
  }
}

async function load(url: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return response
}
