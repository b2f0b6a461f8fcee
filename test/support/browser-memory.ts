import { readdir, readFile } from 'node:fs/promises'

/** Private memory of this process's descendants, in bytes. */
export async function browserMemory(): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = new Map(
    await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)),
  )
  const isOwn = (id: string | undefined): boolean =>
    id !== undefined && (id === String(process.pid) || isOwn(parents.get(id)))
  const own = ids.filter((id) => id !== String(process.pid) && isOwn(id))
  const sizes = await Promise.all(own.map(anonymousBytes))
  return sizes.reduce((sum, each) => sum + each, 0)
}

async function parentOf(id: string): Promise<string | undefined> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  return /\) \S (\d+)/.exec(stat)?.[1]
}

async function anonymousBytes(id: string): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024
}
