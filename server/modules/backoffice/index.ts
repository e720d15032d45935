import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import {
  type AdminResource,
  checkedValues,
  isSameValue,
  OFFICE_SECTIONS,
  type OfficeRow,
  type OfficeValues,
} from '../../admin/index.ts'
import { orderingOf } from '../../contracts/pages.ts'
import { assertRevision, savedFirst } from '../../contracts/revisions.ts'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import { tellOfFailedBackup } from './backups.ts'
import { changesBetween } from './changes.ts'
import { dependentsText, type Removal, removalOf } from './dependents.ts'
import { keepsRecords } from './policy.ts'
import { lockRecord, referred, revisionOf } from './recordState.ts'
import { type StatusDeps, type SystemStatus, systemStatus } from './status.ts'

export type { AdminResource, OfficeDependents } from '../../admin/index.ts'

/** A record with what others are called that it refers to. */
export interface OfficeRecord extends OfficeRow {
  kind: AdminResource
  labels: ReadonlyMap<string, string>
  /** Says whether it is still what was in view. */
  revision: string
}

export interface RecordQuery {
  search: string | null
  filters: readonly { field: string; value: string }[]
  ordering: string | null
  limit: number
  offset: number
}

/** What staff keep of the deployment. Each method throws FORBIDDEN for everybody else, before it reads anything (BO-01). */
export interface BackOffice {
  status(actor: Actor): Promise<SystemStatus>
  /** Tells the staff where the last backup by the clock failed; see backups.ts. */
  tellOfFailedBackup(): Promise<void>
  kinds(actor: Actor): readonly AdminResource[]
  /** @throws NOT_FOUND for an unknown one */
  kind(actor: Actor, name: string): AdminResource
  count(actor: Actor, kind: AdminResource): Promise<number>
  /** @throws NOT_FOUND for an unknown kind, BAD_USER_INPUT for an ordering or a filter that it has not */
  list(
    actor: Actor,
    kind: string,
    query: RecordQuery,
  ): Promise<{ kind: AdminResource; count: number; rows: OfficeRecord[] }>
  record(actor: Actor, kind: string, id: string): Promise<OfficeRecord>
  /** What deleting a record would break, and what it takes with it. */
  removal(actor: Actor, kind: string, id: string): Promise<Removal>
  /** @throws BAD_USER_INPUT and CONFLICT with fields */
  create(actor: Actor, kind: string, values: OfficeValues): Promise<OfficeRecord>
  /** @throws as create, and CONFLICT with `newer` where it is no longer what was in view */
  change(
    actor: Actor,
    kind: string,
    change: { id: string; revision: string | null; values: OfficeValues },
  ): Promise<OfficeRecord>
  /**
   * @param name typed by the person, of kinds that are deleted by name
   * @throws CONFLICT for what others still use, by which (BO-05); BAD_USER_INPUT at `name` for another one
   */
  remove(actor: Actor, kind: string, id: string, name?: string | null): Promise<void>
  /**
   * Shows another picture in a field, or none; immediately.
   * @throws NOT_FOUND for a field that has none, BAD_USER_INPUT at `file` for what is no such picture
   */
  setPicture(
    actor: Actor,
    kind: string,
    change: { id: string; field: string; file: UploadedFile | null },
  ): Promise<OfficeRecord>
  /** @throws CONFLICT where the record is in no state for it */
  act(actor: Actor, kind: string, id: string, action: string): Promise<OfficeRecord>
}

export interface BackOfficeDeps extends StatusDeps {
  /** The public address of the product, for links in mails. */
  origin(): string
  /** The kinds of all modules, once they are made. */
  kinds(): readonly AdminResource[]
}

/** The kinds, with what each is called where a field names one. */
function withNames(kinds: readonly AdminResource[]): readonly AdminResource[] {
  const options = kinds.map(({ name, one }) => ({ value: name, label: one }))
  return kinds.map((kind) => ({
    ...kind,
    fields: kind.fields.map((field) => (field.namesKind ? { ...field, options } : field)),
  }))
}

