/** The response to a form. */
export interface Answer {
  status: number
  /** After redirects. */
  url: URL
  page: Document
}

/**
 * Submits a form as a browser would, without leaving the page.
 *
 * @param more additional fields
 * @throws TypeError when offline or if the response isn't a page
 */
export async function sendForm(
  form: HTMLFormElement,
  button: HTMLElement | null,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const fields = fieldsOf(form, button)
  for (const [name, value] of Object.entries(more)) fields.append(name, value)
  const { status, responseURL, responseXML: page } = await load(addressOf(form, button), fields)
  if (!page) throw new TypeError('no page')
  return { status, url: new URL(responseURL), page }
}

/** Reads another page; `null` if refused. @throws TypeError when offline */
export async function readPage(url: string): Promise<Document | null> {
  const { status, responseXML } = await load(url)
  return status === 200 ? responseXML : null
}

/** Not with `fetch`: Trusted Types forbid parsing its text, whereas XMLHttpRequest loads a document. */
function load(url: string, form?: URLSearchParams): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(form ? 'POST' : 'GET', url)
    request.responseType = 'document'
    request.onload = () => resolve(request)
    request.onerror = () => reject(new TypeError('no connection'))
    request.send(form ?? null)
  })
}

function addressOf(form: HTMLFormElement, button: HTMLElement | null): string {
  return button instanceof HTMLButtonElement && button.hasAttribute('formaction')
    ? button.formAction
    : form.action
}

/** The fields a browser would submit for a form without files. */
export function fieldsOf(form: HTMLFormElement, button: HTMLElement | null): URLSearchParams {
  const data = new FormData(form)
  if (button instanceof HTMLButtonElement && button.name) data.append(button.name, button.value)
  return new URLSearchParams([...data].map(([name, value]) => [name, String(value)]))
}
