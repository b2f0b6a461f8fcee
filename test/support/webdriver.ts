import { until } from '@mediajobs/local-engines/testing'
import type { Test } from 'tap'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const WAIT_MS = 30_000

/** Why there's no browser to drive: `pnpm test:engines` starts one, and sets these variables. */
export const whyNoDriver = process.env.TEST_WEBDRIVER_URL
  ? false
  : 'Run `pnpm test:engines webkit firefox`.'

/** A browser behind W3C WebDriver, which refuses to press what a finger couldn't. */
export async function drivenBrowser(t: Pick<Test, 'teardown'>) {
  const { TEST_WEBDRIVER_URL: url = '', TEST_WEBDRIVER_CAPABILITIES = '{}' } = process.env
  const alwaysMatch = JSON.parse(TEST_WEBDRIVER_CAPABILITIES)
  const session = await command('POST', `${url}/session`, { capabilities: { alwaysMatch } })
  const at = `${url}/session/${session.sessionId}`
  t.teardown(() => command('DELETE', at))
  const send = (path: string, body: object) => command('POST', `${at}/${path}`, body)

  /** The elements that match. */
  async function all(selector: string): Promise<string[]> {
    const found = await send('elements', { using: 'css selector', value: selector })
    return found.map(({ [ELEMENT]: id }: Record<string, string>) => id)
  }

  /** The first element that matches and is displayed, once there is one. */
  async function find(selector: string, text = ''): Promise<string> {
    return eventual(`${selector} ${text}`, async () => {
      for (const id of await all(selector)) {
        const isShown = await command('GET', `${at}/element/${id}/displayed`)
        if (isShown && (await command('GET', `${at}/element/${id}/text`)).includes(text)) return id
      }
    })
  }

  return {
    open: (address: string) => send('url', { url: address }),
    find,
    /** Brings an element to the middle of the window, and presses it once nothing lies over it. */
    press: (selector: string, text?: string) =>
      eventual(`to press ${selector}`, async () => {
        const id = await find(selector, text)
        const script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
        await send('execute/sync', { script, args: [{ [ELEMENT]: id }] })
        await send(`element/${id}/click`, {})
        return true
      }),
    type: async (selector: string, text: string) =>
      send(`element/${await find(selector)}/value`, { text }),
    /** Chooses files of this machine. A chooser's input is never displayed: its label is. */
    async choose(selector: string, paths: readonly string[]) {
      const id = await eventual(selector, async () => (await all(selector))[0])
      await send(`element/${id}/value`, { text: paths.join('\n') })
    },
    resize: (size: { width: number; height: number }) => send('window/rect', size),
  }
}

/** Errors while a sheet opens or the page is replaced. */
const NOT_YET = /element click intercepted|element not interactable|stale element reference/

async function eventual<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined
  let refusal = 'not there'
  const isThere = async () => {
    found = await look().catch((error: Error) => {
      if (!NOT_YET.test(error.message)) throw error
      refusal = error.message
      return undefined
    })
    return found !== undefined
  }
  await until(what, isThere, WAIT_MS).catch((cause: Error) => {
    throw new Error(`${cause.message}: ${refusal}`)
  })
  return found as T
}

// biome-ignore lint/suspicious/noExplicitAny: each command has its own answer
async function command(method: string, url: string, body?: object): Promise<any> {
  const headers = { 'content-type': 'application/json' }
  const content = body && { headers, body: JSON.stringify(body) }
  const response = await fetch(url, { method, ...content })
  const { value } = (await response.json()) as { value: { error: string; message: string } }
  if (response.ok) return value
  throw new Error(`${method} ${url}: ${value.error}: ${value.message}`)
}
