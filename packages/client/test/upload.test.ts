import t from 'tap'
import { createClient } from '../src/index.ts'

t.test('a concurrency below one is refused before anything is sent', async (t) => {
  let sent = 0
  const client = createClient({
    baseUrl: 'https://jobs.example.test',
    async fetch() {
      sent += 1
      return Response.json({ data: [{ key: 'staging/a', uploadUrl: 'https://s3.example.test/a' }] })
    },
  })
  const data = new Blob(['pixels'], { type: 'image/jpeg' })
  const photo = { data, mediaType: 'PHOTO' as const, filename: 'kitchen.jpg' }
  for (const concurrency of [0, -1, Number.NaN]) {
    await t.rejects(client.uploadMedia('', [photo], { concurrency }), RangeError)
  }
  t.equal(sent, 0)
})
