// In a test process, tap's `async-hook-domain` resolves to this module. The package tracks every promise to find the test
// that an uncaught error belongs to, which takes a tenth of the processor time. Here it belongs to the innermost running
// test, since tests run sequentially.

type OnError = (error: unknown, type: NodeJS.UncaughtExceptionOrigin) => void

const running: Domain[] = []

export class Domain {
  readonly onerror: OnError

  constructor(onerror: OnError) {
    this.onerror = onerror
    running.push(this)
  }

  destroy(): void {
    const at = running.indexOf(this)
    if (at >= 0) running.splice(at, 1)
  }
}

process.on('uncaughtException', (error, type) => {
  const innermost = running.at(-1)
  if (!innermost) throw error
  innermost.onerror(error, type)
})
