// The cost of a body before its content is checked. docs/contract.md#c10-checked-first
import {
  MAX_BODY_BYTES,
  MAX_IMPORT_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES_PER_MIB,
  MAX_VIOLATIONS,
} from '@mediajobs/domain'
import {
  type Attack,
  type HostileRequest,
  made,
  refused,
  requestsAttack,
  tooLarge,
} from './attack.ts'
import type { AttackResponse } from './send.ts'
import type { Stage } from './stage.ts'

const TIME = '"scheduledTime":"2026-12-01T10:00:00Z"'
const TOO_COMPLEX = refused('body_too_complex')
const INVALID = refused('invalid_request')
const IMPORT_MIBS = MAX_IMPORT_BYTES / MAX_BODY_BYTES

const times = (text: string, count: number) => Array(count).fill(text).join()
/** A booking with an unknown field of the given JSON. */
const withField = (json: string) => `{${TIME},"unknown":${json}}`
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
/** A booking of exactly `bytes` bytes. */
const sized = (bytes: number) => withField(`"${'x'.repeat(bytes - withField('""').length)}"`)

export const bodyAttacks: Attack[] = [
  requestsAttack('JSON values in a body', (stage) => [
    // The body has two more values: the time, and the list itself.
    book(
      stage,
      'at the bound',
      () => withField(`[${times('0', MAX_JSON_VALUES_PER_MIB - 2)}]`),
      made,
    ),
    book(
      stage,
      'one above',
      () => withField(`[${times('0', MAX_JSON_VALUES_PER_MIB)}]`),
      TOO_COMPLEX,
    ),
    book(stage, 'as members', () => wide(MAX_JSON_VALUES_PER_MIB), TOO_COMPLEX),
    book(
      stage,
      'as many as a body can have',
      () => withField(`[${times('0', 515_001)}]`),
      TOO_COMPLEX,
    ),
  ]),
  requestsAttack('depth of a body', (stage) => [
    // The body itself is one level.
    book(stage, 'at the bound', () => withField(nested(MAX_JSON_DEPTH - 1)), made),
    book(stage, 'one above', () => withField(nested(MAX_JSON_DEPTH)), TOO_COMPLEX),
    book(stage, 'a thousand times', () => withField(nested(MAX_JSON_DEPTH * 1_000)), TOO_COMPLEX),
    book(stage, 'as deep as a body can be', () => withField(nested(500_000)), TOO_COMPLEX),
  ]),
  requestsAttack('bytes of a body', (stage) => [
    book(stage, 'at the bound', () => sized(MAX_BODY_BYTES), made),
    book(stage, 'one above', () => sized(MAX_BODY_BYTES + 1), tooLarge),
    book(stage, 'sixteen times', () => sized(MAX_BODY_BYTES * 16), tooLarge),
    {
      ...book(stage, 'a thousand times, by its length', () => '{', tooLarge),
      claimedBytes: MAX_BODY_BYTES * 1_000,
    },
  ]),
  requestsAttack('parts of a language tag', ({ attacker }) => {
    const part = (n: number) => `a${n.toString(36).padStart(5, '0')}`
    const tag = `en-u-${Array.from({ length: 100_000 }, (_, n) => part(n)).join('-')}`
    return [
      {
        name: 'a hundred thousand',
        method: 'PATCH',
        path: '/organization',
        headers: { 'x-api-key': attacker.key, 'content-type': 'application/json' },
        body: () => JSON.stringify({ locale: tag }),
        expected: INVALID,
      },
    ]
  }),
  requestsAttack('half a million wrong items', wrongItems),
  requestsAttack('unknown fields', unknownFields),
  requestsAttack('a lone surrogate next to deep nesting', surrogates),
]

/** Every violation: each item is invalid and lacks each field. */
function* wrongItems(stage: Stage): Generator<HostileRequest> {
  const fewViolations = { ...INVALID, check: tooManyViolations }
  const mediaTypes = (count: number) => () => `{${TIME},"mediaTypes":[${times('0', count)}]}`
  yield book(stage, 'within the values', mediaTypes(MAX_JSON_VALUES_PER_MIB - 3), fewViolations)
  yield book(stage, '515,001 mediaTypes', mediaTypes(515_001), TOO_COMPLEX)
  const files = (count: number) => () => `{"projectId":"x","files":[${times('{}', count)}]}`
  const batch = (name: string, count: number, expected: HostileRequest['expected']) => ({
    ...book(stage, name, files(count), expected),
    path: '/media/confirm-batch',
  })
  yield batch('files within the values', MAX_JSON_VALUES_PER_MIB - 4, fewViolations)
  yield batch('340,001 files', 340_001, TOO_COMPLEX)
  yield book(stage, '50,000 mediaTypes', mediaTypes(50_000), TOO_COMPLEX)
  const strict = { prefer: 'handling=strict' }
  const most = () => wide(MAX_JSON_VALUES_PER_MIB - 10)
  yield book(stage, 'strictly', most, fewViolations, strict)
  yield book(stage, 'strictly, 50,000', () => wide(50_000), TOO_COMPLEX, strict)
}

function* unknownFields(stage: Stage): Generator<HostileRequest> {
  yield book(stage, 'within the values', () => wide(MAX_JSON_VALUES_PER_MIB - 10), made)
  yield book(stage, '100,000', () => wide(100_000), TOO_COMPLEX)
  const allowed = MAX_JSON_VALUES_PER_MIB * IMPORT_MIBS
  yield importRow(stage, 'a row within the values', allowed - 20, { statuses: [202, 400] })
  if (stage.isFull) yield importRow(stage, 'a row of 900,000', 900_000, TOO_COMPLEX)
  yield importRow(stage, 'a row of 1.3 million', 1_300_000, TOO_COMPLEX)
}

function* surrogates(stage: Stage): Generator<HostileRequest> {
  const text = '"\\ud83d\\ude00"'
  for (const depth of [MAX_JSON_DEPTH * 1_000, 500_000]) {
    const body = () => `{${TIME},"notes":${text},"unknown":${nested(depth)}}`
    yield book(stage, `${depth} deep`, body, TOO_COMPLEX)
  }
  yield book(stage, 'half of one', () => `{${TIME},"notes":"\\ud83d"}`, INVALID)
}

export function book(
  { attacker }: Stage,
  name: string,
  body: () => string,
  expected: HostileRequest['expected'],
  headers: Record<string, string> = {},
): HostileRequest {
  return {
    name,
    method: 'POST',
    path: '/projects/create',
    headers: { 'x-api-key': attacker.key, 'content-type': 'application/json', ...headers },
    body,
    expected,
  }
}

function importRow(
  stage: Stage,
  name: string,
  fields: number,
  expected: HostileRequest['expected'],
): HostileRequest {
  const row = () => `{"dryRun":true,"rows":[{${fieldsOf(fields)}}]}`
  return { ...book(stage, name, row, expected), path: '/bulk-imports/customers' }
}

/** A booking with `count` unknown fields. */
function wide(count: number): string {
  return `{${TIME},${fieldsOf(count)}}`
}

function fieldsOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join()
}

function tooManyViolations({ error }: AttackResponse): string | null {
  const count = [error?.message].flat().length
  return count <= MAX_VIOLATIONS ? null : `${count} violations in one response`
}
