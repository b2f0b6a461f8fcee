/** The most files in one call of Web Share. iOS refuses more. */
const MAX_SHARED_FILES = 25

/**
 * On iOS a download lands in Files. Web Share puts pictures into Photos: those that are chosen, or all. For
 * more than it takes there is the download.
 */
function offerSharing(): void {
  const share = document.getElementById('share') as HTMLButtonElement | null
  const status = document.getElementById('chosen')
  if (!share || !status || !navigator.canShare) return
  const probe = new File([new Uint8Array(1)], 'photo.jpg', { type: 'image/jpeg' })
  if (!navigator.canShare({ files: [probe] })) return
  let files: File[] = []
  const begin = () => {
    files = []
    share.hidden = wantedTiles().length > MAX_SHARED_FILES
    share.textContent = 'Save to Photos'
  }
  for (const box of document.querySelectorAll('.choose input')) {
    box.addEventListener('change', begin)
  }
  begin()
  share.addEventListener('click', async () => {
    // A browser shares only right after a tap. Loading takes longer, so a second tap shares the files.
    if (files.length === 0) {
      share.disabled = true
      status.textContent = 'Loading the photos'
      const wanted = wantedTiles()
      const loaded = await load(wanted).catch(() => [])
      share.disabled = false
      // Another choice was made meanwhile.
      if (String(wantedTiles().map(({ id }) => id)) !== String(wanted.map(({ id }) => id))) return
      files = loaded
      share.textContent = files.length === 0 ? 'Try again' : `Save ${files.length} to Photos`
      status.textContent =
        files.length === 0 ? 'The photos could not be loaded' : 'The photos are loaded'
      return
    }
    // Closing the system's own sheet is an error too.
    await navigator.share({ files }).catch(() => {})
    begin()
  })
}

function wantedTiles(): HTMLElement[] {
  const tiles = [...document.querySelectorAll<HTMLElement>('.grid li')]
  const chosen = tiles.filter(
    (tile) => tile.querySelector<HTMLInputElement>('.choose input')?.checked,
  )
  return chosen.length > 0 ? chosen : tiles
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

offerSharing()
