// SQL of ids that follow from numbers, so that rows of different tables fit together without a join.

/** The organization with the number `n`. */
export const organizationId = (n: string) =>
  `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const numbered = (kind: string) => (n: string, i: string) =>
  `('0000' || lpad(to_hex(${i}), 4, '0') || '-0000-${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Record `i` of organization `n`. */
export const memberId = numbered('7001')
export const apiKeyId = numbered('7003')
export const subscriptionId = numbered('7004')

/** Customer `i` of slot `s`. */
export const customerId = (s: string, i: string) =>
  `(lpad(to_hex(${s}), 8, '0') || '-' || lpad(to_hex(${i}), 4, '0') || '-7002-8000-000000000000')::uuid`

/** The time at which project `t` was made: the projects are spread over three years before `$1`. */
export const projectTime = (t: string, projects: number) =>
  `($1::timestamptz - (${projects} - ${t}) * interval '${(YEARS_SECONDS / projects).toFixed(6)} s')`
const YEARS_SECONDS = 3 * 365 * 86_400

/** The id of project `t`: a UUIDv7 of its time. */
export const projectId = (t: string, projects: number) =>
  `overlay(md5((${t})::text) placing lpad(to_hex((extract(epoch from ${projectTime(t, projects)}) * 1000)::bigint), 12, '0') || '70008' from 1)::uuid`

/** A UUIDv7 of the time `at`. PostgreSQL 18 has it in C; `uuid_v7_at` of the migrations takes ten times as long. */
export const idAt = (at: string) => `uuidv7(${at} - clock_timestamp())`
