// docs/contract.md#c6-replace and the following rules: a corrected file replaces the original.
import { sharedApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t from 'tap'

const service = await sharedApp()

interface Item {
  id: string
  filename: string
  replacesMediaId: string | null
  replacedByMediaId: string | null
}

async function shoot() {
  const studio = await openStudio(service)
  const { add, call, projectId } = studio
  const [a, b, c] = [await add('a.jpg'), await add('b.jpg'), await add('c.jpg')]
  const list = async (query = ''): Promise<Item[]> =>
    (await call('GET', `/projects/${projectId}/media${query}`)).body.data
  const names = async (query?: string) => (await list(query)).map(({ filename }) => filename)
  const read = async ({ id }: Item): Promise<Item> => (await call('GET', `/media/${id}`)).body
  const replace = (older: Item, filename: string, more: object = {}) =>
    add(filename, filename, { replacesMediaId: older.id, ...more })
  const remove = ({ id }: Item) => call('DELETE', `/media/${id}`)
  return { ...studio, a, b, c, list, names, read, replace, remove }
}

t.test("a replacement takes the file's place; the file stays stored [c6-replace]", async (t) => {
  const { b, names, read, replace, call, projectId, org } = await shoot()
  const newer = await replace(b, 'b2.jpg')
  t.match(newer, { position: b.position, replacesMediaId: b.id, replacedByMediaId: null })
  t.equal(newer.uploadedByUserId, org.userId)
  t.strictSame(await names(), ['a.jpg', 'b2.jpg', 'c.jpg'])
  const older = await read(b)
  t.match(older, { replacedByMediaId: newer.id, replacesMediaId: null, filename: 'b.jpg' })
  t.equal(await (await fetch(b.cdnUrl)).text(), 'b.jpg', 'its bytes are still there')
  const { data } = (await call('GET', `/media/project/${projectId}`)).body
  const withOld = { projectId, mediaIds: [b.id, ...data.map(({ id }: Item) => id)] }
  t.equal((await call('PATCH', '/media/reorder', withOld)).status, 400)
})

t.test('earlier versions are listed on request [c6-versions]', async (t) => {
  const { b, list, names, replace, call, projectId } = await shoot()
  const second = await replace(b, 'b2.jpg')
  const third = await replace(second, 'b3.jpg')
  t.strictSame(await names(), ['a.jpg', 'b3.jpg', 'c.jpg'])
  t.strictSame(await names('?includeReplaced=false'), ['a.jpg', 'b3.jpg', 'c.jpg'])
  const all = await list('?includeReplaced=true')
  t.strictSame(all.map(({ filename }) => filename).sort(), [
    'a.jpg',
    'b.jpg',
    'b2.jpg',
    'b3.jpg',
    'c.jpg',
  ])
  const links = (id: string) => {
    const { replacesMediaId, replacedByMediaId } = all.find((each) => each.id === id) as Item
    return [replacesMediaId, replacedByMediaId]
  }
  t.strictSame(links(b.id), [null, second.id])
  t.strictSame(links(second.id), [b.id, third.id])
  t.strictSame(links(third.id), [second.id, null])
  const same = await call('GET', `/media/project/${projectId}?includeReplaced=true`)
  t.strictSame(same.body.data, all)
})

t.test('a file can be replaced only once [c6-replace-once, c6-confirm-again]', async (t) => {
  const { b, names, presign, confirm, replace, call, projectId } = await shoot()
  const { uploadUrl, key } = await presign('b2.jpg')
  await put(uploadUrl, 'b2.jpg')
  const file = { filename: 'b2.jpg', size: 6, key, replacesMediaId: b.id }
  const first = await confirm(file)
  t.equal(first.status, 201)
  const again = await confirm(file)
  t.strictSame(
    [again.status, again.body],
    [200, first.body],
    'a repeated confirm returns the same record',
  )
  const refused = await replace(b, 'other.jpg')
  t.match(refused, {
    statusCode: 409,
    code: 'media_replaced',
    fields: [{ path: 'replacesMediaId', code: 'media_replaced' }],
  })
  t.match(refused.message, first.body.id, 'it names the newer version')
  t.strictSame(await names(), ['a.jpg', 'b2.jpg', 'c.jpg'])

  const files = [await presign('x.jpg'), await presign('y.jpg')]
  for (const each of files) await put(each.uploadUrl, 'pixels')
  const batch = {
    projectId,
    files: files.map(({ key }, n) => ({
      ...{ filename: `${n}.jpg`, size: 6, type: 'PHOTO', key },
      replacesMediaId: first.body.id,
    })),
  }
  t.match(await call('POST', '/media/confirm-batch', batch), {
    status: 400,
    body: { fields: [{ path: 'files[1].replacesMediaId', code: 'not_unique' }] },
  })
})

t.test(
  'of two people replacing a file concurrently, one gets a conflict [c6-replace-once]',
  async (t) => {
    const { b, names, presign, confirm } = await shoot()
    const uploads = [await presign('one.jpg'), await presign('two.jpg')]
    for (const { uploadUrl } of uploads) await put(uploadUrl, 'pixels')
    const both = await Promise.all(
      uploads.map(({ key }, n) =>
        confirm({ filename: `${n}.jpg`, size: 6, key, replacesMediaId: b.id }),
      ),
    )
    t.strictSame(both.map(({ status }) => status).sort(), [201, 409])
    t.equal((await names()).length, 3)
  },
)

t.test(
  'replacing an unknown file is a 404, one of another project a 400 [c6-replace]',
  async (t) => {
    const { presign, confirm, call, createProject } = await shoot()
    const { uploadUrl, key } = await presign('new.jpg')
    await put(uploadUrl, 'pixels')
    const replacing = (replacesMediaId: string) =>
      confirm({ filename: 'new.jpg', size: 6, key, replacesMediaId })
    const stranger = await shoot()
    t.equal((await replacing(stranger.a.id)).status, 404)
    t.equal((await replacing('nope')).status, 404)
    const other = await createProject()
    const file = { projectId: other, filename: 'o.jpg', contentType: 'image/jpeg' }
    const presigned = await call('POST', '/media/presign', { ...file, mediaType: 'PHOTO' })
    await put(presigned.body.uploadUrl, 'pixels')
    const { body } = await call('POST', '/media/confirm-upload', {
      ...{ projectId: other, filename: 'o.jpg', size: 6, type: 'PHOTO' },
      key: presigned.body.key,
    })
    t.match(await replacing(body.id), {
      status: 400,
      body: { fields: [{ path: 'replacesMediaId' }] },
    })
  },
)

t.test('a deleted version leaves no gap [c6-versions-delete]', async (t) => {
  const { b, c, a, names, read, replace, remove, call, projectId } = await shoot()
  const second = await replace(b, 'b2.jpg')
  const third = await replace(second, 'b3.jpg')
  const fourth = await replace(third, 'b4.jpg')
  t.equal((await remove(second)).status, 204, 'one in the middle')
  t.equal((await read(b)).replacedByMediaId, third.id)
  t.equal((await read(third)).replacesMediaId, b.id)
  t.strictSame(await names(), ['a.jpg', 'b4.jpg', 'c.jpg'])
  const order = { projectId, mediaIds: [c.id, a.id, fourth.id] }
  t.equal((await call('PATCH', '/media/reorder', order)).status, 200)
  t.equal((await remove(fourth)).status, 204, 'the newest one')
  t.strictSame(await names(), ['c.jpg', 'a.jpg', 'b3.jpg'], 'the previous one takes its place')
  t.equal((await read(third)).replacedByMediaId, null)
  t.equal((await remove(b)).status, 204, 'the oldest one')
  t.equal((await read(third)).replacesMediaId, null)
  t.strictSame(await names('?includeReplaced=true'), ['c.jpg', 'a.jpg', 'b3.jpg'])
})

t.test("earlier versions count toward a project's media [c6-thousand]", async (t) => {
  const { b, presign, confirm, projectId, org } = await shoot()
  const { uploadUrl, key } = await presign('b2.jpg')
  await put(uploadUrl, 'pixels')
  await service.store.sql.query(
    `insert into media (organization_id, id, project_id, type, filename, key, content_type, size,
       cdn_url, position, replaced_by_media_id)
     select $1, uuid_v7(), $2, 'PHOTO', 'old', n::text, 'image/jpeg', 1, 'https://cdn.test', n, uuid_v7()
     from generate_series(1, 997) as n`,
    [org.organizationId, projectId],
  )
  const refused = await confirm({ filename: 'b2.jpg', size: 6, key, replacesMediaId: b.id })
  t.match(refused, { status: 409, body: { code: 'too_many_media' } })
})

t.test(
  'a replacement keeps the original of an altered picture, or names its own [c6-replace]',
  async (t) => {
    const { a, b, replace } = await shoot()
    const alteration = { kind: 'VIRTUAL_STAGING', note: 'A sofa' }
    const staged = await replace(b, 'staged.jpg', { alteredFromMediaId: b.id, alteration })
    t.match(staged, { alteredFromMediaId: b.id, alteration }, 'altered from the file it replaces')
    const better = await replace(staged, 'better.jpg')
    t.match(better, { alteredFromMediaId: b.id, alteration })
    const plain = await replace(better, 'plain.jpg', { alteredFromMediaId: null })
    t.match(plain, { alteredFromMediaId: null, alteration: null })
    const sky = { alteredFromMediaId: a.id, alteration: { kind: 'SKY' } }
    t.match(await replace(plain, 'sky.jpg', sky), {
      alteredFromMediaId: a.id,
      alteration: { kind: 'SKY', note: null },
    })
  },
)

t.test(
  'a link keeps the old file; the next delivery shows the new one, with the old one as its previous version [c6-replace, c13-as-delivered, c13-round-replaced]',
  async (t) => {
    const { org, call, projectId, replace, a, b, c } = await shoot()
    const { client } = await deliveringStudio(service, org)
    const deliver = async () =>
      client((await call('POST', `/projects/${projectId}/deliver`)).body.deliveryToken)
    const shown = async ({ open }: ReturnType<typeof client>) =>
      (await open()).body.media.map(({ id }: Item) => id)
    const first = await deliver()
    const items = [b, c].map(({ id: mediaId }) => ({ mediaId, comment: 'Brighter' }))
    await first.requestRevision({ items })
    const draft = await replace(b, 'b2.jpg')
    const path = `/projects/${projectId}/revisions`
    const [round] = (await call('GET', path)).body.data
    const [bright, other] = round.items.map(({ id }: Item) => `${path}/${round.id}/items/${id}`)
    const done = { status: 'DONE', answer: 'Better?', resolvedMediaId: draft.id }
    t.equal((await call('PATCH', bright, done)).status, 200)
    const final = await replace(draft, 'b3.jpg')
    t.equal((await call('PATCH', other, { status: 'DECLINED' })).status, 200)
    t.strictSame(await shown(first), [a.id, b.id, c.id], 'as delivered')

    const second = await deliver()
    t.strictSame(await shown(second), [a.id, final.id, c.id])
    const { revision } = (await second.open()).body
    t.match(revision.items[0], { mediaId: b.id, status: 'DONE', resolvedMediaId: final.id })
    t.match(revision.replaced, [{ id: b.id, filename: 'b.jpg', cdnUrl: b.cdnUrl, deleted: false }])
    t.equal(revision.replaced.length, 1, 'not a draft the client never saw')
    const staff = (await call('GET', bright)).body
    t.equal(staff.resolvedMediaId, draft.id, 'staff see which file it was')
    t.strictSame(await shown(first), [a.id, b.id, c.id], 'the earlier link is unchanged')
    await call('DELETE', `/media/${b.id}`)
    t.strictSame((await second.open()).body.revision.replaced, [])
    t.strictSame(await shown(first), [a.id, c.id], 'deleted everywhere')
  },
)

t.test(
  'a new version of a published picture gets its own page, and the old page stays [c6-replace, c13-originals-published]',
  async (t) => {
    const { org, call, projectId, replace, a, b } = await shoot()
    const { client } = await deliveringStudio(service, org)
    const deliver = async () => {
      const { body } = await call('POST', `/projects/${projectId}/deliver`)
      return (await client(body.deliveryToken).open()).body.media
    }
    const pair = { alteredFromMediaId: a.id, alteration: { kind: 'SKY' } }
    const altered = await replace(b, 'sky.jpg', pair)
    const replaced = await replace(altered, 'draft.jpg')
    const [, before] = await deliver()
    const newer = await replace(replaced, 'sky2.jpg')
    const [, after] = await deliver()
    t.equal(after.id, newer.id)
    t.not(after.originalsUrl, before.originalsUrl)
    for (const { originalsUrl } of [before, after]) {
      const { pathname } = new URL(originalsUrl)
      t.equal((await service.request('GET', pathname)).status, 200)
    }
    const sql = 'select count(*)::int as count from public_originals where organization_id = $1'
    const [row] = await service.store.sql.query<{ count: number }>(sql, [org.organizationId])
    t.equal(row?.count, 2, 'a picture replaced before delivery gets none')
    const unpair = await call('PATCH', `/media/${newer.id}`, { alteredFromMediaId: null })
    t.match(unpair, { status: 409, body: { code: 'original_published' } })
  },
)
