import { isDeepStrictEqual } from 'node:util'
import {
  newId,
  one,
  type Placeholders,
  preparedQuery,
  type Sql,
  type Transaction,
} from '@mediajobs/db'
import { changeTime } from '@mediajobs/db/schema'
import {
  and,
  desc,
  eq,
  type GetColumnData,
  getTableColumns,
  getTableName,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { notFound, preconditionFailed } from './errors.ts'
import {
  isOneOf,
  isPast,
  type Page,
  type PageRequest,
  pageOf,
  positionOf,
  sortedBy,
} from './paging.ts'

/** Serializes callers until the commit, so that counts are exact. Foreign keys take a weaker lock and don't wait. */
export async function lockOrganization(tx: Transaction, id: string): Promise<void> {
  await tx.query('select from organizations where id = $1 for no key update', [id])
}

/** Whether `current` is the version the caller has read. `undefined`: any version will do. */
export type IsExpected<RecordType> = ((current: RecordType) => boolean) | undefined

/**
 * Optimistic locking by If-Match (RFC 9110, section 13.1.1). The record must be locked.
 *
 * @param current `undefined` without a record: every expectation fails
 * @throws {OperationError} `precondition_failed`.
 */
export function expectRecord<RecordType>(
  current: RecordType | undefined,
  isExpected: IsExpected<RecordType>,
): void {
  if (!isExpected || (current !== undefined && isExpected(current))) return
  throw preconditionFailed('The record has changed since you read it. Read it again, then retry.')
}

/** The fields of `input` that differ from the record. Omitted fields don't; 0 equals -0. */
export function changedFields<RecordType extends object>(
  record: RecordType,
  input: Partial<RecordType>,
): (keyof RecordType & string)[] {
  return (Object.keys(input) as (keyof RecordType & string)[]).filter(
    (field) =>
      input[field] !== undefined &&
      input[field] !== record[field] &&
      !isDeepStrictEqual(input[field], record[field]),
  )
}

/** The `fields` of a row. */
export function picked<Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Pick<Row, Field> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>
}

type TenantTable = PgTable & Record<'organizationId' | 'id' | 'createdAt', PgColumn>
type Columns = Record<string, PgColumn | SQL>
type Row<Selected extends Columns> = {
  [Name in keyof Selected]: Selected[Name] extends SQL<infer Value>
    ? Value
    : Selected[Name] extends PgColumn
      ? GetColumnData<Selected[Name]>
      : never
}
type Changes<Table extends TenantTable> = {
  [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] | SQL | undefined
}

/** Values, or SQL such as the database's time. */
type OrSql<Values> = { [Name in keyof Values]: Values[Name] | SQL }

interface RecordOptions<Selected extends Columns> {
  /** The visible columns. Default: all. */
  columns?: Selected
  /** `update` for deletable records with references. */
  lock?: 'update' | 'no key update'
  /** Hides rows that don't satisfy it. */
  exists?: SQL
  /** Translates the error of a failed write into a refusal, or returns it. */
  refusal?: (error: unknown) => unknown
}

interface ListOptions<RecordType> {
  /** Name and filters: see `positionOf`. */
  list: object
  where?: SQL | undefined
  /** The filter by ids. */
  ids?: readonly string[] | undefined
  /** See `countOnPage`. */
  large?: readonly (keyof RecordType)[]
}

/**
 * A resource's common statements. Missing records and those of other organizations are both `not_found`
 * (docs/interface.md#i7-404).
 */
export function record<Table extends TenantTable, Selected extends Columns = Table['_']['columns']>(
  table: Table,
  options: RecordOptions<Selected> = {},
) {
  type RecordType = Row<Selected>
  const { lock: strength = 'no key update', exists, refusal = (error) => error } = options
  const columns = options.columns ?? (getTableColumns(table) as Columns)
  const name = getTableName(table)

  /** SQL condition: the record `id` of `orgId`. */
  const is = (orgId: string | SQLWrapper, id: string | SQLWrapper) =>
    and(eq(table.organizationId, orgId), eq(table.id, id), exists)
  const select = ({ orm }: Pick<Sql, 'orm'>) => orm.select(columns).from(table as PgTable)
  const find = preparedQuery((orm, value: Placeholders<'orgId' | 'id'>) =>
    select({ orm }).where(is(value('orgId'), value('id'))),
  )

  /** @throws {OperationError} `not_found`. */
  function found(rows: readonly object[]): RecordType {
    const [row] = rows
    if (!row) throw notFound()
    return row as RecordType
  }
  function refused(error: unknown): never {
    throw refusal(error)
  }

  /** Sets columns. @throws {OperationError} `not_found`. */
  async function set(
    tx: Transaction,
    orgId: string,
    id: string,
    changes: Changes<Table>,
  ): Promise<RecordType> {
    const update = tx.orm.update(table as PgTable).set(changes)
    return found(await update.where(is(orgId, id)).returning(columns).catch(refused))
  }

  return {
    is,

    /** @throws {OperationError} `not_found`. */
    async get(sql: Sql, orgId: string, id: string): Promise<RecordType> {
      return found(await find(sql, { orgId, id }))
    },

    /** Reads a record and locks it until the commit. @throws `not_found`, `precondition_failed`. */
    async lock(
      tx: Transaction,
      orgId: string,
      id: string,
      isExpected?: IsExpected<RecordType>,
    ): Promise<RecordType> {
      const current = found(await select(tx).where(is(orgId, id)).for(strength))
      expectRecord(current, isExpected)
      return current
    },

    /** A page of the organization's records, newest first. @throws `invalid` for a cursor of another list. */
    async page(
      sql: Sql,
      orgId: string,
      { limit, cursor }: PageRequest,
      { list, where, ids, large }: ListOptions<RecordType>,
    ): Promise<Page<RecordType>> {
      const after = positionOf(cursor, list)
      const { organizationId, createdAt, id } = table
      const rows = await select(sql)
        .where(
          and(
            eq(organizationId, orgId),
            exists,
            ids && isOneOf(id, ids),
            where,
            after && isPast(after, createdAt, id),
          ),
        )
        .orderBy(desc(sortedBy(createdAt, ids)), desc(id))
        .limit(limit + 1)
      const position = (last: RecordType) => {
        const { createdAt, id } = last as { createdAt: string; id: string }
        return { value: createdAt, id }
      }
      return pageOf(rows as RecordType[], limit, list, position, large)
    },

    async insert(
      tx: Transaction,
      orgId: string,
      input: OrSql<Omit<Table['$inferInsert'], 'organizationId' | 'id'>> & { id?: string },
    ): Promise<RecordType> {
      const values = { id: newId(), ...input, organizationId: orgId }
      const rows = await tx.orm
        .insert(table as PgTable)
        .values(values)
        .returning(columns)
        .catch(refused)
      return one(rows, `the insert into ${name}`) as RecordType
    },

    set,

    /**
     * Changes a locked record and its `updatedAt`. Returns `before` itself, without writing, if nothing differs.
     */
    async change(
      tx: Transaction,
      before: RecordType,
      input: Partial<RecordType>,
    ): Promise<RecordType> {
      if (changedFields(before, input).length === 0) return before
      const { organizationId, id } = before as { organizationId: string; id: string }
      return set(tx, organizationId, id, { ...input, updatedAt: changeTime } as Changes<Table>)
    },

    /** @throws {OperationError} `not_found`. */
    async delete(tx: Transaction, orgId: string, id: string): Promise<void> {
      const rows = tx.orm.delete(table).where(is(orgId, id)).returning({ id: table.id })
      found(await rows.catch(refused))
    },
  }
}
