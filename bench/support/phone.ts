import type { Browser } from 'playwright-core'

/** A mid-range phone on a slow mobile network. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  bitsPerSecond: 1_600_000,
  latencyMs: 150,
  slowdown: 4,
} as const

const SETTLE_MS = 1_000

export interface Paints {
  /** Seconds from the navigation: First Contentful Paint. */
  first: number
  /** Largest Contentful Paint. */
  largest: number
}

/** Opens the page with an empty cache. */
export async function paintsOf(browser: Browser, url: string): Promise<Paints> {
  const { viewport, deviceScaleFactor, bitsPerSecond, latencyMs, slowdown } = PHONE
  const context = await browser.newContext({ viewport, deviceScaleFactor })
  try {
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    const throughput = bitsPerSecond / 8
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLE_MS)
    const [first, largest] = await page.evaluate<[number, number]>(PAINTS)
    return { first: first / 1_000, largest: largest / 1_000 }
  } finally {
    await context.close()
  }
}

// A string, because the types of Node.js have no paint entries.
const PAINTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [first] = performance.getEntriesByName('first-contentful-paint')
    resolve([first.startTime, list.getEntries().at(-1).startTime])
  }).observe({ type: 'largest-contentful-paint', buffered: true })
})`
