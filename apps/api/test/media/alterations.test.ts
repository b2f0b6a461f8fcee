// docs/contract.md#c13-alteration: a picture's alteration is set on confirm or later.
import { sharedApp } from '@mediajobs/testing/api/app'
import { openStudio, put } from '@mediajobs/testing/api/studio'
import t from 'tap'

const service = await sharedApp()
const STAGED = { kind: 'VIRTUAL_STAGING', note: 'Furniture was added' }

t.test(
  'a confirm accepts the original and the alteration, also in a batch [c13-alteration]',
  async (t) => {
    const { add, presign, call, projectId } = await openStudio(service)
    const { id: alteredFromMediaId } = await add('empty.jpg')
    const one = await add('staged.jpg', 'x', { alteredFromMediaId, alteration: STAGED })
    t.match(one, { alteredFromMediaId, alteration: STAGED })
    const { key, uploadUrl } = await presign('sky.jpg')
    await put(uploadUrl, 'x')
    const file = { key, filename: 'sky.jpg', size: 1, type: 'PHOTO' }
    const confirm = (more: object) =>
      call('POST', '/media/confirm-batch', { projectId, files: [{ ...file, ...more }] })
    const alone = await confirm({ alteration: { kind: 'SKY' } })
    t.strictSame(alone.body.message, ['files[0].alteration needs alteredFromMediaId'])
    const { body } = await confirm({ alteredFromMediaId, alteration: { kind: 'SKY' } })
    t.strictSame(body.data[0].alteration, { kind: 'SKY', note: null })
  },
)

t.test('an alteration can be set later, changed and removed [c13-alteration]', async (t) => {
  const { add, call } = await openStudio(service)
  const [{ id: original }, { id }] = [await add('empty.jpg'), await add('staged.jpg')]
  const patch = (body: object) => call('PATCH', `/media/${id}`, body)
  const declared = await patch({ alteredFromMediaId: original, alteration: STAGED })
  t.match(declared, { status: 200, body: { alteredFromMediaId: original, alteration: STAGED } })
  t.strictSame((await call('GET', `/media/${id}`)).body, declared.body)
  const renamed = await patch({ filename: 'b.jpg' })
  t.match(renamed.body, { filename: 'b.jpg', alteredFromMediaId: original, alteration: STAGED })
  t.strictSame((await patch({ filename: 'b.jpg' })).body, renamed.body, 'nothing changed')
  const taken = await patch({ alteredFromMediaId: null })
  t.match(taken.body, { alteredFromMediaId: null, alteration: null })
})

t.test('an invalid alteration is refused and changes nothing [c13-alteration]', async (t) => {
  const { add, call } = await openStudio(service)
  const foreign = (await (await openStudio(service)).add('x.jpg')).id
  const { id } = await add('staged.jpg')
  const before = (await call('GET', `/media/${id}`)).body
  const refused: [object, number, RegExp][] = [
    [{ alteration: STAGED }, 400, /^alteration needs alteredFromMediaId$/],
    [{ alteredFromMediaId: id }, 400, /^alteredFromMediaId is the media item itself$/],
    [{ alteredFromMediaId: foreign }, 404, /nothing here/],
    [{ alteration: { kind: 'NOISE' } }, 400, /^alteration\.kind must be one of VIRTUAL_STAGING/],
    [{ alteration: { kind: 'SKY', note: '' } }, 400, /^alteration\.note must not be empty$/],
    [{ filename: 'a/b' }, 400, /^filename must have no path separators/],
  ]
  for (const [body, status, message] of refused) {
    const response = await call('PATCH', `/media/${id}`, body)
    t.equal(response.status, status)
    t.match([response.body.message].flat()[0], message)
  }
  t.strictSame((await call('GET', `/media/${id}`)).body, before)
})
