/** An event that a change promises. `detail` is the new status of a move, or the role of an assignment. */
export interface Promised {
  projectId: string
  event: string
  detail: string
}

export interface KnownProject {
  organizationId: string
  status: string
  /** A change of the project was never answered: its state and its events are only known from the service. */
  isUnsure: boolean
}

/** What the load knows from the responses that it got. It never looks into the service. */
export class Books {
  readonly projects = new Map<string, KnownProject>()
  readonly #promised = new Map<string, number>()
  bookings = 0
  imported = 0
  approved = 0
  /** Jobs that were not at their end at midnight. */
  open = 0
  /** Changes that were answered at a repeat: it is known that they were made, once. */
  repeatedChanges = 0

  /** Notes an accepted change, with the status of the project after it and the events that it promises. */
  changed(projectId: string, status: string, ...events: readonly [string, string?][]): void {
    const project = this.projects.get(projectId)
    if (!project) throw new Error(`the books have no project ${projectId}`)
    project.status = status
    for (const [event, detail = ''] of events) {
      const key = keyOf({ projectId, event, detail })
      this.#promised.set(key, (this.#promised.get(key) ?? 0) + 1)
    }
  }

  created(projectId: string, organizationId: string): void {
    this.projects.set(projectId, { organizationId, status: 'PENDING', isUnsure: false })
    this.changed(projectId, 'PENDING', ['PROJECT_CREATED'])
  }

  /** How many events of each kind were promised, by their key. */
  get promised(): ReadonlyMap<string, number> {
    return this.#promised
  }
}

export function keyOf({ projectId, event, detail }: Promised): string {
  return `${projectId} ${event} ${detail}`
}

export function promisedOf(key: string): Promised {
  const [projectId = '', event = '', detail = ''] = key.split(' ')
  return { projectId, event, detail }
}
