import { sql } from 'kysely'
import { permissionOf } from '../../../../shared/permissions.ts'
import { PERMISSION_WORDS } from '../../../../shared/permissionWords.ts'
import {
  type AdminResource,
  type OfficeValues,
  ORGANISATION_FIELD,
  optionsOf,
  requiredIn,
  severalIn,
  tableResource,
} from '../../../admin/index.ts'
import { peopleLock } from '../core/admins.ts'
import { deleteRole, organisationOfRole } from '../core/roles.ts'
import { addRole, saveRole } from './saving.ts'

const valuesOf = (values: OfficeValues) => ({
  organisationId: requiredIn(values, 'organisationId'),
  name: requiredIn(values, 'name'),
  permissions: severalIn(values, 'permissions').flatMap((codename) => permissionOf(codename) ?? []),
})

/** Roles of organisations, as staff keep them (BO-13, BO-14). */
export const roleKind = (): AdminResource => ({
  ...tableResource({
    name: 'role',
    path: 'users/role',
    section: 'People',
    one: 'role',
    many: 'Roles',
    about: 'What the members of a user group may do where the group has access.',
    table: 'role',
    parts: ['role_permission'],
    names: 'name',
    searched: ['name'],
    sort: 'name',
    toldBy: ['organisationId'],
    columns: {
      permissions: sql`array(select rp.codename from role_permission rp where rp.role_id = row.id order by rp.codename)`,
    },
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 64 },
      ORGANISATION_FIELD,
      {
        name: 'permissions',
        label: 'Permissions',
        type: 'CHOICES',
        options: optionsOf(PERMISSION_WORDS),
      },
    ],
  }),
  lockOf: async (db, id) => peopleLock((await organisationOfRole(db, id)) ?? ''),
  create: (tx, _actor, values) => addRole(tx, valuesOf(values)),
  change: (tx, actor, id, values) => saveRole(tx, actor, id, valuesOf(values)),
  remove: (tx, _actor, id) => deleteRole(tx, id),
})
