// Writes the environment variable table in docs/operating.md from the definitions.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isRequired, variables, writtenDefault } from '@mediajobs/runtime'
import { VARIABLES as OF_API } from '../apps/api/src/config.ts'
import { VARIABLES as OF_DISPATCHER } from '../apps/dispatcher/src/config.ts'
import { VARIABLES as OF_MEDIA } from '../apps/media/src/config.ts'

const FILE = fileURLToPath(new URL('../docs/operating.md', import.meta.url))

type Variable = keyof typeof variables

const SERVICES = ['api', 'dispatcher', 'media']

const READERS: Record<string, readonly string[]> = {
  api: Object.keys(OF_API),
  dispatcher: Object.keys(OF_DISPATCHER),
  media: Object.keys(OF_MEDIA),
  migrate: ['DATABASE_URL', 'MEDIA_DATABASE_URL'],
  admin: [
    'DATABASE_URL',
    'SECRETS_KEY',
    'CELL',
    'CELL_URLS',
    'MOVE_TARGET_DATABASE_URL',
    'MOVE_SOURCE_DATABASE_URL',
  ],
}
const START = '<!-- environment: written by `pnpm environment` -->'
const END = '<!-- end of environment -->'

/**
 * `document` with the table of all environment variables between its two marks.
 *
 * @throws {Error} when a mark is missing, or no process reads a variable.
 */
export function withEnvironment(document: string): string {
  const start = document.indexOf(START)
  const end = document.indexOf(END)
  if (start < 0 || end < start) throw new Error('the markers of the environment table are missing')
  return `${document.slice(0, start)}${START}\n\n${environmentTable()}\n\n${document.slice(end)}`
}

function environmentTable(): string {
  const names = Object.keys(variables) as Variable[]
  return [
    '| variable | read by | default | what it is |',
    '|---|---|---|---|',
    ...names.map((name) => `| ${cellsOf(name).join(' | ')} |`.replaceAll('|  |', '| |')),
  ].join('\n')
}

function cellsOf(name: Variable): string[] {
  const readers = Object.keys(READERS).filter((reader) => READERS[reader]?.includes(name))
  if (readers.length === 0) throw new Error(`no process reads ${name}`)
  const written = writtenDefault(name)
  const value = written === null ? '' : `\`${written}\``
  const description = variables[name].desc ?? ''
  const services = SERVICES.every((each) => readers.includes(each))
    ? ['all', ...readers.filter((each) => !SERVICES.includes(each))]
    : readers
  return [
    `\`${name}\``,
    services.join(', '),
    isRequired(name) ? '**required**' : value,
    description,
  ]
}

if (import.meta.main) await writeFile(FILE, withEnvironment(await readFile(FILE, 'utf8')))
