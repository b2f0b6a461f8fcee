/**
 * Loads another page as a document; `null` if refused. Trusted Types forbid parsing text, but not loading documents.
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
