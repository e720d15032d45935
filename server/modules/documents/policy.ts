import type { TabKind } from '../../../shared/enumerations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { type Actor, holds, type Place } from '../../access/actor.ts'

/** Which permission opens what in a tree of each type (DOC-36, DOC-37, ORG-57). */
const RIGHTS: Readonly<Record<TabKind, Readonly<Record<TreeRight, Permission>>>> = {
  DOCUMENTS: {
    view: 'DOCUMENTS_VIEW',
    edit: 'DOCUMENTS_EDIT',
    delete: 'DOCUMENTS_DELETE',
    admin: 'DOCUMENTS_ADMIN',
  },
  REPORTS: { view: 'REPORTS_VIEW', edit: 'REPORTS_EDIT', delete: 'REPORTS_ADMIN', admin: 'REPORTS_ADMIN' },
  O_AND_M: { view: 'O_AND_M_VIEW', edit: 'O_AND_M_ADMIN', delete: 'O_AND_M_ADMIN', admin: 'O_AND_M_ADMIN' },
}

type TreeRight = 'view' | 'edit' | 'delete' | 'admin'

export interface TreeRights {
  view: boolean
  /** New folder, upload, move, rename. */
  edit: boolean
  delete: boolean
  /** Sees every document (PERM-11) and changes who sees which. */
  admin: boolean
}

export const viewRight = (type: TabKind): Permission => RIGHTS[type].view

/** What the actor may do in a tree of that type at that place; an admin's right includes the others (DOC-36). */
export function treeRights(actor: Actor, type: TabKind, place: Place): TreeRights {
  const has = (right: TreeRight): boolean => holds(actor, RIGHTS[type][right], place)
  const admin = has('admin')
  return { admin, view: admin || has('view'), edit: admin || has('edit'), delete: admin || has('delete') }
}
