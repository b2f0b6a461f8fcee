import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import { openStudio } from '@mediajobs/testing/api/studio'
import t from 'tap'

const service = await sharedApp()
const { call, confirm, presign, projectId } = await openStudio(service)

t.test(
  'a presign requires all four fields, with valid values [i2-media-types, i4-presign, i7-400, c6-presign-filename]',
  async (t) => {
    const messages = async (body: object) =>
      (await call('POST', '/media/presign', body)).body.message.toSorted()
    t.strictSame(await messages({}), [
      'contentType is required',
      'filename is required',
      'mediaType is required',
      'projectId is required',
    ])
    const file = { projectId, filename: 'a.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
    for (const filename of [
      'a/b.jpg',
      '..\\b.jpg',
      'a\nb.jpg',
      'a\u0085b',
      '.',
      '..',
      '.../',
      ' ',
      '. ',
    ]) {
      t.strictSame(await messages({ ...file, filename }), [
        'filename must have no path separators or control characters, and not be blank, . or ..',
      ])
    }
    t.strictSame(await messages({ ...file, filename: '' }), ['filename must not be empty'])
    for (const filename of ['...', '.env', ' a', '..a', 'a.', 'a..']) {
      t.equal((await call('POST', '/media/presign', { ...file, filename })).status, 201, filename)
    }
    t.match(await messages({ ...file, filename: 'é'.repeat(256) }), [/^filename must have at most/])
    for (const contentType of ['jpeg', 'image/', 'image/jpeg; q=1', ' image/jpeg', 'a/b/c']) {
      t.match(await messages({ ...file, contentType }), [/^contentType must be a media type/])
    }
    t.match(await messages({ ...file, mediaType: 'Photo' }), [/^mediaType must be one of PHOTO,/])
    const umlauts = await call('POST', '/media/presign', { ...file, filename: 'Küche “1”.jpg' })
    t.equal(umlauts.status, 201)
  },
)

t.test('a confirm refuses a key of another organization’s upload [c6-confirm-key]', async (t) => {
  const { key } = await (await openStudio(service)).presign('theirs.jpg')
  t.equal((await confirm({ filename: 'a.jpg', size: 1, key })).status, 404)
})

t.test(
  'a refused confirm without a key names filename; one for an unknown project names no field',
  async (t) => {
    await presign('unsent.jpg')
    const unsent = await confirm({ filename: 'unsent.jpg', size: 6 })
    t.strictSame(unsent.body.message, [
      'filename has not been uploaded yet: PUT it to its uploadUrl first',
    ])
    const { key } = await presign('batch.jpg')
    const files = [{ filename: 'batch.jpg', size: 6, type: 'PHOTO', key }]
    for (const id of ['x', randomUUID()]) {
      for (const sent of [files, files.map(({ key, ...file }) => file)]) {
        const { status, body } = await call('POST', '/media/confirm-batch', {
          projectId: id,
          files: sent,
        })
        t.equal(status, 404)
        t.equal(body.message, 'There is nothing here with this id.')
      }
    }
  },
)
