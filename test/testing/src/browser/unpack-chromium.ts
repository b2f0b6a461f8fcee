// Run as a process of its own: the package unpacks the browser into the TMPDIR of its process.
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
