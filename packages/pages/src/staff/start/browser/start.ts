import { call } from '../../browser/call.ts'

/** Fills in the browser's time zone and language. A new organization gets them automatically. */
export async function startWithBrowser(): Promise<void> {
  const box = document.getElementById('zone')
  const form = box?.querySelector('form')
  if (!box || !form) return
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  // Chromium says `en-US@posix` where the system has no language.
  const [locale = ''] = navigator.language.split('@')
  const [zones, language] = [
    form.querySelector<HTMLSelectElement>('[name=timeZone]'),
    form.querySelector<HTMLInputElement>('[name=locale]'),
  ]
  if (!zones || !language || !timeZone) return
  // Browsers may use legacy zone names.
  if (![...zones.options].some(({ value }) => value === timeZone)) zones.add(new Option(timeZone))
  zones.value = timeZone
  language.value = locale
  if (box.dataset.automatic === undefined) return
  const etag = form.querySelector<HTMLInputElement>('[name=if-match]')?.value
  if (etag === undefined) return
  const body = { timeZone, locale }
  const { isSuccess, status } = await call('PATCH', '/organization', { body, etag })
  // Otherwise the form is shown with the reason.
  if (isSuccess || status === 412) location.reload()
}
