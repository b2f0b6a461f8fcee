// Writes the table of environment variables in docs/operating.md, from the checks of the processes.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withEnvironment } from './environment/document.ts'

const FILE = fileURLToPath(new URL('../docs/operating.md', import.meta.url))

await writeFile(FILE, withEnvironment(await readFile(FILE, 'utf8')))
