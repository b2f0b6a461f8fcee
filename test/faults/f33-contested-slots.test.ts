import { instant, midnight, orderStudio } from '@mediajobs/testing/api/order-studio'
import { anyAddress } from '@mediajobs/testing/api/request'
import { prove } from './support/fault.ts'
import { openRacetrack, type Racetrack, type RacingResponse } from './support/same-instant.ts'

const TEAMS = [1, 2, 5]
// Fewer than may wait in a process, so none is refused for that.
const CALLERS = 50
const FULL_ROUNDS = 20
const FIRST_HOUR = 8
// A technician's working day.
const HOURS = 10
const HOUR_MS = 3_600_000

await prove({
  id: 'F33',
  promise:
    'when clients hold one time concurrently, as many succeed as there are technicians, and nobody is booked twice',
  rules: '[c20-holds-race]',
  target: `of ${CALLERS} callers: one 201 a technician, and 409 for the others`,
  async run({ t, isFull }) {
    const track = await openRacetrack(t, isFull)
    const rounds = isFull ? FULL_ROUNDS : 1
    let [races, exact, doubled] = [0, 0, 0]
    for (const technicians of TEAMS) {
      const studio = await orderStudio(track.service)
      for (let hired = 1; hired < technicians; hired += 1) await studio.hire()
      const form = await studio.open()
      for (let round = 0; round < rounds; round += 1) {
        const responses = await raceFor(track, { ...form, ...studio }, round)
        races += 1
        exact += isExact(responses, technicians) ? 1 : 0
      }
      doubled += await countDoubled(track, studio.org.organizationId)
    }
    return {
      figure: `${races} times ${CALLERS} callers: ${exact} with one 201 a technician, ${doubled} booked twice`,
      isMet: exact === races && doubled === 0,
    }
  },
})

function raceFor(
  { race }: Racetrack,
  { at, packageId }: { at: string; packageId: string },
  round: number,
): Promise<RacingResponse[]> {
  const day = midnight(2 + Math.floor(round / HOURS))
  const startsAt = instant(day + (FIRST_HOUR + (round % HOURS)) * HOUR_MS)
  return race(CALLERS, `${at}/holds`, () => ({
    body: { startsAt, selection: { packageId } },
    headers: { 'x-forwarded-for': anyAddress() },
  }))
}

function isExact(responses: readonly RacingResponse[], technicians: number): boolean {
  const held = responses.filter(({ status }) => status === 201)
  const taken = responses.filter(({ body }) => body.code === 'slot_taken')
  return held.length === technicians && held.length + taken.length === responses.length
}

/** Overlapping pairs of one technician's orders. */
async function countDoubled({ service }: Racetrack, organizationId: string): Promise<number> {
  const [row] = await service.store.sql.query<{ count: number }>(
    `select count(*)::int as count from orders as a join orders as b
       on b.organization_id = a.organization_id and b.technician_id = a.technician_id and b.id > a.id
       and tstzrange(a.starts_at, a.starts_at + a.duration_minutes * interval '1 minute')
         && tstzrange(b.starts_at, b.starts_at + b.duration_minutes * interval '1 minute')
     where a.organization_id = $1`,
    [organizationId],
  )
  return row?.count ?? -1
}
