/** The response to a form. */
export interface Answer {
  status: number
  /** After redirects. */
  url: URL
  page: Document
}

/**
 * Submits a form as a browser would, without leaving the page. Not with `fetch`: Trusted Types forbid parsing its
 * text, whereas XMLHttpRequest loads a document.
 *
 * @param more additional fields
 * @throws TypeError when offline or if the response isn't a page
 */
export function sendForm(
  form: HTMLFormElement,
  button: HTMLElement | null,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(form, button))
    request.responseType = 'document'
    request.onload = () => {
      const { status, responseURL, responseXML: page } = request
      if (page) resolve({ status, url: new URL(responseURL), page })
      else reject(new TypeError('no page'))
    }
    request.onerror = () => reject(new TypeError('no connection'))
    const fields = fieldsOf(form, button)
    for (const [name, value] of Object.entries(more)) fields.append(name, value)
    request.send(fields)
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
