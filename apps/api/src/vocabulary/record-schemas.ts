// TypeBox schemas from the field tables of packages/domain.
import {
  type ChangesOf,
  type Field,
  type Fields,
  type InputOf,
  type RecordOf,
  returnedSchema,
  sentSchema,
} from '@mediajobs/domain/fields'
import type { ValueOf, ValueType } from '@mediajobs/domain/values'
import { type TObject, type TOptional, type TUnsafe, Type } from '@sinclair/typebox'

/** The TypeBox properties of an object type. */
type Properties<Value> = {
  [Name in keyof Value]-?: object extends Pick<Value, Name>
    ? TOptional<TUnsafe<Exclude<Value[Name], undefined>>>
    : TUnsafe<Value[Name]>
}

export function createBody<Table extends Fields>(
  title: string,
  table: Table,
): TObject<Properties<InputOf<Table>>> {
  return body(title, table, ({ set }) => set !== 'required')
}

/** The body of an update: every field is optional. */
export function updateBody<Table extends Fields>(
  title: string,
  table: Table,
): TObject<Properties<ChangesOf<Table>>> {
  return body(title, table, () => true)
}

export function recordSchema<Table extends Fields>(
  title: string,
  table: Table,
): TObject<Properties<RecordOf<Table>>> {
  return Type.Object(recordProperties(table), { title })
}

export function recordProperties<Table extends Fields>(table: Table): Properties<RecordOf<Table>> {
  return mapped(table, (field) => Type.Unsafe(returnedSchema(field)))
}

export function returnedProperties<Members extends Readonly<Record<string, ValueType<unknown>>>>(
  members: Members,
): { [Name in keyof Members]: TUnsafe<ValueOf<Members[Name]>> } {
  return mapped(members, ({ returned }) => Type.Unsafe(returned))
}

export function sentProperties<Members extends Readonly<Record<string, ValueType<unknown>>>>(
  members: Members,
): { [Name in keyof Members]: TUnsafe<ValueOf<Members[Name]>> } {
  return mapped(members, ({ sent }) => Type.Unsafe(sent))
}

function body<Value>(
  title: string,
  table: Fields,
  isOptional: (field: Field) => boolean,
): TObject<Properties<Value>> {
  const sent = Object.entries(table).filter(([, { set }]) => set !== 'service')
  const properties = mapped<Field, Properties<Value>>(Object.fromEntries(sent), (field) => {
    const schema = Type.Unsafe(sentSchema(field))
    return isOptional(field) ? Type.Optional(schema) : schema
  })
  return Type.Object(properties, { title })
}

// The compiler loses the names of an object built from entries.
function mapped<From, Result>(
  from: Readonly<Record<string, From>>,
  to: (from: From) => TUnsafe<unknown>,
): Result {
  return Object.fromEntries(Object.entries(from).map(([name, each]) => [name, to(each)])) as Result
}
