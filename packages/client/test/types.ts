// Only compiled: each @ts-expect-error is a mistake the compiler must find.
import { type Client, createClient, type Project } from '@mediajobs/client'

export async function rightCalls(client: Client): Promise<Project[]> {
  const project: Project = await client.post('/projects/create', {
    body: { scheduledTime: '2026-05-01T09:30:00Z' },
  })
  const { id } = project
  const counts = await client.get('/projects/status-counts')
  const nothing: undefined = await client.delete('/media/{id}', { path: { id } })
  const projects: Project[] = []
  for await (const each of client.paginate('/projects', { query: { status: ['BOOKED'] } })) {
    projects.push(each)
  }
  const { cdnUrl } = await client.uploadMedia(id, { data: new Blob([]), mediaType: 'PHOTO' })
  const [first] = await client.uploadMedia(id, [{ data: new Blob([]), mediaType: 'PHOTO' }])
  return first && cdnUrl && counts && !nothing ? projects : []
}

export async function wrongCalls(client: Client): Promise<void> {
  // @ts-expect-error there is no such path
  await client.get('/project')
  // @ts-expect-error this path has no DELETE
  await client.delete('/projects')
  // @ts-expect-error the path has a parameter
  await client.get('/projects/{id}')
  // @ts-expect-error the parameter is called id
  await client.get('/projects/{id}', { path: { projectId: '1' } })
  // @ts-expect-error there is no such status
  await client.get('/projects', { query: { status: ['DONE'] } })
  // @ts-expect-error there is no such filter
  await client.get('/projects', { query: { colour: 'red' } })
  // @ts-expect-error scheduledTime is required
  await client.post('/projects/create', { body: {} })
  // @ts-expect-error a field with a wrong name
  await client.post('/projects/create', { body: { scheduledTime: '', adress: '' } })
  // @ts-expect-error a GET has no body
  await client.get('/projects', { body: {} })
  // @ts-expect-error status-counts has no pages
  client.paginate('/projects/status-counts')
  // @ts-expect-error there is no such kind of media
  await client.uploadMedia('1', { data: new Blob([]), mediaType: 'SELFIE' })
  const project = await client.get('/projects/{id}', { path: { id: '1' } })
  // @ts-expect-error notes can be null
  project.notes.length
  // @ts-expect-error a key or a session, not both
  createClient({ baseUrl: '', apiKey: '', accessToken: '', organizationId: '' })
  // @ts-expect-error a session acts in an organization
  createClient({ baseUrl: '', accessToken: '' })
}
