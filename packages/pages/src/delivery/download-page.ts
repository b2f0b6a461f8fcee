import type { Assets } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { layOut } from '../layout.ts'

interface Context {
  assets: Assets
  nonce: string
  /** The address of the archive. */
  archive: string
  /** The page of the delivery. */
  back: string
}

/** What a browser without JavaScript shows while it downloads. The response also leads it to the archive. */
export function downloadPage({ archive, back, ...context }: Context): Html {
  return layOut({
    ...context,
    title: 'Your download is starting',
    language: 'en',
    root: '../../',
    styles: ['style.css'],
    body: html`<main class="problem">
<h1>Your download is starting</h1>
<p>If nothing happens, <a href="${archive}">download the files here</a>.</p>
<p><a href="${back}">Back to the delivery</a></p>
</main>`,
  })
}
