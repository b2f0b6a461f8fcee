interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>
}

interface Year {
  projects: number
  technicians: number
  customers: number
}

const CREATED = `now() - ((n * 7919) % 365) * interval '1 day' - (n % 9) * interval '1 hour'`

/**
 * Inserts a year of an organization's jobs: booked, shot and delivered, some sent back or canceled, with invoices,
 * payments and refunds in two currencies.
 */
export async function fillYear(client: Client, organizationId: string, year: Year): Promise<void> {
  const each = `generate_series(1, ${year.projects}) as n`
  const statements = [
    `with made as (
       insert into users (id, email)
       select uuid_v7(), 'year' || n || '-' || $1::text || '@example.com'
       from generate_series(1, ${year.technicians}) as n returning id)
     insert into memberships (organization_id, user_id, name, role, account_id, accepted_at)
     select $1::uuid, id, (array['Chris Moreau','Nadia Haddad','Owen Fields','Sara Lindqvist','Tom Reyes'])[1 + (row_number() over ())::int % 5]
       || case when row_number() over () > 5 then ' ' || row_number() over () else '' end,
       'TECHNICIAN', id, now() from made`,
    `insert into customers (organization_id, id, name, email)
     select $1::uuid, uuid_v7(), (array['Ann Agent','Keller Group','Dana Whitfield','Lou Alvarez','R. Castellanos','Mira Novak'])[1 + n % 6]
       || case when n > 5 then ' ' || n else '' end, 'client' || n || '@year.example.com'
     from generate_series(0, ${year.customers} - 1) as n`,
    `insert into projects (organization_id, id, status, scheduled_time, address_line1, city, customer_id, technician_id,
       editor_id, estimated_duration, created_at, updated_at, delivered_at)
     select $1::uuid, ('0198aaaa-' || lpad(to_hex(n / 65536), 4, '0') || '-7' || substr(md5($1::text), 1, 3) || '-8' || substr(md5($1::text), 4, 3) || '-' || lpad(to_hex(n), 12, '0'))::uuid,
       case when n % 17 = 0 then 'CANCELLED' else 'DELIVERED' end, made + interval '2 days', n || ' Harbour Street',
       'Springfield', clients.ids[1 + n % ${year.customers}], team.ids[1 + n % ${year.technicians}],
       null, 60 + 30 * (n % 3), made, made, made + interval '4 days'
     from ${each}, lateral (select ${CREATED} as made) as times,
       (select array_agg(id order by id) as ids from customers where organization_id = $1::uuid) as clients,
       (select array_agg(user_id order by user_id) as ids from memberships
        where organization_id = $1::uuid and role = 'TECHNICIAN') as team`,
    ...['BOOKED', 'SHOOTING', 'DELIVERED', 'CANCELLED'].map(
      (status, n) => `
     insert into project_status_changes
       (organization_id, project_id, id, from_status, to_status, changed_at, shoot_ended_at)
     select organization_id, id, uuid_v7(), 'PENDING', '${status}', moved_at,
       ${status === 'DELIVERED' ? `scheduled_time + estimated_duration * interval '1 minute'` : 'null'}
     from projects, lateral (select created_at + ${n} * interval '1 day'
       + (hashtext(id::text) % 30 + 30) * interval '1 hour' as moved_at) as times
     where organization_id = $1::uuid and moved_at < now() and (
       '${status}' in ('BOOKED', 'SHOOTING') or status = '${status}')`,
    ),
    `insert into client_deliveries (organization_id, id, project_id, token_hash, token_encrypted, created_at,
       superseded_at, revision_requested_at, media_ids)
     select organization_id, uuid_v7(), project_id, sha256((project_id::text || round)::bytea), '', delivered_at,
       case when round = 1 and is_returned then delivered_at + interval '2 days' end,
       case when round = 1 and is_returned then delivered_at + interval '1 day' end, '{}'
     from (select *, hashtext(project_id::text) % 6 = 0 as is_returned from project_status_changes
       where organization_id = $1::uuid and to_status = 'DELIVERED') as delivered,
       generate_series(1, 2) as round, lateral (
         select changed_at + (round - 1) * interval '2 days' as delivered_at) as times
     where (round = 1 or is_returned) and delivered_at < now()`,
    `insert into invoices (organization_id, id, status, customer_id, project_id, currency, line_items, subtotal_amount,
       discount_amount, tax_amount, total_amount, paid_amount, sent_at)
     select organization_id, uuid_v7(), case when n % 9 = 0 then 'SENT' else 'PAID' end, customer_id, id,
       case when n % 5 = 0 then 'EUR' else 'USD' end, '[]', amount, 0, 0, amount,
       case when n % 9 = 0 then 0 else amount end, delivered_at - interval '30 hours'
     from (select *, row_number() over () as n from projects
       where organization_id = $1::uuid and status = 'DELIVERED') as sold,
       lateral (select 15000 + (n * 7919) % 30000 as amount) as prices
     where delivered_at - interval '30 hours' < now()`,
    `insert into payments (organization_id, id, invoice_id, customer_id, provider, status, payment_amount, currency,
       succeeded_at)
     select organization_id, uuid_v7(), id, customer_id, 'MANUAL', 'SUCCEEDED', total_amount, currency,
       least(sent_at + interval '6 days', now())
     from invoices where organization_id = $1::uuid and status = 'PAID'`,
    `insert into refunds (organization_id, id, payment_id, provider, refund_amount, status, created_at)
     select organization_id, uuid_v7(), id, 'MANUAL', 5000, 'SUCCEEDED', least(succeeded_at + interval '3 days', now())
     from payments where organization_id = $1::uuid and hashtext(id::text) % 25 = 0`,
  ]
  for (const statement of statements) await client.query(statement, [organizationId])
}