export function createBackOffice({ kinds: given, ...deps }: BackOfficeDeps): BackOffice {
  const { db } = deps
  let named: readonly AdminResource[] | undefined
  const kinds = (): readonly AdminResource[] => {
    named ??= withNames(given())
    return named
  }
  const requireStaff = (actor: Actor): void => {
    if (!keepsRecords(actor)) throw forbidden()
  }
  const kindNamed = (name: string): AdminResource | undefined => kinds().find((kind) => kind.name === name)
  const kindFor = (actor: Actor, name: string): AdminResource => {
    requireStaff(actor)
    const kind = kindNamed(name)
    if (!kind) throw notFound('Kind of record')
    return kind
  }
  /** What the records are called that these refer to: one statement for each kind. */
  const labelsOf = async (
    on: Connection,
    kind: AdminResource,
    rows: readonly OfficeRow[],
  ): Promise<Map<string, string>> => {
    const wanted = new Map<string, Set<string>>()
    for (const field of kind.fields) {
      if (field.of === undefined) continue
      const ids = wanted.get(field.of) ?? new Set()
      for (const { values } of rows) for (const id of referred(field, values)) ids.add(id)
      wanted.set(field.of, ids)
    }
    const labels = new Map<string, string>()
    for (const [name, ids] of wanted) {
      const found = await kindNamed(name)?.labels(on, [...ids])
      for (const [id, label] of found ?? []) labels.set(id, label)
    }
    return labels
  }
  const complete = async (on: Connection, kind: AdminResource, row: OfficeRow): Promise<OfficeRecord> => ({
    ...row,
    kind,
    labels: await labelsOf(on, kind, [row]),
    revision: revisionOf(kind, row),
  })
  const read = async (on: Connection, kind: AdminResource, id: string): Promise<OfficeRow> => {
    const row = kind.isKey(id) ? await kind.read(on, id) : null
    if (!row) throw notFound(kind.one.charAt(0).toUpperCase() + kind.one.slice(1))
    return row
  }
  const requireReferred = async (
    on: Connection,
    kind: AdminResource,
    values: OfficeValues,
  ): Promise<void> => {
    for (const field of kind.fields) {
      const ids = referred(field, values)
      if (field.of === undefined || field.readOnly || ids.length === 0) continue
      const of = kindNamed(field.of)
      const found = of && ids.every(of.isKey) ? await of.labels(on, ids) : new Map()
      const gone = 'What was chosen is no longer there. Please choose again.'
      if (ids.some((id) => !found.has(id))) throw badInput(gone, { [field.name]: gone })
    }
  }
  /**
   * Runs a change with the kind to itself, so that what is counted and what is unique hold, and with the record to itself.
   * @param id null for a new one
   */
  const changing = <T>(
    actor: Actor,
    kind: AdminResource,
    id: string | null,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    withLock(db, advisoryLock(`back office:${kind.name}`), async (tx) => {
      if (id !== null) await lockRecord(tx, kind, id)
      await reauthorise(tx, actor, requireStaff)
      return work(tx)
    })
  const recordAction = (
    tx: Tx,
    actor: Actor,
    did: { kind: AdminResource; id: string; label: string; what: Uppercase<string>; detail?: object },
  ) =>
    recordBy(tx, actor, [
      {
        kind: did.what, // Of the queue's jobs the ids are numbers of its own.
        ...(isId(did.id) ? { subject: { kind: did.kind.name, id: did.id } } : {}),
        detail: { record: did.label, ...(isId(did.id) ? {} : { id: did.id }), ...did.detail },
      },
    ])
  /** The record as it is after a change, which is recorded where it shows. */
  const changed = async (tx: Tx, actor: Actor, kind: AdminResource, before: OfficeRow) => {
    const after = await read(tx, kind, before.id)
    const fields = changesBetween(kind, before.values, after.values)
    if (fields.length > 0) {
      const { id, label } = after
      await recordAction(tx, actor, { kind, id, label, what: 'OFFICE_CHANGE', detail: { fields } })
    }
    return complete(tx, kind, after)
  }

  return {
    tellOfFailedBackup: () => tellOfFailedBackup(db, deps.origin()),
    status: async (actor) => {
      requireStaff(actor)
      return systemStatus(deps)
    },
    kinds: (actor) => {
      requireStaff(actor)
      const place = ({ section }: AdminResource) => OFFICE_SECTIONS.indexOf(section)
      return kinds().toSorted((a, b) => place(a) - place(b))
    },
    kind: kindFor,
    count: async (actor, kind) => {
      requireStaff(actor)
      return kind.count(db)
    },
    list: async (actor, name, { filters, ordering, ...query }) => {
      const kind = kindFor(actor, name)
      const known = kind.fields.filter((field) => field.filter)
      const chosen = filters.map(({ field: wanted, value }): [string, string | boolean] => {
        const field = known.find((each) => each.name === wanted)
        if (!field) throw badInput(`filters must be among ${known.map((each) => each.name).join(', ')}.`)
        if (field.type === 'FLAG') return [wanted, value === 'true']
        const isChoice = field.options?.some((option) => option.value === value)
        if (field.type === 'REFERENCE' ? !kindNamed(field.of ?? '')?.isKey(value) : !isChoice) {
          throw badInput('Please choose from the list.')
        }
        return [wanted, value]
      })
      const sortable = kind.fields.filter((field) => field.sortable).map((field) => field.name)
      const { count, rows } = await kind.list(db, {
        ...query,
        filters: Object.fromEntries(chosen),
        ordering: orderingOf(ordering ?? kind.sort, sortable),
      })
      const labels = await labelsOf(db, kind, rows)
      return {
        kind,
        count,
        rows: rows.map((row) => ({ ...row, kind, labels, revision: revisionOf(kind, row) })),
      }
    },
    record: async (actor, name, id) => {
      const kind = kindFor(actor, name)
      return complete(db, kind, await read(db, kind, id))
    },
    removal: async (actor, name, id) => {
      const kind = kindFor(actor, name)
      await read(db, kind, id)
      return removalOf(db, { kind, id }, kinds())
    },
    create: async (actor, name, given) => {
      const kind = kindFor(actor, name)
      const { create } = kind
      if (!create) throw forbidden()
      const values = checkedValues(kind, given, null)
      return changing(actor, kind, null, async (tx) => {
        await requireReferred(tx, kind, values)
        const row = await read(tx, kind, await create(tx, actor, values))
        await recordAction(tx, actor, { kind, id: row.id, label: row.label, what: 'OFFICE_CREATE' })
        return complete(tx, kind, row)
      })
    },
    change: async (actor, name, { id, revision, values: given }) => {
      const kind = kindFor(actor, name)
      const { change } = kind
      if (!change) throw forbidden()
      return changing(actor, kind, id, async (tx) => {
        const before = await read(tx, kind, id)
        assertRevision({
          of: 'record',
          known: revision,
          now: revisionOf(kind, before),
          what: `this ${kind.one}`,
          newer: null,
        })
        const values = checkedValues(kind, given, before.values)
        await requireReferred(tx, kind, values)
        if (kind.fields.every(({ name }) => isSameValue(values[name], before.values[name]))) {
          return complete(tx, kind, before)
        }
        await change(tx, actor, id, values, before.values)
        return changed(tx, actor, kind, before)
      })
    },
    remove: async (actor, kindName, id, name) => {
      const kind = kindFor(actor, kindName)
      const { remove, closing } = kind
      if (!remove && !closing) throw forbidden()
      await changing(actor, kind, id, async (tx) => {
        const { label } = await read(tx, kind, id)
        if (closing) await closing.close(tx, actor, id, name ?? '')
        else {
          const { blocked } = await removalOf(tx, { kind, id }, kinds())
          if (blocked.length > 0) {
            throw conflict(`${label} is still used by ${blocked.map(dependentsText).join(' and ')}.`)
          }
          await remove?.(tx, actor, id)
        }
        await recordAction(tx, actor, { kind, id, label, what: 'OFFICE_DELETE' })
      })
    },
    setPicture: async (actor, name, { id, field, file }) => {
      const kind = kindFor(actor, name)
      const picture = kind.pictures?.[field]
      if (!picture) throw notFound('Picture')
      const setting = async (tx: Tx, write: () => Promise<void>) => {
        await lockRecord(tx, kind, id)
        await reauthorise(tx, actor, requireStaff)
        const before = await read(tx, kind, id)
        await write()
        return changed(tx, actor, kind, before)
      }
      if (file === null) {
        return db.transaction().execute((tx) => setting(tx, () => picture.remove(tx, id)))
      }
      // Before the file is opened.
      await read(db, kind, id)
      return picture.keep(id, file, setting)
    },
    act: async (actor, name, id, wanted) => {
      const kind = kindFor(actor, name)
      const action = kind.actions?.find((each) => each.name === wanted)
      if (!action) throw notFound('Action')
      return changing(actor, kind, id, async (tx) => {
        const before = await read(tx, kind, id)
        if (action.fits && !action.fits(before.values)) {
          throw savedFirst({
            of: 'record',
            what: `this ${kind.one}`,
            now: revisionOf(kind, before),
            newer: null,
          })
        }
        await action.run(tx, actor, id, before.values)
        await recordAction(tx, actor, {
          kind,
          id,
          label: before.label,
          what: 'OFFICE_ACT',
          detail: { action: action.label },
        })
        const after = await kind.read(tx, id)
        return complete(tx, kind, after ?? before)
      })
    },
  }
}
