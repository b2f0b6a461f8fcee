import { MAX_HOLDS, MAX_VISITS } from '@mediajobs/domain'

// SQL that fills the smaller tables. `$1` is the large organization.

// `ofLarge` rows for the large organization, and `ofSmall` rows for each other one. `i` counts them from 0.
export const rows = (ofLarge: number, ofSmall: number, studios = 'organizations') => `
  ${studios} as studio,
  generate_series(0, case when studio.id = $1 then ${ofLarge} else ${ofSmall} end - 1) as i`
const offer = (table: string) => `
  insert into ${table} (organization_id, id, name, price_amount, currency, archived_at, created_at)
  select studio.id, uuid_v7(), 'Offer ' || i, 100, 'USD', case when i % 2 = 0 then now() end,
    now() - i * interval '1 hour'
  from ${rows(2_000, 3)}`

// Four customers, members and projects per organization, so filters match thousands of rows.
export const FEW = `
  with few as materialized (
    select id,
      array(select user_id from memberships where organization_id = studio.id
        order by user_id limit 4) as members,
      array(select id from customers where organization_id = studio.id order by id limit 4)
        as customers,
      array(select id from projects where organization_id = studio.id order by id desc limit 4)
        as projects
    from organizations as studio
  )`

/** Thousands of records for the large organization in each list except projects, customers and logs; few for others. */
export const STUDIO_RECORDS = [
  `insert into customer_groups (organization_id, id, name, billing, payment_terms, created_at)
   select studio.id, uuid_v7(), 'Group ' || i, 'MEMBER', 'ON_DELIVERY', now() - i * interval '1 hour'
   from ${rows(990, 3)}`,
  `insert into customer_group_members (organization_id, id, group_id, customer_id, role, created_at)
   select organization_id, uuid_v7(), group_id, customer.id, 'MEMBER', customer.created_at
   from customers as customer
   join (select distinct on (organization_id) organization_id, id as group_id from customer_groups
     where $1::uuid is not null order by organization_id, id) as least using (organization_id)`,
  `insert into time_off (organization_id, id, user_id, starts_at, ends_at, created_at)
   select member.organization_id, uuid_v7(), member.user_id, now() - n * interval '1 day',
     now() - n * interval '1 day' + interval '1 hour', now() - n * interval '1 minute'
   from (
     select distinct on (organization_id) organization_id, user_id from memberships
     where $1::uuid is not null order by organization_id, user_id
   ) as member, generate_series(1, case when organization_id = $1 then 200 else 3 end) as n`,
  // The maximum number of visits per project, more on the newest one. Some have no technician: the index is past the array's end.
  `with newest as materialized (
     select organization_id, id, row_number() over (partition by organization_id order by id desc) as place
     from projects
   ), people as materialized (
     select id, array(select user_id from memberships where organization_id = studio.id
       order by user_id limit 19) as members
     from organizations as studio
   ), visit as (
     insert into project_visits (organization_id, id, project_id, kind, scheduled_time, technician_id, created_at)
     select organization_id, uuid_v7(), newest.id, 'OTHER', now() + (place * 20 + n) * interval '1 hour',
       members[n], now() - (place * 20 + n) * interval '1 minute'
     from newest join people on people.id = organization_id,
       generate_series(1, case when organization_id = $1 and place = 1 then 500 else ${MAX_VISITS} end) as n
     where place <= case when organization_id = $1 then 200 else 5 end
   )
   insert into project_reschedules (organization_id, project_id, id, previous_time, scheduled_time,
     by_customer, fee_amount, is_fee_waived)
   select organization_id, id, uuid_v7(), now(), now(), false, 0, false
   from (
       select organization_id, id,
         row_number() over (partition by organization_id order by id desc) as place
       from projects
     ) as project, generate_series(1, case when organization_id = $1 then 3000 else 3 end) as n
   where place <= 4`,
  `insert into leads (organization_id, id, project_id, name, created_at)
   select organization_id, uuid_v7(), id, 'Lead', now() - n * interval '1 minute'
   from (
       select organization_id, id,
         row_number() over (partition by organization_id order by id desc) as place
       from projects
     ) as project, generate_series(1, case when organization_id = $1 then 3000 else 3 end) as n
   where place <= 4`,
  `insert into mails (organization_id, id, kind, status, recipient, expires_at, created_at)
   select studio.id, uuid_v7(), 'DELIVERY', 'SENT', 'client@example.test', now(),
     now() - i * interval '1 minute'
   from ${rows(5_000, 5)}`,
  `with delivery as (
     insert into client_deliveries (organization_id, id, project_id, token_hash, token_encrypted, media_ids)
     select distinct on (organization_id) organization_id, uuid_v7(), id,
       sha256(uuid_send(gen_random_uuid())), '', '{}'::uuid[]
     from projects where $1::uuid is not null order by organization_id, id desc
     returning *
   )
   insert into revisions (organization_id, id, project_id, delivery_id, round)
   select organization_id, uuid_v7(), project_id, id, n
   from delivery, generate_series(1, case when organization_id = $1 then 3000 else 3 end) as n`,
  `insert into media (organization_id, id, project_id, type, filename, key, content_type, size,
     cdn_url, position)
   select organization_id, uuid_v7(), id, 'PHOTO', i || '.jpg', id || '/' || i, 'image/jpeg', 1, '', i
   from (select * from projects where organization_id = $1 order by id desc limit 100) as p,
     generate_series(1, 50) as i`,
  `insert into media_uploads (organization_id, id, project_id, filename, content_type, type, key,
     staging_key, cdn_url, media_id)
   select organization_id, id, project_id, filename, content_type, type, key, key, '', id from media
   where $1::uuid is not null`,
  `${FEW}
   insert into invoices (organization_id, id, status, customer_id, project_id, currency, line_items,
     subtotal_amount, discount_amount, tax_amount, total_amount, created_at)
   select studio.id, uuid_v7(), (array['DRAFT', 'SENT', 'PAID'])[1 + i % 3], customers[1 + i % 4],
     projects[1 + i / 4 % 4], 'USD', '[]', 0, 0, 0, 0, now() - i * interval '1 hour'
   from ${rows(5_000, 5, 'few')}`,
  `with few as materialized (
     select id,
       array(select id from invoices where organization_id = studio.id order by id limit 4) as invoices,
       array(select id from customers where organization_id = studio.id order by id limit 4)
         as customers
     from organizations as studio
   )
   insert into payments (organization_id, id, invoice_id, customer_id, provider, status,
     payment_amount, currency, created_at)
   select studio.id, uuid_v7(), invoices[1 + i % 4], customers[1 + i / 4 % 4], 'MANUAL',
     (array['SUCCEEDED', 'FAILED', 'CANCELLED'])[1 + i % 3], 100, 'USD',
     now() - i * interval '1 hour'
   from ${rows(5_000, 5, 'few')}`,
  `insert into refunds (organization_id, id, payment_id, provider, refund_amount, status, created_at)
   select organization_id, uuid_v7(), payment.id, 'MANUAL', 1, 'SUCCEEDED', now() - n * interval '1 hour'
   from (select distinct on (organization_id) organization_id, id from payments
     order by organization_id, created_at desc) as payment,
     generate_series(1, case when organization_id = $1 then 3000 else 3 end) as n`,
  `with form as (
     insert into order_forms (organization_id, id, public_id, name, package_ids, add_on_ids, questions,
       scheduling, slot_minutes, notice_hours, horizon_days, travel_minutes, payment, confirmation,
       frame_ancestors)
     select id, uuid_v7(), id::text || n, 'Form', '{}', '{}', '[]', 'NONE', 30, 24, 31, 0, 'NONE',
       'AUTOMATIC', '{}'
     from organizations, generate_series(1, 4) as n
     returning organization_id, id
   ), few as materialized (
     select organization_id as id, array_agg(form.id) as forms from form group by organization_id
   )
   insert into orders (organization_id, id, form_id, status, hold_token_hash, duration_minutes,
     selection, placed_at, created_at)
   select studio.id, uuid_v7(), forms[1 + i % 4],
     (array['REQUESTED', 'CONFIRMED', 'EXPIRED'])[1 + i / 4 % 3],
     sha256(uuid_send(gen_random_uuid())), 60,
     '{"packageId": null, "addOnIds": [], "discountCode": null}', now(), now() - i * interval '1 hour'
   from ${rows(5_000, 5, 'few')}`,
  // The maximum number of holds for the large organization, a few for the others.
  `with few as materialized (
     select studio.id, form.id as form_id,
       array(select user_id from memberships where organization_id = studio.id
         order by user_id limit 4) as members
     from organizations as studio
     join (select distinct on (organization_id) organization_id, id from order_forms) as form
       on form.organization_id = studio.id
   )
   insert into orders (organization_id, id, form_id, status, hold_token_hash, hold_expires_at, starts_at,
     duration_minutes, technician_id, selection, created_at)
   select studio.id, uuid_v7(), form_id, 'HELD', sha256(uuid_send(gen_random_uuid())),
     now() + interval '1 day', now() + i * interval '1 hour', 60, members[1 + i % 4],
     '{"packageId": null, "addOnIds": [], "discountCode": null}', now() - i * interval '1 hour'
   from ${rows(MAX_HOLDS, 10, 'few')}`,
  `insert into payments (organization_id, id, order_id, provider, status, payment_amount, currency,
     created_at)
   select organization_id, uuid_v7(), id, 'STRIPE',
     (array['SUCCEEDED', 'FAILED', 'CANCELLED'])[1 + abs(hashtext(id::text)) % 3], 100, 'USD',
     created_at - interval '30 minutes'
   from orders where $1::uuid is not null and status <> 'HELD'`,
  `insert into payments (organization_id, id, order_id, provider, status, payment_amount, currency,
     created_at)
   select organization_id, uuid_v7(), id, 'STRIPE', 'CANCELLED', 100, 'USD',
     created_at - n * interval '1 minute'
   from (select organization_id, id, created_at from orders
     where organization_id = $1 order by created_at desc limit 1) as newest, generate_series(1, 300) as n`,
  offer('packages'),
  offer('add_ons'),
  `insert into order_forms (organization_id, id, public_id, name, package_ids, add_on_ids, questions,
     scheduling, slot_minutes, notice_hours, horizon_days, travel_minutes, payment, confirmation,
     frame_ancestors, archived_at, created_at)
   select studio.id, uuid_v7(), gen_random_uuid()::text, 'Form', '{}', '{}', '[]', 'NONE', 30, 24, 31,
     0, 'NONE', 'AUTOMATIC', '{}', case when i % 2 = 0 then now() end, now() - i * interval '1 hour'
   from ${rows(8_000, 3)}`,
  `insert into discounts (organization_id, id, code, percent_basis_points, archived_at, created_at)
   select studio.id, uuid_v7(), 'CODE' || i, 100, case when i % 2 = 0 then now() end,
     now() - i * interval '1 hour'
   from ${rows(2_000, 3)}`,
  `${FEW}
   insert into api_keys (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id,
     created_at)
   select studio.id, uuid_v7(), 'Key', array['READ'], 'mjk_none', sha256(uuid_send(gen_random_uuid())),
     members[1], now() - i * interval '1 hour'
   from ${rows(2_000, 3, 'few')}`,
  `${FEW}
   insert into bulk_imports (organization_id, id, kind, status, dry_run, emit_events, total,
     created_by_user_id, created_at)
   select studio.id, uuid_v7(), 'CUSTOMERS', 'COMPLETED', true, true, 5000, members[1],
     now() - i * interval '1 hour'
   from ${rows(2_000, 1, 'few')}`,
  `insert into bulk_import_rows (organization_id, import_id, row, data, status)
   select organization_id, id, i, '{}', case when i % 2 = 0 then 'SUCCEEDED' else 'FAILED' end
   from (select * from bulk_imports where organization_id = $1 order by created_at desc limit 1) as b,
     generate_series(1, 5000) as i`,
]
