// P11: what a phone loads of the page of a delivery before its pictures.

import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { pageWeight } from '@mediajobs/testing/api/pages'
import t from 'tap'

const MAX_BYTES = 12_288
const PHOTOS = 40

t.test('the page of 40 photos, with its style and script, weighs at most 12 kB', async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const { deliver, addMedia, addPreview } = await deliveringStudio(api)
  const { token } = await deliver(
    { addressLine1: '48 Alder Ridge Road' },
    {},
    async (projectId) => {
      for (let position = 1; position <= PHOTOS; position++) {
        const cdnUrl = `https://cdn.test/${projectId}/${position}`
        await addPreview(await addMedia(projectId, { position, cdnUrl, size: 5_200_000 }))
      }
    },
  )
  const weight = await pageWeight(api.url, `/deliveries/${token}`)
  const total = Object.values(weight).reduce((sum, bytes) => sum + bytes, 0)
  t.comment(`${total} bytes: ${JSON.stringify(weight)}`)
  t.equal(Object.keys(weight).length, 3)
  t.ok(total <= MAX_BYTES, `${total} bytes`)
})
