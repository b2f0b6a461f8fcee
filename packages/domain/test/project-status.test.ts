import t from 'tap'
import {
  type Mover,
  mayMove,
  mayStart,
  movesFrom,
  PROJECT_STATUSES,
  type ProjectStatus,
  ROLES,
} from '../src/index.ts'

const LIMITED: Record<string, string[]> = {
  TECHNICIAN: ['SHOOTING>UPLOADED'],
  EDITOR: ['EDITING>IN_REVIEW', 'IN_REVISION>IN_REVIEW', 'IN_REVIEW>DELIVERED'],
}

t.test(
  'each role may make exactly the moves of the contract [i3-entitled, i3-managers, c3-moves-managers]',
  async (t) => {
    for (const role of ROLES) {
      for (const assigned of [true, false]) {
        const allowed = movesOf({ role, assigned })
        const all = PROJECT_STATUSES.length * (PROJECT_STATUSES.length - 1)
        const limited = LIMITED[role]
        if (!limited) t.equal(allowed.length, all, `${role} may make every move`)
        else t.same(allowed, assigned ? limited.toSorted() : [], `${role}, assigned: ${assigned}`)
      }
    }
  },
)

t.test(
  'an organization may let technicians and editors start their own jobs, which allows no other move [c3-moves-starts]',
  async (t) => {
    const started: Record<string, string[]> = {
      TECHNICIAN: ['BOOKED>SHOOTING', 'SHOOTING>UPLOADED'],
      EDITOR: [
        'UPLOADED>EDITING',
        'EDITING>IN_REVIEW',
        'IN_REVISION>IN_REVIEW',
        'IN_REVIEW>DELIVERED',
      ],
    }
    for (const role of ROLES) {
      t.same(movesOf({ role, assigned: false, starts: true }), movesOf({ role, assigned: false }))
      const expected = started[role]?.toSorted() ?? movesOf({ role, assigned: true })
      t.same(movesOf({ role, assigned: true, starts: true }), expected)
      const settings = { techniciansStart: role === 'TECHNICIAN', editorsStart: role === 'EDITOR' }
      t.equal(mayStart(role, settings), role in started)
      t.notOk(mayStart(role, { techniciansStart: false, editorsStart: false }))
      t.notOk(
        mayStart(role, {
          techniciansStart: role !== 'TECHNICIAN',
          editorsStart: role !== 'EDITOR',
        }),
      )
    }
  },
)

t.test('a role that may set a status may set it again [c3-moves-same]', async (t) => {
  const technician: Mover = { role: 'TECHNICIAN', assigned: true }
  t.ok(mayMove(technician, 'UPLOADED', 'UPLOADED'))
  t.notOk(mayMove(technician, 'SHOOTING', 'SHOOTING'))
  t.notOk(mayMove({ ...technician, assigned: false }, 'UPLOADED', 'UPLOADED'))
  t.ok(mayMove({ role: 'EDITOR', assigned: true }, 'DELIVERED', 'DELIVERED'))
  t.ok(mayMove({ role: 'MANAGER', assigned: false }, 'CANCELLED', 'CANCELLED'))
})

t.test(
  'the moves listed for a role and status are exactly the allowed ones [c3-moves-refused]',
  async (t) => {
    for (const role of ROLES) {
      for (const from of PROJECT_STATUSES) {
        const mover = { role, assigned: true }
        const makeable = PROJECT_STATUSES.filter((to) => to !== from && mayMove(mover, from, to))
        t.same(movesFrom(mover, from), makeable, `${role} from ${from}`)
      }
    }
  },
)

function movesOf(mover: Mover): string[] {
  const moves = PROJECT_STATUSES.flatMap((from) =>
    PROJECT_STATUSES.map((to) => [from, to] as const),
  )
  return moves
    .filter(([from, to]: readonly [ProjectStatus, ProjectStatus]) => from !== to)
    .filter(([from, to]) => mayMove(mover, from, to))
    .map(([from, to]) => `${from}>${to}`)
    .sort()
}
