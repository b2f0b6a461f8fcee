import { randomUUID } from 'node:crypto'
import { bookingOf } from './booking.ts'
import type { Answer, Call } from './caller.ts'
import { EndedEarly } from './clock.ts'
import type { Organization } from './population.ts'
import { inform, lookAtDay, lookAtProject, sessionHeaders } from './reads.ts'
import { upload } from './upload.ts'
import type { World } from './world.ts'

type Step = Omit<Call, 'from' | 'kind'>
type Event = [name: string, detail?: string]

const REVISED_SHARE = 0.1
// Hours in which studios hand work over.
const EVENING = { from: 17, hours: 4 }

/** The life of one booking, from the call that books it to the client's approval, or to midnight. */
export async function liveJob(world: World, from: Organization, bookedAt: number): Promise<void> {
  const { clock, books } = world
  try {
    await clock.until(bookedAt)
    const job = await Job.book(world, from)
    if (!job) return
    await job.live(bookedAt)
    books.approved += 1
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    books.open += 1
  }
}

class Job {
  readonly #world: World
  readonly #from: Organization
  readonly #id: string

  private constructor(world: World, from: Organization, id: string) {
    this.#world = world
    this.#from = from
    this.#id = id
  }

  /** The booking comes from the organization's own website, with a key. */
  static async book(world: World, from: Organization): Promise<Job | null> {
    const answer = await world.caller.call(bookingOf(from, 'book'))
    if (answer?.status !== 201) return null
    world.books.bookings += 1
    world.books.created(answer.body.id, from.id)
    if (answer.isRepeated) world.books.repeatedChanges += 1
    return new Job(world, from, answer.body.id)
  }

  async live(bookedAt: number): Promise<void> {
    const { clock } = this.#world
    const { owner, technician, editor } = this.#from
    const at = (hours: number) => clock.until(bookedAt + hours)
    await at(0.3)
    await lookAtDay(this.#world.caller, this.#from, owner)
    await this.#assign('technician', technician.person)
    await this.#assign('editor', editor.person)
    await this.#move('BOOKED', sessionHeaders(owner))
    const shootHours = 1 + 2 * Math.random()
    await at(shootHours)
    await lookAtDay(this.#world.caller, this.#from, technician)
    await this.#move('SHOOTING', sessionHeaders(owner))
    await at(shootHours + 1)
    await upload(this.#world, this.#from, this.#id)
    await this.#move('UPLOADED', sessionHeaders(technician))
    await at(shootHours + 1.5)
    await this.#move('EDITING', sessionHeaders(owner))
    await lookAtProject(this.#world.caller, this.#from, editor, this.#id)
    const editedAt = bookedAt + shootHours + 2 + 2 * Math.random()
    await clock.until(editedAt)
    await this.#move('IN_REVIEW', sessionHeaders(editor))
    await clock.until(
      Math.max(editedAt + 0.5, EVENING.from + EVENING.hours * Math.random() - Math.random()),
    )
    let token = await this.#deliver()
    if (Math.random() < REVISED_SHARE) {
      await clock.until(clock.hour() + 0.5)
      await this.#requestRevision(token)
      await clock.until(clock.hour() + 0.5)
      await this.#move('IN_REVIEW', sessionHeaders(editor))
      token = await this.#deliver()
    }
    await clock.until(clock.hour() + 0.2 + Math.random())
    await this.#change(
      'approve',
      { method: 'POST', path: `/deliveries/${token}/approve`, client: token },
      'DELIVERED',
      ['DELIVERY_APPROVED'],
    )
    await inform(this.#world.caller, this.#from, this.#id)
  }

  async #assign(role: 'technician' | 'editor', userId: string): Promise<void> {
    const path = `/projects/${this.#id}/assign-${role}`
    const step: Step = {
      method: 'PATCH',
      path,
      headers: sessionHeaders(this.#from.owner),
      body: { userId },
    }
    await this.#change('assign', step, 'PENDING', ['PROJECT_ASSIGNED', role.toUpperCase()])
  }

  async #move(status: string, headers: Record<string, string>): Promise<void> {
    const path = `/projects/${this.#id}/status`
    const step: Step = { method: 'PATCH', path, headers, body: { status } }
    await this.#change('move', step, status, ['PROJECT_STATUS_CHANGED', status])
  }

  async #deliver(): Promise<string> {
    const headers = { ...sessionHeaders(this.#from.editor), 'idempotency-key': randomUUID() }
    const path = `/projects/${this.#id}/deliver`
    const step: Step = { method: 'POST', path, headers, body: { message: 'Your photos are ready' } }
    const events: Event[] = [['PROJECT_STATUS_CHANGED', 'DELIVERED'], ['PROJECT_DELIVERED']]
    const { body } = await this.#change('deliver', step, 'DELIVERED', ...events)
    await this.#look(body.deliveryToken)
    return body.deliveryToken
  }

  async #look(token: string): Promise<void> {
    const path = `/deliveries/${token}`
    const call = { kind: 'client page', method: 'GET', path, from: this.#from } as const
    await this.#world.caller.call({ ...call, client: token })
  }

  async #requestRevision(token: string): Promise<void> {
    const path = `/deliveries/${token}/request-revision`
    const body = { comment: 'More light, please' }
    const step: Step = { method: 'POST', path, body, client: token }
    const events: Event[] = [['PROJECT_STATUS_CHANGED', 'IN_REVISION'], ['REVISION_REQUESTED']]
    await this.#change('revision', step, 'IN_REVISION', ...events)
  }

  /** Makes a change and notes it. A change that stays without an answer ends the job. */
  async #change(kind: string, step: Step, status: string, ...events: Event[]): Promise<Answer> {
    const { books, caller } = this.#world
    const answer = await caller.call({ kind, from: this.#from, ...step })
    const isDone = answer !== null && answer.status < 300
    // An earlier try was done, and its response was lost: the revision was requested already.
    const isDoneBefore = answer?.status === 409 && answer.isRepeated && kind === 'revision'
    if (!isDone && !isDoneBefore) {
      const project = books.projects.get(this.#id)
      if (project) project.isUnsure = true
      throw new EndedEarly()
    }
    books.changed(this.#id, status, ...events)
    if (answer.isRepeated) books.repeatedChanges += 1
    return answer
  }
}
