/**
 * Another page of the service as a document; `null` if it was refused. The policy of a page refuses to parse text, but not
 * to load a document.
 *
 * @throws TypeError without a connection
 */
export function readPage(url: string): Promise<Document | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.onload = () => resolve(request.status === 200 ? request.responseXML : null)
    request.onerror = () => reject(new TypeError('no connection'))
    request.send()
  })
}
