import {
  type JsonSchema,
  nullable,
  object,
  orNull,
  type ValueOf,
  type ValueType,
} from './values.ts'

/**
 * A field of a resource. Schemas, record size, export and examples derive from this row; only the column in
 * packages/db repeats its name.
 */
export interface Field {
  readonly type: ValueType<unknown>
  /**
   * Who sets it. `required`: the caller, on create. `clearable`: the caller; null clears it. `optional`: the
   * caller; never null. `service`: only the service.
   */
  readonly set: 'required' | 'clearable' | 'optional' | 'service'
  /** In the example for creating a record. */
  readonly example?: unknown
  readonly isShownToClient?: true
  /** False: meaningless in another organization, so imports skip it. Ids are always skipped. */
  readonly isPortable?: false
  /** False: counted with the fields set by the service. */
  readonly isCounted?: false
}

export type Fields = Readonly<Record<string, Field>>

/** Names of the fields that match `Condition`. */
export type FieldWith<Table extends Fields, Condition> = {
  [Name in keyof Table]: Table[Name] extends Condition ? Name & string : never
}[keyof Table]

export type SetField<Table extends Fields> = FieldWith<
  Table,
  { set: 'required' | 'clearable' | 'optional' }
>

/** The value of a field in a record. */
export type FieldValue<Each extends Field> =
  | ValueOf<Each['type']>
  | (Each['set'] extends 'clearable' ? null : never)

/** A record, as stored and returned. */
export type RecordOf<Table extends Fields> = { [Name in keyof Table]: FieldValue<Table[Name]> }

/** The body of a request that changes a record. Omitted fields stay unchanged. */
export type ChangesOf<Table extends Fields> = {
  [Name in SetField<Table>]?: FieldValue<Table[Name]>
}

/** The body of a request that creates a record. */
export type InputOf<Table extends Fields> = ChangesOf<Table> & {
  [Name in FieldWith<Table, { set: 'required' }>]: FieldValue<Table[Name]>
}

/** `Given`, checked against `Wanted`: `Is<Row, Is<Fields, Row>>` compiles only if both are the same. */
export type Is<Given extends Wanted, Wanted> = Given

/** The rows of `table` that match `condition`. */
export function fieldsWith<Table extends Fields, const Condition extends Partial<Field>>(
  table: Table,
  condition: Condition,
): Pick<Table, FieldWith<Table, Condition>> {
  const wanted = Object.entries(condition)
  const rows = Object.entries(table).filter(([, field]) =>
    wanted.every(([name, value]) => Reflect.get(field, name) === value),
  )
  return Object.fromEntries(rows) as Pick<Table, FieldWith<Table, Condition>>
}

/** The fields that the caller sets. */
export function setFields<Table extends Fields>(table: Table): SetField<Table>[] {
  const names = Object.keys(table).filter((name) => table[name]?.set !== 'service')
  return names as SetField<Table>[]
}

/** Fields of caller-chosen length. */
export function countedFields<Table extends Fields>(table: Table): SetField<Table>[] {
  return setFields(table).filter((name) => {
    const field: Field | undefined = table[name]
    return field?.type.isCounted && field.isCounted !== false
  })
}

/** Fields that an import into another organization accepts. It matches records by `externalId`. */
export function portableFields<Table extends Fields>(table: Table): SetField<Table>[] {
  return setFields(table).filter((name) => {
    const field: Field | undefined = table[name]
    return name !== 'externalId' && !field?.type.isReference && field?.isPortable !== false
  })
}

/** The body of a create with every field that has an example. */
export function exampleOf<Table extends Fields>(table: Table): Partial<InputOf<Table>> {
  const examples = Object.entries(table).flatMap(([name, { example }]) =>
    example === undefined ? [] : [[name, example]],
  )
  return Object.fromEntries(examples)
}

/** The schema of a field in a record. */
export function returnedSchema({ set, type: { returned } }: Field): JsonSchema {
  return set === 'clearable' ? nullable(returned) : returned
}

/** The schema of a field in a request. */
export function sentSchema({ set, type: { sent } }: Field): JsonSchema {
  return set === 'clearable' ? nullable(sent) : sent
}

/** A record as a value, for events. */
export function recordOf<Table extends Fields>(
  title: string,
  table: Table,
): ValueType<RecordOf<Table>> {
  const members = Object.entries(table).map(([name, { set, type }]) => [
    name,
    set === 'clearable' ? orNull(type) : type,
  ])
  return object(Object.fromEntries(members), { title }) as ValueType<RecordOf<Table>>
}
