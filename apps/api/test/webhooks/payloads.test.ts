// Compares real events with the payloads in the OpenAPI document.
import { EVENT_NAMES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import {
  type Document,
  operationsOf,
  type Reference,
  resolved,
} from '@mediajobs/testing/api/document'
import { schemaProblems } from '@mediajobs/testing/api/documented-responses'
import { BY_DISPATCHER, type Call, causeEveryEvent } from '@mediajobs/testing/api/every-event'
import t from 'tap'

const BY_OPERATIONS = EVENT_NAMES.filter((name) => !BY_DISPATCHER.includes(name))

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document
const org = await service.createOrg()

t.test(
  "each event's data matches its webhook in the document [i6-project-created, i6-project-assigned, i6-status-changed, i6-project-delivered, i6-invoice-created, i6-body-data, c7-payload, c13-revision-event]",
  async (t) => {
    const call: Call = async (method, path, sent) => {
      const { status, body } = await org.call(method, path, sent)
      t.ok(status < 300, `${method} ${path}: ${JSON.stringify(body)}`)
      return body
    }
    let wanted = 0
    await causeEveryEvent(call, async (count) => {
      wanted += count
    })
    const { body } = await org.call('GET', '/events?limit=100')
    t.equal(body.data.length, wanted)
    const published = new Set<string>()
    for (const { event, data } of body.data) {
      const { schema } =
        document.webhooks[event]?.post.requestBody?.content['application/json'] ?? {}
      const [, pointer] = resolved(document, schema as Reference, '')
      t.strictSame([...schemaProblems(document, `${pointer}/properties/data`, data)], [], event)
      published.add(event)
    }
    t.strictSame([...published].sort(), BY_OPERATIONS.toSorted(), 'every event was published')
  },
)

// Projects and customers in an event's data, or in a record of it.
const MISSED = `
  select distinct name, found #>> '{}' as id
  from events, jsonb_path_query(data::jsonb, '$.**{1 to 2}') as found
  where organization_id = $1
    and found #>> '{}' in (select id::text from projects union select id::text from customers)
    and array_position(event_subject(data), found #>> '{}') is null`

t.test("filters see the projects and customers in each event's data [c16-filter]", async (t) => {
  t.strictSame(await service.store.sql.query(MISSED, [org.organizationId]), [])
})

t.test('the document names the operations that publish each event', (t) => {
  const descriptions = operationsOf(document).map(({ operation }) => operation.description ?? '')
  for (const event of BY_OPERATIONS) {
    const naming = new RegExp(`\\b[Ff]ires\\b[^.]*\\b${event}\\b`)
    t.ok(
      descriptions.some((description) => naming.test(description)),
      event,
    )
  }
  t.end()
})
