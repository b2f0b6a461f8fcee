// A separate process: the package unpacks the browser into its TMPDIR.
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
