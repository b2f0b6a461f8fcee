import type { Media, Round } from '../records.ts'

export function isCurrent({ replacedByMediaId }: Media): boolean {
  return replacedByMediaId === null
}

/** The current version of a file. @param all media of the project, including earlier versions */
export function currentOf(all: readonly Media[], id: string): Media | undefined {
  return chain(all, id, 'replacedByMediaId').at(-1)
}

/** The versions of a file, newest first. */
export function versionsOf(all: readonly Media[], { id }: Media): Media[] {
  const current = currentOf(all, id)
  return current ? chain(all, current.id, 'replacesMediaId') : []
}

function chain(
  all: readonly Media[],
  id: string,
  next: 'replacedByMediaId' | 'replacesMediaId',
): Media[] {
  const byId = new Map(all.map((each) => [each.id, each]))
  const found: Media[] = []
  for (let each = byId.get(id); each; each = byId.get(each[next] ?? '')) found.push(each)
  return found
}

/** Who replaced files for comments of these rounds. */
export function replacersOf(
  rounds: readonly Pick<Round, 'items'>[],
  files: readonly Media[],
): (string | null)[] {
  const resolved = new Set(rounds.flatMap(({ items }) => items.map((item) => item.resolvedMediaId)))
  return files.filter(({ id }) => resolved.has(id)).map((file) => file.uploadedByUserId)
}
