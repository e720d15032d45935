import { badInput, fieldErrorsOf } from '../../access/errors.ts'
import type { OfficeValues } from '../../admin/index.ts'
import { actorOf, perRequest } from '../../contracts/context.ts'
import { pageOf, searchOf, slicePage } from '../../contracts/pages.ts'
import type { BackOfficeValueInput, Resolvers } from '../../schema.generated.ts'
import type { BackOffice, OfficeRecord } from './index.ts'

/** @throws BAD_USER_INPUT for a field that is given twice */
function valuesOf(given: readonly BackOfficeValueInput[]): OfficeValues {
  const names = new Set(given.map(({ field }) => field))
  if (names.size < given.length) throw badInput('Each field may be given once.')
  return Object.fromEntries(
    given.map(({ field, text, flag, several }) => [field, several ?? flag ?? text ?? null]),
  )
}

/** A saved record, or what its form says at its fields. */
async function saved(save: Promise<OfficeRecord>) {
  try {
    return { record: await save, errors: [] }
  } catch (error) {
    return { record: null, errors: fieldErrorsOf(error) }
  }
}

/** The counts of one request wait for each other, so that it takes no more connections than any other. */
const lastCount = perRequest(() => ({ ended: Promise.resolve(0) }))

export const createBackOfficeResolvers = (office: BackOffice): Resolvers => ({
  Query: {
    backOfficeKinds: (_root, _args, context) => [...office.kinds(actorOf(context))],
    backOfficeStatus: (_root, _args, context) => office.status(actorOf(context)),
    backOfficeRecords: async (_root, { kind, search, filters, ordering, ...page }, context) => {
      const { count, rows } = await office.list(actorOf(context), kind, {
        // A choice is searched for from its first letter on.
        search: searchOf(search, 1),
        filters: filters ?? [],
        ordering: ordering ?? null,
        ...pageOf(page),
      })
      return { count, records: rows }
    },
    backOfficeRecord: (_root, { kind, id }, context) => office.record(actorOf(context), kind, id),
    backOfficeRemoval: (_root, { kind, id }, context) => office.removal(actorOf(context), kind, id),
  },
  Mutation: {
    backOfficeCreate: (_root, { kind, values }, context) =>
      saved(office.create(actorOf(context), kind, valuesOf(values))),
    backOfficeChange: (_root, { kind, id, revision, values }, context) =>
      saved(
        office.change(actorOf(context), kind, { id, revision: revision ?? null, values: valuesOf(values) }),
      ),
    backOfficeDelete: async (_root, { kind, id, name }, context) => {
      await office.remove(actorOf(context), kind, id, name ?? null)
      return { id }
    },
    backOfficeSetPicture: (_root, { kind, id, field, file }, context) =>
      saved(office.setPicture(actorOf(context), kind, { id, field, file: file ?? null })),
    backOfficeAct: (_root, { kind, id, action }, context) => office.act(actorOf(context), kind, id, action),
  },
  BackOfficeKind: {
    fields: ({ fields }) =>
      fields.map((field) => ({
        name: field.name,
        label: field.label,
        type: field.type,
        required: field.required ?? false,
        help: field.help ?? null,
        initial: field.initial ?? null,
        madeFrom: field.madeFrom ?? null,
        options: [...(field.options ?? [])],
        of: field.of ?? null,
        within: field.within ?? null,
        max: field.max ?? null,
        fixed: field.fixed ?? false,
        readOnly: field.readOnly ?? false,
        listed: field.listed ?? false,
        sortable: field.sortable ?? false,
        filter: field.filter ?? false,
      })),
    count: (kind, _args, context) => {
      const last = lastCount(context)
      const mine = last.ended.then(() => office.count(actorOf(context), kind))
      last.ended = mine.catch(() => 0)
      return mine
    },
    canCreate: ({ create }) => create !== undefined,
    canChange: ({ change }) => change !== undefined,
    canDelete: ({ remove, closing }) => remove !== undefined || closing !== undefined,
    closing: ({ closing }) => closing?.about ?? null,
    actions: ({ actions = [] }) =>
      actions.map(({ name, label, question, done }) => ({ name, label, question, done })),
  },
  BackOfficeDependents: {
    bytes: ({ bytes }) => bytes ?? null,
    names: ({ names }) => [...names],
  },
  BackOfficeValue: {
    several: ({ several }, part) => (several ? slicePage(several, part) : null),
    labels: ({ labels }, part) => slicePage(labels, part),
  },
  BackOfficeRecord: {
    detail: ({ kind, values, labels }) =>
      (kind.toldBy ?? [])
        .flatMap((name) => {
          const value = values[name]
          return typeof value === 'string' ? (labels.get(value) ?? value) : []
        })
        .join(', ') || null,
    values: ({ kind, values, labels }, _args, context) =>
      kind.fields.map(({ name, of }) => {
        const kept = values[name] ?? null
        const picture = kind.pictures?.[name]
        const value =
          picture && typeof kept === 'string' ? picture.address(actorOf(context).personId, kept) : kept
        const several = Array.isArray(value) ? [...value] : null
        const text = typeof value === 'string' ? value : null
        const ids = several ?? (text === null ? [] : [text])
        return {
          field: name,
          text,
          flag: typeof value === 'boolean' ? value : null,
          several,
          labels: of === undefined ? [] : ids.map((id) => labels.get(id) ?? 'Deleted'),
        }
      }),
    canDelete: ({ kind, values }) => kind.closing?.fits(values) ?? kind.remove !== undefined,
    actions: ({ kind, values }) =>
      (kind.actions ?? []).filter(({ fits }) => fits?.(values) ?? true).map(({ name }) => name),
  },
})
