import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { PayloadRoom } from '../../src/delivery/payloads.ts'

/** Claims bytes, and appends `organization:bytes:granted` to `order` when the claim is decided. */
function enter(room: PayloadRoom, order: string[], organizationId: string, bytes: number): void {
  void room.enter(organizationId, bytes).then((hasRoom) => {
    order.push(`${organizationId}:${bytes}:${hasRoom}`)
  })
}

t.test('only claims that fit are granted immediately', async (t) => {
  const room = new PayloadRoom(100)
  const order: string[] = []
  for (const organization of ['a', 'b', 'c']) enter(room, order, organization, 40)
  await turn()
  t.strictSame(order, ['a:40:true', 'b:40:true'])
  t.equal(room.heldBytes, 80)
  room.leave('a', 40)
  await turn()
  t.equal(order.at(-1), 'c:40:true')
  t.equal(room.heldBytes, 80)
})

t.test(
  "one organization holds at most two fifths, and its waiting claims don't delay others",
  async (t) => {
    const room = new PayloadRoom(100)
    const order: string[] = []
    for (let n = 0; n < 5; n += 1) enter(room, order, 'greedy', 20)
    await turn()
    t.equal(order.length, 2)
    t.equal(room.isOpenTo('greedy', 1), false)
    enter(room, order, 'quiet', 30)
    await turn()
    t.equal(order.at(-1), 'quiet:30:true')
  },
)

t.test('a large payload gets room before later small ones', async (t) => {
  const room = new PayloadRoom(100)
  const order: string[] = []
  for (const organization of ['a', 'b', 'c']) enter(room, order, organization, 30)
  enter(room, order, 'large', 40)
  for (let n = 0; n < 4; n += 1) enter(room, order, `small ${n}`, 5)
  await turn()
  t.equal(order.length, 3, 'the small ones wait behind it')
  room.leave('a', 30)
  await turn()
  t.equal(order[3], 'large:40:true')
})

t.test('claims of one organization are granted in order', async (t) => {
  const room = new PayloadRoom(100)
  const order: string[] = []
  for (const bytes of [30, 40, 5]) enter(room, order, 'a', bytes)
  await turn()
  t.strictSame(order, ['a:30:true'])
  room.leave('a', 30)
  await turn()
  t.strictSame(order, ['a:30:true', 'a:40:true'])
})

t.test('a refused waiting claim holds nothing', async (t) => {
  const room = new PayloadRoom(100)
  const order: string[] = []
  for (let n = 0; n < 2; n += 1) enter(room, order, 'a', 40)
  room.refuseWaiting()
  await turn()
  t.strictSame(order, ['a:40:true', 'a:40:false'])
  room.leave('a', 40)
  t.equal(room.heldBytes, 0)
})
