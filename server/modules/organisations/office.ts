import { sql, type Updateable } from 'kysely'
import {
  DEAL_STATUSES,
  DISPLAY_STYLES,
  ORGANIZATION_KINDS,
  USUAL_STATUS_LABELS,
} from '../../../shared/enumerations.ts'
import { isReserved, MAX_SLUG } from '../../../shared/slugs.ts'
import { conflict, requireFields } from '../../access/errors.ts'
import {
  type AdminResource,
  choiceIn,
  flagIn,
  type OfficeField,
  type OfficeValues,
  onlyChanged,
  optionsOf,
  requiredIn,
  tableResource,
  textIn,
} from '../../admin/index.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { type Files, pictureOf } from '../files/index.ts'
import { deleteOrganisation, membersOf, RESTORABLE_DAYS, restoreOrganisation } from './deletion.ts'
import { organisationCreated, organisationHolds } from './hooks.ts'
import { LOGO, LOGO_OF_ORGANISATION } from './logo.ts'
import { createOrganisation } from './service.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const SLUG_TAKEN = 'Another organisation has this address.'

/** What is wrong with an address of an organisation (ORG-43); null for none. */
function slugProblem(slug: string): string | null {
  if (!SLUG.test(slug)) return 'Please use lower-case letters, digits and single hyphens.'
  return isReserved(slug) ? `"${slug}" can't be an organisation's address. Please choose another.` : null
}

/** @throws BAD_USER_INPUT, CONFLICT at the field */
async function requireFreeSlug(db: Connection, slug: string, exceptId: string | null): Promise<void> {
  requireFields({ slug: slugProblem(slug) })
  const { rows } = await sql`
    select from organisation where slug = ${slug} and id is distinct from ${exceptId}::uuid`.execute(db)
  if (rows.length > 0) throw conflict(SLUG_TAKEN, { slug: SLUG_TAKEN })
}

const labelField = (status: string): string => `label${status.charAt(0)}${status.slice(1).toLowerCase()}`

