import {
  type JsonSchema,
  nullable,
  object,
  orNull,
  type ValueOf,
  type ValueType,
} from './values.ts'

/**
 * A field of a resource. Its schemas, its bytes, the export and the examples derive from this row; the column
 * in packages/db is the only other place that names it.
 */
export interface Field {
  readonly type: ValueType<unknown>
  /**
   * Who sets it. `required`: the caller, on create. `clearable`: the caller, and null clears it. `optional`: the
   * caller, and it is never null. `service`: the service alone.
   */
  readonly set: 'required' | 'clearable' | 'optional' | 'service'
  /** Its value in the example of a create. */
  readonly example?: unknown
  /** The client of a delivery sees it. */
  readonly isShownToClient?: true
  /** False: it means nothing in another organization, so an import can't take it. Ids are left out anyway. */
  readonly isPortable?: false
  /** False: its bytes are counted with those of the fields that the service sets. */
  readonly isCounted?: false
}

export type Fields = Readonly<Record<string, Field>>

/** The names of the fields that `Condition` describes. */
export type FieldWith<Table extends Fields, Condition> = {
  [Name in keyof Table]: Table[Name] extends Condition ? Name & string : never
}[keyof Table]

/** A field that the caller sets. */
export type SetField<Table extends Fields> = FieldWith<
  Table,
  { set: 'required' | 'clearable' | 'optional' }
>

/** The value of a field in a record. */
export type FieldValue<Each extends Field> =
  | ValueOf<Each['type']>
  | (Each['set'] extends 'clearable' ? null : never)

/** A record as it is stored and returned. */
export type RecordOf<Table extends Fields> = { [Name in keyof Table]: FieldValue<Table[Name]> }

/** What a caller may send to change a record. A field that is left out stays. */
export type ChangesOf<Table extends Fields> = {
  [Name in SetField<Table>]?: FieldValue<Table[Name]>
}

/** What a caller sends to create a record. */
export type InputOf<Table extends Fields> = ChangesOf<Table> & {
  [Name in FieldWith<Table, { set: 'required' }>]: FieldValue<Table[Name]>
}

/** `Given`, which must be assignable to `Wanted`: `Is<Row, Is<Fields, Row>>` compiles if both are the same. */
export type Is<Given extends Wanted, Wanted> = Given

/** The rows of the table that `condition` describes. */
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

/** The fields whose length the caller decides. */
export function countedFields<Table extends Fields>(table: Table): SetField<Table>[] {
  return setFields(table).filter((name) => {
    const field: Field | undefined = table[name]
    return field?.type.isCounted && field.isCounted !== false
  })
}

/** The fields that the import of another organization takes. It matches records by `externalId`. */
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

/** A record as a value: of an event, for example. */
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
