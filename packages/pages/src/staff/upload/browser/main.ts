import { button } from '../../../browser/elements.ts'
import { call } from '../../browser/call.ts'
import type { Settings } from '../settings.ts'
import { TEXTS } from '../texts.ts'
import { namesOf, notify } from './bar.ts'
import { byNameAndSize, fileKey, onFilesChosen } from './new-rows.ts'
import type { Medium } from './row.ts'
import { keepUnfinished, readUnfinished, UploadList } from './upload-list.ts'

/** Milliseconds between updates of the speed. */
const TICK_MS = 1_000

const tool = document.getElementById('upload')
if (tool) open(tool)

function open(tool: HTMLElement): void {
  const settings: Settings = JSON.parse(tool.dataset.settings ?? '{}')
  const list = new UploadList(settings)
  let media: readonly Medium[] = []
  const read = async () => {
    media = (await mediaOf(settings)) ?? media
    return media
  }
  // Sequential, so a file dropped twice is listed once.
  let adding: Promise<unknown> = read().then((found) => remind(settings, found))
  onFilesChosen((files) => {
    adding = adding.catch(() => {}).then(async () => list.add(files, await read()))
  })
  addEventListener('beforeunload', (event) => list.isRunning && event.preventDefault())
  addEventListener('online', () => list.refresh())
  addEventListener('offline', () => list.refresh())
  setInterval(() => list.isRunning && list.refresh(), TICK_MS)
  tool.hidden = false
}

/** Lists files from the last visit that weren't uploaded. */
function remind({ projectId }: Settings, media: readonly Medium[]): void {
  const here = byNameAndSize(media)
  const left = readUnfinished(projectId).filter(({ name, size }) => !here.has(fileKey(name, size)))
  if (left.length === 0) return
  const forget = button(TEXTS.forget, TEXTS.forget, () => {
    keepUnfinished(projectId, [])
    notify('')
    document.getElementById('files')?.focus()
  })
  notify(TEXTS.unfinished(left.length, namesOf(left.map(({ name }) => name))), forget)
}

/** The project's current files; `undefined` if unreadable, which the upload will report. */
async function mediaOf({ projectId }: Settings): Promise<readonly Medium[] | undefined> {
  try {
    const path = `/projects/${projectId}/media`
    const { isSuccess, body } = await call<{ data: Medium[] }>('GET', path)
    return isSuccess ? body.data : undefined
  } catch {
    return undefined
  }
}
