import { sql } from 'kysely'
import {
  type AdminResource,
  type OfficeField,
  optionsOf,
  PERSON_FIELD,
  tableResource,
} from '../../admin/index.ts'

const STATE = {
  name: 'state',
  label: 'State',
  type: 'CHOICE',
  options: optionsOf({ SUBMITTED: 'Submitted', PROCESSING: 'Processing', DONE: 'Done', FAILED: 'Failed' }),
  readOnly: true,
  listed: true,
  filter: true,
} as const satisfies OfficeField
const FAILURE = {
  name: 'failure',
  label: 'Reason of the failure',
  type: 'LONG_TEXT',
  readOnly: true,
} as const satisfies OfficeField
const CREATED = {
  name: 'createdAt',
  label: 'Started',
  type: 'MOMENT',
  readOnly: true,
  listed: true,
  sortable: true,
} as const satisfies OfficeField

/** What organisations that are deleted have left is closed to staff, too, as on the page for admins (seenBy). */
const isOpen = sql<boolean>`(row.organisation_ids = '{}' or exists (
  select from organisation o where o.id = any(row.organisation_ids) and o.deleted_at is null))`

/** What admins imported for the CRM, and whether it got there (BO-36, CRM-07). */
const imports = (): AdminResource =>
  tableResource({
    name: 'dataimport',
    path: 'crm/dataimport',
    section: 'CRM',
    one: 'CRM import',
    many: 'CRM imports',
    about: 'Admins import under Applications, each over a connection of their own.',
    table: 'data_import',
    names: 'file_name',
    searched: ['file_name', 'failure'],
    where: isOpen,
    sort: '-createdAt',
    fields: [
      { name: 'fileName', label: 'File', type: 'TEXT', readOnly: true, listed: true },
      PERSON_FIELD,
      { name: 'vendor', label: 'Vendor', type: 'TEXT', readOnly: true },
      STATE,
      { name: 'rowCount', label: 'Rows', type: 'NUMBER', readOnly: true, listed: true },
      { name: 'sentCount', label: 'Sent', type: 'NUMBER', readOnly: true, listed: true },
      { name: 'crmHost', label: 'Sent to', type: 'TEXT', readOnly: true },
      { name: 'note', label: 'Rows skipped', type: 'LONG_TEXT', readOnly: true },
      FAILURE,
      { name: 'importedAt', label: 'Imported', type: 'MOMENT', readOnly: true },
      CREATED,
    ],
  })

/** Reports of duplicates that admins have had made (BO-36, CRM-08). */
const reports = (): AdminResource =>
  tableResource({
    name: 'duplicatereport',
    path: 'crm/duplicatereport',
    section: 'CRM',
    one: 'duplicate report',
    many: 'Duplicate reports',
    table: 'duplicate_report',
    names: sql`coalesce(row.file_name, 'Duplicate report')`,
    searched: ['file_name', 'failure'],
    where: isOpen,
    sort: '-createdAt',
    fields: [
      { name: 'fileName', label: 'File', type: 'TEXT', readOnly: true, listed: true },
      PERSON_FIELD,
      STATE,
      FAILURE,
      CREATED,
    ],
  })

export const crmKinds = (): AdminResource[] => [imports(), reports()]
