import { make } from '../../browser/elements.ts'

/** A module that opens a link's target: a photo or a sheet. */
interface Opener {
  open(link: HTMLAnchorElement): void
}

interface Later<Work> {
  /** Loads the module now. Retries after a failure. */
  load(): Promise<Work>
  /** Undefined until the module has loaded. */
  loaded(): Work | undefined
}

/**
 * Loads the module named in `data-more`: after the pictures, or as soon as a link is clicked. If it
 * fails to load, the link opens its file.
 *
 * @param links selector of the links that the module opens
 * @returns undefined if the page names no module
 */
export function loadLater<Work extends Opener>(links: string): Later<Work> | undefined {
  const name = document.querySelector<HTMLScriptElement>('script[data-more]')?.dataset.more
  if (!name) return undefined
  let loaded: Work | undefined
  let loading: Promise<Work> | undefined
  let failures = 0
  const load = (): Promise<Work> => {
    // Browsers cache failed imports by URL.
    const retry = failures === 0 ? '' : `?${failures}`
    loading ??= import(new URL(name + retry, import.meta.url).href).then(
      (work: Work) => {
        loaded = work
        return work
      },
      (error) => {
        loading = undefined
        failures += 1
        throw error
      },
    )
    return loading
  }
  document.addEventListener('click', async (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event
    const link = (target as Element).closest<HTMLAnchorElement>(links)
    if (!link || metaKey || ctrlKey || shiftKey) return
    if (!link.dataset.opens && !link.querySelector('img')) return
    event.preventDefault()
    const work = await load().catch(() => null)
    if (work) work.open(link)
    else location.assign(link.href)
  })
  const begin = () => void load().catch(() => {})
  if (location.hash.startsWith('#photo-') || document.readyState === 'complete') begin()
  else addEventListener('load', begin)
  return { load, loaded: () => loaded }
}

/** Adds the viewer's styles, which the first paint doesn't need. */
export async function addStyle(): Promise<void> {
  const name = document.querySelector<HTMLElement>('script[data-style]')?.dataset.style ?? ''
  const { href } = new URL(name, import.meta.url)
  const link = make('link', { rel: 'stylesheet', href })
  document.head.append(link)
  await new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
  })
}
