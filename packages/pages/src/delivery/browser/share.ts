import type { DownloadSheet } from './download.ts'
import { TEXTS } from './page-texts.ts'

/** iOS refuses to share more files at once. */
const MAX_SHARED_FILES = 25

/** On iOS, downloads land in Files; Web Share can save to Photos. Beyond its limit, clients download. */
export function offerSharing(sheet: DownloadSheet): void {
  const share = document.getElementById('share') as HTMLButtonElement | null
  if (!share || !navigator.canShare) return
  const probe = new File([new Uint8Array(1)], 'photo.jpg', { type: 'image/jpeg' })
  if (!navigator.canShare({ files: [probe] })) return
  let files: File[] = []
  const begin = () => {
    files = []
    const { length } = sheet.wanted
    share.hidden = length === 0 || length > MAX_SHARED_FILES
    share.textContent = TEXTS.save
  }
  sheet.onChange(begin)
  begin()
  share.addEventListener('click', async () => {
    // Sharing must directly follow a tap, and loading takes longer: a second tap shares.
    if (files.length === 0) {
      share.disabled = true
      share.textContent = TEXTS.loading
      const { wanted } = sheet
      const loaded = await load(wanted).catch(() => [])
      share.disabled = false
      // The selection changed meanwhile.
      if (String(sheet.wanted.map(({ id }) => id)) !== String(wanted.map(({ id }) => id))) return
      files = loaded
      share.textContent = files.length === 0 ? TEXTS.tryAgain : TEXTS.savePhotos(files.length)
      if (files.length === 0) sheet.say(TEXTS.notLoaded)
      return
    }
    // Dismissing the share sheet rejects too.
    await navigator.share({ files }).catch(() => {})
    begin()
  })
}

function load(tiles: readonly HTMLElement[]): Promise<File[]> {
  return Promise.all(
    tiles.flatMap((tile) => {
      const link = tile.querySelector('a')
      const url = link?.dataset.original
      return url ? [file(url, link?.dataset.name ?? 'photo.jpg')] : []
    }),
  )
}

async function file(url: string, name: string): Promise<File> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${name}`)
  const bytes = await response.blob()
  return new File([bytes], name, { type: bytes.type || 'image/jpeg' })
}