const ORGANISATION_FIELDS: readonly OfficeField[] = [
  { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 128 },
  {
    name: 'slug',
    label: 'Address',
    type: 'TEXT',
    required: true,
    madeFrom: 'name',
    listed: true,
    sortable: true,
    max: MAX_SLUG,
    help: 'Part of the addresses of its areas. Links that people have kept end when it changes.',
  },
  {
    name: 'kind',
    label: 'Kind',
    type: 'CHOICE',
    required: true,
    initial: 'INVESTOR',
    options: optionsOf({ INVESTOR: 'Investor', DEVELOPER: 'Developer' }),
    listed: true,
    filter: true,
  },
  {
    name: 'displayStyle',
    label: 'Display style',
    type: 'CHOICE',
    required: true,
    initial: 'KW',
    options: optionsOf({ KW: 'Sizes in kW', MW: 'Sizes in MW, with COD and NTP' }),
    listed: true,
  },
  {
    name: 'documentLabels',
    label: 'Document labels',
    type: 'FLAG',
    help: 'Labels column in the document browser.',
  },
  { name: 'copilot', label: 'Copilot', type: 'FLAG', help: 'Summaries of documents.' },
  { name: 'logo', label: 'Logo', type: 'PICTURE', readOnly: true },
  ...DEAL_STATUSES.map(
    (status): OfficeField => ({
      name: labelField(status),
      label: `Label of ${USUAL_STATUS_LABELS[status]}`,
      type: 'TEXT',
      max: 40,
      help: `“${USUAL_STATUS_LABELS[status]}” where it is empty.`,
    }),
  ),
  {
    name: 'deleted',
    label: 'Deleted',
    type: 'FLAG',
    readOnly: true,
    filter: true,
    help: 'Closed for everyone. Its address stays taken until it is removed for good.',
  },
  { name: 'deletedAt', label: 'Deleted on', type: 'MOMENT', readOnly: true },
  { name: 'deletedBy', label: 'Deleted by', type: 'REFERENCE', of: 'user', readOnly: true },
  { name: 'purgeAfter', label: 'Restorable until', type: 'MOMENT', readOnly: true, listed: true },
  { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
]

const labelsIn = (values: OfficeValues): Record<string, string> =>
  Object.fromEntries(
    DEAL_STATUSES.map((status) => [
      status,
      textIn(values, labelField(status)) ?? USUAL_STATUS_LABELS[status],
    ]),
  )

/**
 * Writes what createOrganisation does not take, and what was changed of one that is there.
 * @param before null for a new one
 */
async function setOrganisation(
  tx: Tx,
  id: string,
  values: OfficeValues,
  before: OfficeValues | null,
): Promise<void> {
  const labels = { status_labels: JSON.stringify(labelsIn(values)) }
  const set = onlyChanged<Updateable<DB['organisation']>>(values, before, {
    name: { name: requiredIn(values, 'name') },
    slug: { slug: requiredIn(values, 'slug') },
    kind: { kind: choiceIn(values, 'kind', ORGANIZATION_KINDS) ?? 'INVESTOR' },
    displayStyle: { display_style: choiceIn(values, 'displayStyle', DISPLAY_STYLES) ?? 'KW' },
    documentLabels: { document_labels: flagIn(values, 'documentLabels') },
    copilot: { copilot: flagIn(values, 'copilot') },
    ...Object.fromEntries(DEAL_STATUSES.map((status) => [labelField(status), labels])),
  })
  await tx.updateTable('organisation').set(set).where('id', '=', id).execute()
}

const organisationKind = (hooks: Hooks, files: Files): AdminResource => ({
  pictures: { logo: pictureOf(files, LOGO, LOGO_OF_ORGANISATION) },
  ...tableResource({
    name: 'organisation',
    path: 'organisations/organisation',
    section: 'People',
    one: 'organisation',
    many: 'Organisations',
    about: 'A new organisation starts with the usual roles and an O&M area.',
    table: 'organisation',
    names: sql`row.name || case when row.deleted_at is null then '' else ' (deleted)' end`,
    searched: ['name', 'slug'],
    sort: 'name',
    toldBy: ['slug'],
    columns: {
      ...Object.fromEntries(
        DEAL_STATUSES.map((status) => [labelField(status), sql`row.status_labels ->> ${status}`]),
      ),
      deleted: sql`(row.deleted_at is not null)`,
      logo: 'logo_id',
    },
    fields: ORGANISATION_FIELDS,
  }),
  create: async (tx, _actor, values) => {
    const slug = requiredIn(values, 'slug')
    await requireFreeSlug(tx, slug, null)
    const id = await createOrganisation(tx, { name: requiredIn(values, 'name'), slug })
    const given = DEAL_STATUSES.some((status) => textIn(values, labelField(status)) !== null)
    // Without labels of its own it keeps those that its address starts with (ORG-39).
    if (given) await setOrganisation(tx, id, values, null)
    else {
      const { rows } = await sql<{ labels: Record<string, string> }>`
        select status_labels as labels from organisation where id = ${id}`.execute(tx)
      const labels = DEAL_STATUSES.map((status) => [labelField(status), rows[0]?.labels[status] ?? null])
      await setOrganisation(tx, id, { ...values, ...Object.fromEntries(labels) }, null)
    }
    await hooks.ask(organisationCreated, tx, { organisationId: id })
    return id
  },
  change: async (tx, _actor, id, values, before) => {
    await requireFreeSlug(tx, requiredIn(values, 'slug'), id)
    await setOrganisation(tx, id, values, before)
  },
  closing: {
    about: `It is closed for everyone immediately, with all that it holds. For ${RESTORABLE_DAYS} days it can be restored as it is now; then its files and records are removed for good, and whoever is in no other organisation is deactivated. Who saw and did what stays in the activity.`,
    fits: (values) => values.deleted === false,
    taken: async (db, id) => [
      ...(await membersOf(db, id)),
      ...(await hooks.ask(organisationHolds, db, { organisationId: id })).flat(),
    ],
    close: (tx, actor, id, name) => deleteOrganisation(tx, { id, by: actor.personId, name }),
  },
  actions: [
    {
      name: 'restore',
      label: 'Restore organisation',
      question: 'The organisation opens again for all of its members, as it was when it was deleted.',
      // After its 30 days it is being removed.
      fits: (values) => values.deleted === true && Date.parse(String(values.purgeAfter)) > Date.now(),
      done: 'Organisation restored',
      run: (tx, _actor, id) => restoreOrganisation(tx, id),
    },
  ],
})

/** Organisations, as staff keep them (BO-07, BO-13). */
export const organisationKinds = (hooks: Hooks, files: Files): AdminResource[] => [
  organisationKind(hooks, files),
]
